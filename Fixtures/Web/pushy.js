// What a web app needs to receive what Pushy sends, besides pushy-worker.js beside it.

/// A browser's way to one app of a Pushy server; `clientKey` is the app's pg_app_ key.
export class Pushy {
  constructor(server, clientKey, worker = new URL("pushy-worker.js", import.meta.url)) {
    Object.assign(this, { server, clientKey, worker });
  }

  /// Registers this browser, as a user's if one is named; null says that it is nobody's any more. The browser asks for leave
  /// the first time, and only from within a click. Call it at each visit too: what has not changed costs no write.
  async register(user) {
    if (await Notification.requestPermission() !== "granted") throw new Error("Notifications are not allowed here.");
    await navigator.serviceWorker.register(this.worker);
    const manager = (await navigator.serviceWorker.ready).pushManager;
    const { public_key } = await this.call("GET", "/vapid-key");
    let subscription = await manager.getSubscription();
    if (subscription && base64url(subscription.options.applicationServerKey) !== public_key) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
    const device = { platform: "web", subscription, user_id: user };
    return this.call("POST", "/devices", device);
  }

  /// Takes the browser back: `id` is what registering answered.
  async remove(id) {
    const registration = await navigator.serviceWorker.getRegistration(this.worker);
    const subscription = await registration?.pushManager.getSubscription();
    await subscription?.unsubscribe();
    return this.call("DELETE", `/devices/${id}`);
  }

  async call(method, path, body) {
    const headers = { "X-App-Key": this.clientKey };
    if (body) headers["Content-Type"] = "application/json";
    const answer = await fetch(this.server + path, { method, headers, body: body && JSON.stringify(body) });
    const json = await answer.json();
    if (!answer.ok) throw new Error(json.detail);
    return json;
  }
}

function base64url(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

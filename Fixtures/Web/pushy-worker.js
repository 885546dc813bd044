// The service worker: shows what Pushy sends, and leads to where it points. It lies at the root of the site, or beneath it
// where the app lives: it serves the pages from there on.

self.addEventListener("push", event => event.waitUntil(show(event.data.json().notification)));

async function show({ title, navigate, app_badge, ...options }) {
  // A click knows no more of a notification than what is kept in its data.
  const data = navigate ? { ...options.data, url: navigate } : options.data;
  await self.registration.showNotification(title, { ...options, data });
  // A browser in which the app is not installed may have no place for a badge.
  if (app_badge !== undefined) await navigator.setAppBadge?.(Number(app_badge));
}

self.addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.url));
});

// With an address: to the tab that shows it, or a new one. Without: to any tab of the app.
async function lead(url) {
  const address = new URL(url ?? ".", self.registration.scope).href;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(tab => !url || tab.url === address);
  return tab ? tab.focus() : self.clients.openWindow(address);
}

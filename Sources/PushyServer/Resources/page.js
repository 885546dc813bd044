// What pages do better with a script; each works without one.
"use strict";

// Times in the reader's own zone, which each of them names.
const format = {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
};
function localise(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    if (isNaN(moment)) continue;
    time.title = time.textContent;
    time.textContent = moment.toLocaleString("en-GB", format);
  }
}

// The number of devices beside the button, as the choice changes.
function showReach(form) {
  const reach = form.querySelector("#reach");
  const update = () => {
    const environment = form.querySelector("[name=environment]:checked");
    const audience = form.querySelector("[name=audience]:checked");
    if (!reach || !environment || !audience) return;
    const one = form.querySelector("[name=token]").value.trim() !== "";
    const count = one ? "1" : audience.dataset[environment.value];
    reach.textContent = `Would reach ${count} ${count === "1" ? "device" : "devices"} in ${environment.value}. ` +
      "The next page asks once more.";
  };
  form.addEventListener("input", update);
  update();
}

// A button that sends can be pressed once; coming back to the page by the browser's history gives it back.
function pressOnce(button) {
  button.form.addEventListener("submit", () => setTimeout(() => { button.disabled = true; }));
  addEventListener("pageshow", () => { button.disabled = false; });
}

// The page of a broadcast, drawn anew by the server as the broadcast goes on, twice a second at most.
function follow(article) {
  const source = new EventSource(article.dataset.events);
  let drawing = false;
  let again = false;
  async function draw() {
    again = drawing;
    if (drawing) return;
    drawing = true;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (answer.ok) replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
      await new Promise((resolve) => setTimeout(resolve, 500));
    } catch {
      // The server is away: the stream of events connects again by itself, and draws then.
    }
    drawing = false;
    if (again) draw();
  }
  function replace(page) {
    for (const fresh of page.querySelectorAll("[data-live]")) {
      localise(fresh);
      const old = document.getElementById(fresh.id);
      if (old && old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
    }
  }
  source.onmessage = (event) => {
    if (["done", "cancelled", "stopped"].includes(JSON.parse(event.data).state)) source.close();
    draw();
  };
}

localise(document);
for (const form of document.querySelectorAll("form.compose")) showReach(form);
for (const button of document.querySelectorAll("button[data-once]")) pressOnce(button);
for (const article of document.querySelectorAll("article[data-events]")) follow(article);

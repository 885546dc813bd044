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
    const local = moment.toLocaleString("en-GB", format);
    time.textContent = "both" in time.dataset && local !== time.title ? `${local}, which is ${time.title}` : local;
  }
}

// A part of a page that the server has drawn.
async function load(address, options) {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  localise(page);
  return page;
}
function replace(page) {
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const old = document.getElementById(fresh.id);
    if (old && old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
  }
}

// Work that is asked for again and again: done at once, and once more when it was asked for meanwhile.
function pacing(work, pause) {
  let working = false;
  let again = false;
  return async function step() {
    again = working;
    if (working) return;
    working = true;
    try {
      await work();
    } catch {
      // The server is away: the next time asks again.
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    working = false;
    if (again) step();
  };
}

// The preview, the size and what is wrong, drawn by the server as one types; a fault shows once its field is left.
function draft(form) {
  const left = new Set();
  const zone = form.elements.timeZone;
  if (zone.value === zone.defaultValue && zone.value === "UTC" && !form.elements.scheduledAt.value) {
    zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  }
  function show(name, reason) {
    const field = form.elements[name];
    const place = field && field.closest && field.closest(".field");
    if (!place) return;
    let line = document.getElementById(`${name}-fault`);
    if (!line && reason) {
      line = Object.assign(document.createElement("p"), { id: `${name}-fault`, className: "fault" });
      place.append(line);
      field.setAttribute("aria-describedby", `${line.id} ${field.getAttribute("aria-describedby") || ""}`.trim());
    }
    if (line && line.textContent !== reason) line.textContent = reason;
    if (reason) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  const draw = pacing(async () => {
    const page = await load(form.dataset.preview, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    replace(page);
    document.getElementById("when").textContent = page.getElementById("when").textContent;
    const faults = new Map();
    for (const name of page.querySelectorAll("#faults dt")) faults.set(name.textContent, name.nextSibling.textContent);
    for (const name of left) show(name, faults.get(name) || "");
  }, 250);
  form.addEventListener("input", draw);
  form.addEventListener("change", (event) => {
    left.add(event.target.name);
    draw();
  });
  form.querySelector(".refresh").hidden = true;
}

// A form sends once; coming back to its page by the browser's history gives the buttons back.
function sendOnce(form) {
  const buttons = form.querySelectorAll("button:enabled");
  let isSent = false;
  const mark = (sent) => {
    isSent = sent;
    for (const button of buttons) button.disabled = sent;
  };
  form.addEventListener("submit", (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
    // The browser gathers what it sends first: the pressed button is part of it.
    setTimeout(mark, 0, true);
  });
  addEventListener("pageshow", () => mark(false));
}

// What is shown once is copied whole; where the browser keeps its clipboard to itself, it is selected instead.
function copying(button) {
  const place = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(place.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(place);
      button.textContent = "Selected";
    }
  });
}

// The page of a broadcast, drawn anew as the broadcast goes on, twice a second at most.
function follow(article) {
  const source = new EventSource(article.dataset.events);
  const draw = pacing(async () => replace(await load(location.href, { headers: { Accept: "text/html" } })), 500);
  source.onmessage = (event) => {
    if (["done", "cancelled", "stopped"].includes(JSON.parse(event.data).state)) source.close();
    draw();
  };
}

localise(document);
for (const form of document.querySelectorAll("form.compose")) draft(form);
for (const form of document.querySelectorAll("form.compose, form.confirm, form.app")) sendOnce(form);
for (const button of document.querySelectorAll("[data-copy]")) copying(button);
for (const article of document.querySelectorAll("article[data-events]")) follow(article);
for (const place of document.querySelectorAll("[data-load]")) {
  load(place.dataset.load).then((page) => place.parentElement.replaceChildren(...page.body.childNodes), () => {});
}

// A picture with places, groups of buttons and a live line. No rule lives here: what was chosen goes to Python.

const KEYS = { ArrowUp: 2, ArrowRight: 3, ArrowDown: 4, ArrowLeft: 5 };
// how far from a place, in units of the picture, a click still means it
const REACH = 30;
const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes = {}, words = "") {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (words) node.textContent = words;
  return node;
}

// On each element that takes the keyboard, else Notebook 7 and JupyterLab keep the keys for their shortcuts.
function takesKeys(node) {
  node.setAttribute("data-lm-suppress-shortcuts", "true");
}

function handled(event) {
  event.preventDefault();
  event.stopPropagation();
}

// Tells when the kernel has ended: it says nothing itself. Gives what ends the watch.
function whenStopped(model, tell) {
  const changed = model.widget_manager?.kernel?.statusChanged;
  const heard = (_, status) => { if (["dead", "restarting", "autorestarting", "terminating"].includes(status)) tell(); };
  changed?.connect(heard);
  return () => changed?.disconnect(heard);
}

function render({ model, el }) {
  el.classList.add("dracula-map");
  const live = make("p", { role: "status", "aria-live": "polite", class: "dracula-live" });
  const map = make("div", { class: "dracula-picture" });
  // what must be answered stands above the picture, the rest below it
  const questions = make("div");
  const panel = make("div");
  el.append(live, questions, map, panel);
  let here = null;
  let changed = new Set(["picture", "groups", "news"]);
  let open = {};
  let asked;

  const nodeOf = (place) => map.querySelector(`g[data-place="${CSS.escape(place)}"]`);
  const choose = (place) => model.send({ kind: "place", place });

  function ring(place) {
    map.querySelectorAll(".dracula-ring").forEach((old) => old.remove());
    if (!place) return;
    const [x, y] = model.get("places")[place];
    for (const layer of ["under", "over"]) {
      const circle = document.createElementNS(SVG, "circle");
      for (const [key, value] of Object.entries({ cx: x, cy: y, r: 19, class: `dracula-ring ${layer}` }))
        circle.setAttribute(key, value);
      map.firstElementChild.append(circle);
    }
  }

  function walkTo(place) {
    const node = nodeOf(place);
    if (!node) return;
    if (here && nodeOf(here)) nodeOf(here).tabIndex = -1;
    here = place;
    node.tabIndex = 0;
    node.focus({ preventScroll: true });
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // A letter walks to the next place whose name starts with it.
  function byLetter(letter) {
    const names = Object.keys(model.get("places")).sort();
    const from = names.indexOf(here) + 1;
    const place = [...names.slice(from), ...names].find((name) => name.toLowerCase().startsWith(letter.toLowerCase()));
    if (place) walkTo(place);
    return Boolean(place);
  }

  function placeKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = event.currentTarget.dataset.place;
    if (event.key in KEYS) walkTo(model.get("places")[place][KEYS[event.key]]);
    else if (event.key === "Enter" || event.key === " ") { if (!event.repeat) choose(place); }
    else if (!(event.key.length === 1 && byLetter(event.key))) return;
    handled(event);
  }

  function drawPicture() {
    const parsed = new DOMParser().parseFromString(model.get("picture") || `<svg xmlns="${SVG}"/>`, "image/svg+xml");
    const svg = document.adoptNode(parsed.documentElement);
    const places = model.get("places");
    map.replaceChildren(svg);
    const nodes = [...map.querySelectorAll("g[data-place]")].filter((node) => node.dataset.place in places);
    // a picture hides what is in it from the ear; a group does not
    if (nodes.length) svg.setAttribute("role", "group");
    if (nodes.length && !nodeOf(here ?? "")) here = (nodes.find((node) => node.dataset.choice) ?? nodes[0]).dataset.place;
    for (const node of nodes) {
      node.setAttribute("role", "button");
      node.tabIndex = node.dataset.place === here ? 0 : -1;
      takesKeys(node);
      node.addEventListener("keydown", placeKey);
      node.addEventListener("focus", () => ring(node.dataset.place));
      node.addEventListener("blur", () => ring(null));
    }
  }

  function drawGroup(group) {
    const foldable = group.folded;
    const box = make(foldable ? "details" : "div", { class: "dracula-group" });
    const list = make("div", { role: "group", "aria-label": group.label, class: "dracula-buttons" });
    if (foldable) {
      const summary = make("summary", {}, group.label);
      takesKeys(summary);
      summary.addEventListener("keydown", (event) => event.stopPropagation());
      box.open = open[group.name] ?? false;
      box.addEventListener("toggle", () => { open[group.name] = box.open; });
      box.append(summary);
    } else box.append(make("p", { class: "dracula-label", "aria-hidden": "true" }, group.label));
    const field = group.field ? make("input", { type: "text", "aria-label": group.field, placeholder: group.field, maxlength: 60 }) : null;
    const press = (value) => model.send({ kind: "press", group: group.name, value, typed: field ? field.value : "" });
    const buttons = group.buttons.map(([value, words], at) => {
      const button = make("button", { type: "button", "data-group": group.name, "data-value": value }, words);
      button.tabIndex = at === 0 ? 0 : -1;
      takesKeys(button);
      button.addEventListener("click", () => press(value));
      button.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (step) {
          const next = buttons[(at + step + buttons.length) % buttons.length];
          button.tabIndex = -1;
          next.tabIndex = 0;
          next.focus();
          handled(event);
        } else if (event.key === "Enter" || event.key === " ") event.stopPropagation();
      });
      return button;
    });
    if (field) {
      takesKeys(field);
      field.addEventListener("keydown", (event) => {
        event.stopPropagation();
        if (event.key === "Enter" && buttons.length) press(buttons[0].dataset.value);
      });
      list.append(field);
    }
    list.append(...buttons);
    box.append(list);
    return box;
  }

  function draw() {
    if (!changed.size) return;
    const focused = el.contains(document.activeElement) ? document.activeElement : null;
    const wasOnMap = focused !== null && map.contains(focused);
    const was = focused && !wasOnMap ? [focused.dataset.group, focused.dataset.value] : null;
    if (changed.has("picture") || changed.has("places")) drawPicture();
    if (changed.has("groups"))
      for (const [part, asks] of [[questions, true], [panel, false]])
        part.replaceChildren(...model.get("groups").filter((group) => group.first === asks).map(drawGroup));
    if (changed.has("news")) {
      const [turn, words] = model.get("news");
      // equal words are spoken again only where the text differs
      live.textContent = words + (turn ? "\u00a0" : "");
    }
    changed = new Set();
    const first = model.get("groups").find((group) => group.first);
    // a question that stands there already does not call the keyboard again
    const asking = first?.name === asked ? null : first;
    asked = first?.name;
    if (focused && (asking || !focused.isConnected)) refocus(was, asking);
  }

  // Whoever used the keyboard goes to what is asked, else stays where he was: at the same button, on the map, at the first button.
  function refocus(was, asking) {
    const buttons = [...el.querySelectorAll("button")];
    const find = (group, value) => buttons.find((b) => b.dataset.group === group && (value ?? b.dataset.value) === b.dataset.value);
    const goal = (asking && find(asking.name)) ?? (was && find(...was));
    if (goal) goal.focus();
    else if (here && nodeOf(here)) walkTo(here);
    else buttons[0]?.focus();
  }

  // A click beside a symbol means the nearest place: small symbols are hard to hit with a finger.
  map.addEventListener("click", (event) => {
    const svg = map.firstElementChild;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const places = Object.entries(model.get("places"));
    const distance = ([, [x, y]]) => Math.hypot(x - at.x, y - at.y);
    const nearest = places.length ? places.reduce((a, b) => (distance(b) < distance(a) ? b : a)) : null;
    const named = event.target.closest?.("g[data-place]")?.dataset.place;
    const place = named ?? (nearest && distance(nearest) <= REACH ? nearest[0] : null);
    if (!place || !nodeOf(place)) return;
    walkTo(place);
    choose(place);
  });

  let waiting = false;
  for (const name of ["picture", "places", "groups", "news"])
    model.on(`change:${name}`, () => {
      changed.add(name);
      // behind a curtain nobody's place is kept
      if (!Object.keys(model.get("places")).length) here = null;
      if (waiting) return;
      waiting = true;
      queueMicrotask(() => { waiting = false; draw(); });
    });
  draw();
}

export default { render };

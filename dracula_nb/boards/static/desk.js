// The hunters' desk: the map of click_map.js with an entry line above it, the lines and the trail beside it.
// No rule lives here: Python says who is next, which lines fit, and what follows from them.

let desks = 0;

function renderDesk({ model, el }) {
  const number = ++desks;
  const say = (what, more = {}) => model.send({ kind: "desk", do: what, ...more });
  const page = () => model.get("page");
  el.classList.add("dracula-desk");

  // The entry line
  const field = make("input", {
    type: "text", id: `desk-field-${number}`, role: "combobox", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": `desk-list-${number}`, maxlength: 200, class: "desk-field",
  });
  const label = make("label", { for: field.id, class: "desk-next" });
  const list = make("ul", { id: `desk-list-${number}`, role: "listbox", "aria-label": "Lines that fit", class: "desk-list" });
  const saved = make("span", { class: "desk-saved" });
  const picker = make("select", { "aria-label": "Model of Dracula that the chances assume" });
  const enter = button("Note it", () => submit(field.value), "desk-enter");
  const again = button("Same again", () => say("again"));
  const undo = button("Undo", () => say("undo"));
  const cancel = button("Leave it as it was", () => say("leave"));
  const line = make("div", { class: "desk-line" });
  const box = make("div", { class: "desk-box" });
  box.append(field, list);
  line.append(box, enter, again, undo, cancel);
  const foot = make("p", { class: "desk-foot" });
  foot.append(saved, document.createTextNode(" Assuming "), picker);
  const top = make("div", { class: "desk-top" });
  top.append(label, line);

  // Beside and below the map
  const map = make("div", { class: "desk-map" });
  const answer = make("div", { class: "desk-answer", role: "region", "aria-label": "Answer" });
  const rows = make("div", { class: "desk-rows", role: "group", "aria-label": "Lines noted so far. Enter corrects a line, Delete strikes it." });
  const rowsTitle = make("p", { class: "dracula-label", id: `desk-rows-${number}` }, "Lines noted so far; choose one to correct it");
  const layers = make("div", { class: "desk-layers" });
  const help = make("details", { class: "desk-help" });
  const side = make("div", { class: "desk-side" });
  side.append(answer, rowsTitle, rows, foot);
  const summary = make("summary", {}, "How a clue is written");
  takesKeys(summary);
  summary.addEventListener("keydown", (event) => event.stopPropagation());
  help.append(summary, make("p", {}, "Short forms do: g vie, d c t, seen 3 par; = is the same again. The seat may be left out. What is not sure: one of Paris|Rome, not sea, unknown, sure 80% in front."), make("pre", {}, page().help));
  const columns = make("div", { class: "desk-columns" });
  columns.append(map, side);
  el.append(top, columns, layers, help);

  let shown = [];
  let at = -1;
  let asked = 0;
  let current = null;
  let edited = null;

  function button(words, press, kind = "") {
    const node = make("button", { type: "button", class: kind }, words);
    takesKeys(node);
    node.addEventListener("click", press);
    node.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") event.stopPropagation(); });
    return node;
  }

  // The field is free for the next clue at once; a text that is refused comes back.
  function submit(text) {
    close();
    asked += 1; // an answer that is still on its way is too late
    edited = null;
    field.value = "";
    field.focus({ preventScroll: true });
    say("enter", { text });
  }

  function close() {
    shown = [];
    at = -1;
    drawList();
  }

  function mark(next) {
    at = next;
    [...list.children].forEach((node, index) => {
      node.setAttribute("aria-selected", String(index === at));
      if (index === at) node.scrollIntoView({ block: "nearest" });
    });
    if (at >= 0) field.setAttribute("aria-activedescendant", list.children[at].id);
    else field.removeAttribute("aria-activedescendant");
  }

  function drawList() {
    list.replaceChildren(...shown.map(([text, guess], index) => {
      const node = make("li", { role: "option", id: `desk-option-${number}-${index}`, "aria-selected": "false" }, guess ? `${text} (did you mean this?)` : text);
      // before the field loses the focus
      node.addEventListener("pointerdown", (event) => event.preventDefault());
      node.addEventListener("click", () => submit(text));
      return node;
    }));
    list.hidden = !shown.length;
    field.setAttribute("aria-expanded", String(shown.length > 0));
    mark(shown.length ? at : -1);
  }

  function ask() {
    asked += 1;
    say("type", { text: field.value, number: asked });
  }

  takesKeys(field);
  takesKeys(picker);
  field.addEventListener("input", ask);
  field.addEventListener("focus", () => { if (!field.value && !page().editing) ask(); });
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.isComposing) return;
    const many = shown.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!many) ask();
      else mark(event.key === "ArrowDown" ? (at + 1) % many : (at <= 0 ? many : at) - 1);
    } else if (event.key === "Tab" && !event.shiftKey && many && field.value && (at >= 0 || field.value !== shown[0][0])) {
      field.value = shown[Math.max(at, 0)][0];
      close();
      asked += 1;
    } else if (event.key === "Enter") submit(at >= 0 ? shown[at][0] : field.value);
    else if (event.key === "Escape" && many) close();
    else if (event.key === "Escape" && page().editing) say("leave");
    else return;
    event.preventDefault();
  });
  picker.addEventListener("keydown", (event) => event.stopPropagation());
  picker.addEventListener("change", () => say("assume", { text: picker.value }));

  function drawTop() {
    const { next, hint, editing, saved: where, open, models, model: chosen } = page();
    const seats = next.map(([word, name]) => `${name} (${word})`);
    label.textContent = editing ? `Correct line ${editing[0]}: ${editing[1]}` : `Next: ${seats[0] ?? "a clue"}`;
    if (!editing && seats.length > 1) label.append(make("span", { class: "desk-others" }, ` most likely; or ${seats.slice(1).join(", ")}`));
    // left without a word of ours
    if (edited && !editing) field.value = "";
    edited = editing;
    field.placeholder = editing ? "" : hint;
    field.disabled = !open;
    for (const one of [enter, again, undo]) one.disabled = !open;
    enter.textContent = editing ? "Correct it" : "Note it";
    again.hidden = undo.hidden = Boolean(editing);
    cancel.hidden = !editing;
    saved.textContent = where;
    picker.replaceChildren(...models.map(([name, words]) => make("option", { value: name }, `${name}: ${words}`)));
    picker.value = chosen;
  }

  function drawRows() {
    const focused = rows.contains(document.activeElement);
    const all = page().rows;
    if (!all.some((row) => row.line === current)) current = all.length ? all[all.length - 1].line : null;
    rows.replaceChildren(...all.map(drawRow));
    if (!all.length) rows.append(make("p", {}, "None yet. Type the first one above."));
    if (focused) rows.querySelector('[tabindex="0"]')?.focus();
    // at first the list is not on the page yet and has no height
    else requestAnimationFrame(() => { rows.scrollTop = rows.scrollHeight; });
  }

  function drawRow(row) {
    const box = make("div", { class: `desk-row desk-${row.kind}${row.opens ? " desk-opens" : ""}${row.wrong ? " desk-wrong" : ""}` });
    const said = row.kind === "struck" ? "struck" : row.words;
    const main = make("button", {
      type: "button", "data-line": row.line, class: "desk-text", title: said,
      "aria-label": `Line ${row.line}: ${row.text}${said ? `, ${said}` : ""}${row.wrong ? ", the story breaks here" : ""}`,
    });
    main.append(make("span", { class: "desk-number" }, row.line), make("span", {}, `${row.wrong ? "⚠ " : ""}${row.text}`));
    const change = () => say("edit", { line: row.line });
    const act = row.back ? ["restore", "Bring back"] : row.kind === "clue" ? ["strike", "Strike"] : null;
    takesKeys(main);
    main.tabIndex = row.line === current ? 0 : -1;
    main.addEventListener("click", () => { walk(row.line); change(); });
    main.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        const lines = page().rows.map((one) => one.line);
        const goal = lines[Math.min(Math.max(lines.indexOf(row.line) + step, 0), lines.length - 1)];
        walk(goal);
      } else if ((event.key === "Delete" || event.key === "Backspace") && act?.[0] === "strike") say("strike", { line: row.line });
      else if (event.key === "Enter" || event.key === " ") { event.stopPropagation(); return; }
      else return;
      handled(event);
    });
    box.append(main);
    if (act) {
      const small = button(act[1], () => say(act[0], { line: row.line }), "desk-small");
      small.tabIndex = row.line === current ? 0 : -1;
      small.setAttribute("aria-label", `${act[1]} line ${row.line}`);
      box.append(small);
    }
    return box;
  }

  function walk(goal) {
    current = goal;
    for (const node of rows.querySelectorAll("button")) {
      const mine = Number(node.parentElement.firstElementChild.dataset.line) === goal;
      node.tabIndex = mine ? 0 : -1;
    }
    rows.querySelector(`[data-line="${goal}"]`)?.focus();
  }

  function drawLayers() {
    const all = page().layers;
    layers.replaceChildren();
    if (!all.length) return;
    layers.append(make("p", { class: "dracula-label" }, "The trail, newest first: where each move led, in 100"));
    const row = make("ol", { class: "desk-trail" });
    row.append(...all.map((layer) => {
      const card = make("li", { class: "desk-layer" });
      card.append(make("p", { class: "dracula-label" }, `${layer.position}: ${layer.card}`));
      for (const [place, words, size] of layer.places) {
        const bar = make("div", { class: "desk-bar" });
        bar.style.setProperty("--size", `${size}%`);
        bar.append(make("span", {}, place), make("span", {}, words));
        card.append(bar);
      }
      if (layer.more) card.append(make("p", {}, `and ${layer.more} more`));
      if (layer.hide) card.append(make("p", {}, `a hide: ${layer.hide}`));
      return card;
    }));
    layers.append(row);
  }

  function drawAnswer() {
    const { title, text, lines, table } = model.get("answer");
    answer.hidden = !title;
    answer.replaceChildren(make("p", { class: "dracula-label" }, title ?? ""), make("p", {}, text ?? ""));
    if (table?.length) {
      const rows = make("table");
      table.forEach((cells, at) => {
        const row = make("tr");
        row.append(...cells.map((cell) => make(at ? "td" : "th", at ? {} : { scope: "col" }, cell)));
        rows.append(row);
      });
      answer.append(rows);
    }
    for (const [number, words] of lines ?? []) answer.append(button(`Line ${number}: ${words}`, () => walk(number), "desk-small"));
  }

  model.on("change:page", () => { drawTop(); drawRows(); drawLayers(); });
  model.on("change:answer", drawAnswer);
  model.on("change:typed", () => {
    field.focus({ preventScroll: true });
    // whoever is typing the next clue already keeps it
    if (field.value && !page().editing) return;
    edited = page().editing;
    field.value = model.get("typed")[1];
    if (edited) field.select();
  });
  model.on("change:suggestions", () => {
    const [number, found] = model.get("suggestions");
    if (number !== 0 && (number !== asked || document.activeElement !== field)) return;
    shown = found;
    at = -1;
    drawList();
  });
  // its button notes the text that was refused; where that fails Python gives it back
  map.addEventListener("click", (event) => {
    if (event.target.dataset?.group === "slip" && field.value === model.get("typed")[1]) field.value = "";
  });
  render({ model, el: map });
  drawTop();
  drawRows();
  drawLayers();
  drawAnswer();
  close();
  // whoever opened the desk by hand goes on typing; a desk that a cell made leaves the keyboard where it is
  if (model.get("awaited")) {
    model.set("awaited", false);
    model.save_changes();
    const shown = new ResizeObserver(() => { shown.disconnect(); field.focus({ preventScroll: true }); });
    shown.observe(field);
  }
  return whenStopped(model, () => {
    for (const one of [field, enter, again, undo, cancel]) one.disabled = true;
    map.querySelector(".dracula-live").textContent = `Python has stopped: run the cell again, or load the page again. ${page().saved}`;
  });
}

export default { render: renderDesk };

// The front desk: the evening's file and, for a new one, its game. What stands in the form goes along with the wish to
// open it, so that nothing typed is left behind.

let fronts = 0;

function renderFront({ model, el }) {
  const number = ++fronts;
  el.classList.add("dracula-map", "dracula-front");
  const form = make("form");
  const file = make("input", { type: "text", id: `front-file-${number}`, list: `front-files-${number}`, autocomplete: "off", spellcheck: "false", maxlength: 60 });
  const files = make("datalist", { id: `front-files-${number}` });
  const game = make("select", { id: `front-game-${number}` });
  const open = make("button", { type: "submit" }, "Open the desk");
  const take = make("button", { type: "button" }, "Take it over");
  const news = make("p", { role: "alert" });
  const ask = (over) => model.send({ kind: "open", name: file.value, game: game.selectedIndex, take: over });
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(false); });
  take.addEventListener("click", () => ask(true));
  for (const node of [file, game, open, take]) {
    takesKeys(node);
    node.addEventListener("keydown", (event) => event.stopPropagation());
  }
  // a list of files shows those that fit what stands there: typing begins another name
  file.addEventListener("focus", () => file.select());
  files.append(...model.get("files").map((name) => make("option", { value: name })));
  game.append(...model.get("games").map((words) => make("option", {}, words)));
  file.value = model.get("file");
  const buttons = make("div", { class: "dracula-buttons" });
  buttons.append(open, take);
  form.append(make("label", { for: file.id }, "File"), file, files, make("label", { for: game.id }, "Game, if new"), game, buttons, news);
  el.append(form);

  function draw() {
    news.textContent = model.get("news");
    take.hidden = !model.get("taken");
  }
  model.on("change:news", draw);
  model.on("change:taken", draw);
  draw();
}

export default { render: renderFront };

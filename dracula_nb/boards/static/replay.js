// A slider over the steps of a play, its words and its picture. The step goes to Python, the picture comes back.

function render({ model, el }) {
  el.classList.add("dracula-map");
  const bar = document.createElement("input");
  const words = document.createElement("p");
  const picture = document.createElement("div");
  bar.type = "range";
  bar.min = 0;
  bar.className = "dracula-slider";
  bar.setAttribute("aria-label", "Step of the play");
  bar.setAttribute("data-lm-suppress-shortcuts", "true");
  words.className = "dracula-live";
  // the slider itself speaks the words
  words.setAttribute("aria-hidden", "true");
  picture.className = "dracula-picture";
  bar.addEventListener("keydown", (event) => event.stopPropagation());
  bar.addEventListener("input", () => {
    model.set("step", Number(bar.value));
    model.save_changes();
  });
  el.append(bar, words, picture);

  function draw() {
    bar.max = model.get("last");
    bar.value = model.get("step");
    const told = `${model.get("step")} of ${model.get("last")}: ${model.get("words")}`;
    bar.setAttribute("aria-valuetext", told);
    words.textContent = told;
    const parsed = new DOMParser().parseFromString(model.get("picture"), "image/svg+xml");
    picture.replaceChildren(document.adoptNode(parsed.documentElement));
  }
  model.on("change:picture", draw);
  model.on("change:words", draw);
  draw();
}

export default { render };

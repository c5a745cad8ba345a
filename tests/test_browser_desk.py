"""The desk in JupyterLab with a real browser: what is typed arrives in the case file, by keyboard alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser_support import Lab, wait_for

pytestmark = pytest.mark.browser

CELL = """
from dracula_nb.boards import desk
desk("table.txt", take_over=True)
"""


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()[4:] if path.exists() else []


def holds(path: Path, *expected: str) -> None:
    """Wait until the file ends so."""
    wait_for(lambda: lines(path)[-len(expected) :] == list(expected), f"{expected} in the file, not {lines(path)}")


def test_clues_typed_by_keyboard_are_on_the_disk(lab: Lab) -> None:
    path, keys = lab.server.folder / "table.txt", lab.page.keyboard
    lab.run("desk", [CELL])
    field = lab.page.locator(".desk-field")
    field.focus()
    for typed in ("g edin", "lis", "vie"):
        keys.type(typed)
        keys.press("Enter")
        # at once free for the next, which is not waited for
        assert field.input_value() == ""
    holds(path, "G Edinburgh", "S Lisbon", "H Vienna")
    # arrows walk through the list, Tab takes its line into the field, and Enter notes it
    keys.type("sof")
    lab.page.wait_for_selector('.desk-list [role="option"]')
    keys.press("ArrowDown")
    assert field.get_attribute("aria-activedescendant") is not None
    keys.press("Tab")
    assert field.input_value() == "M Sofia"
    keys.press("Enter")
    holds(path, "M Sofia")
    # a misspelling is offered, and taken only when it is chosen
    keys.type("d citty: vampire")
    keys.press("Enter")
    lab.page.wait_for_function("document.querySelector('.dracula-live').textContent.includes('did you mean')")
    assert field.input_value() == "d citty: vampire"
    assert "did you mean this?" in lab.page.locator('.desk-list [role="option"]').first.inner_text()
    holds(path, "M Sofia")
    keys.press("ArrowDown")
    keys.press("Enter")
    holds(path, "D city: vampire")
    lab.page.wait_for_function("document.querySelector('.dracula-live').textContent.includes('55 places possible')")
    assert lab.page.evaluate("document.activeElement.className") == "desk-field"


def test_a_line_is_corrected_struck_and_brought_back_by_keyboard(lab: Lab) -> None:
    path, keys = lab.server.folder / "table.txt", lab.page.keyboard
    path.write_text("game: hunt\nmap: 2006\nprofile: standard\n\nG Edinburgh\nS Lisbon\n", encoding="utf-8")
    lab.run("desk2", [CELL])
    last = lab.page.locator('.desk-text[data-line="6"]')
    last.wait_for()
    # one tab stop for the list, at its last line
    assert lab.page.locator('.desk-text[tabindex="0"]').count() == 1
    last.focus()
    keys.press("ArrowUp")
    assert lab.page.evaluate("document.activeElement.dataset.line") == "5"
    keys.press("Enter")
    lab.page.wait_for_function("document.querySelector('.desk-field').value === 'G Edinburgh'")
    # the text is chosen, so that typing replaces it
    keys.type("galw")
    keys.press("Enter")
    holds(path, "G Galway", "S Lisbon")
    # what the page hears back gives the keyboard to the field
    lab.page.locator('.desk-text[data-line="5"]', has_text="Galway").wait_for()
    last.focus()
    keys.press("Delete")
    holds(path, "G Galway", "# struck: S Lisbon")
    lab.page.get_by_role("button", name="Bring back line 6").press("Enter")
    holds(path, "G Galway", "S Lisbon")
    lab.page.get_by_role("button", name="Undo").press("Enter")
    holds(path, "G Galway", "# struck: S Lisbon")
    # nothing that takes the keyboard leaves its keys to the notebook
    for kind in ("button", "input", "select", "summary"):
        assert lab.page.locator(f".dracula-desk {kind}:not([data-lm-suppress-shortcuts])").count() == 0
    # a place tells why, where it can be heard
    lab.page.locator('g[role="button"][data-place="Vienna"]').press("Enter")
    lab.page.wait_for_function("document.querySelector('.desk-answer').textContent.includes('Vienna')")
    assert lab.page.locator(".dracula-live").get_attribute("aria-live") == "polite"


def test_what_was_typed_is_text_on_the_page(lab: Lab) -> None:
    path = lab.server.folder / "table.txt"
    path.write_text("game: hunt\n# <img src=x onerror=window.harmed=1>\nG Vienna # <b>bold</b>\n", encoding="utf-8")
    lab.run("desk3", [CELL])
    lab.page.wait_for_selector('.desk-text[data-line="3"]')
    assert lab.page.locator(".desk-rows").inner_text().count("<b>bold</b>") == 1
    assert lab.page.locator(".dracula-desk img").count() == 0
    assert lab.page.evaluate("window.harmed") is None

"""Widgets in JupyterLab with a real browser: what hands do on the page arrives in Python."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from browser_support import Lab, wait_for

pytestmark = pytest.mark.browser

START = """
import json
from pathlib import Path
from dracula_nb.boards import board, replay
from dracula_nb.core.playthrough import play_random
from dracula_nb.core.session import Session
from dracula_nb.games.hunt import load
def watch(name, widget, tell, traits):
    write = lambda change: Path(name).write_text(json.dumps(tell()))
    widget.observe(write, traits)
    write(None)
"""
# an observer in the kernel writes what Python holds after every change
BOARD = """
session = Session(load(), {policies})
shown = board(session)
watch("{name}.json", shown, lambda: {{
    "places": session.observation("G").places, "news": shown.news[1], "groups": [one["name"] for one in shown.groups],
    "dracula": [entry.move for entry in session.observation("D").own_trail],
}}, ["news", "groups"])
shown
"""
REPLAY = """
again = replay(play_random(load(), max_steps=9), "G")
watch("replay.json", again, lambda: again.step, "step")
again
"""
MAP, SVG = ".desk-map", ".dracula-picture > svg"
FRONT = """
from dracula_nb.boards import front_desk
front_desk()
"""


def board_cell(name: str, policies: str = "") -> str:
    return START + BOARD.format(name=name, policies=policies)


def press(lab: Lab, group: str, value: str) -> None:
    lab.page.locator(f'button[data-group="{group}"][data-value="{value}"]').press("Enter")


def place(lab: Lab, name: str) -> Any:
    return lab.page.locator(f'g[role="button"][data-place="{name}"]')


def focused(lab: Lab) -> str:
    return lab.page.evaluate("document.activeElement.dataset.place || document.activeElement.dataset.value")


def test_clicks_arrow_keys_and_enter_reach_the_session(lab: Lab) -> None:
    lab.run("hunters", [board_cell("hunters", '{"D": lambda known, legal, rng: legal[0]}')])
    place(lab, "Vienna").click()
    assert lab.state("hunters.json", lambda s: s["places"][0])["places"] == ["Vienna", None, None, None]
    # the keyboard is where the click was, and stays there when the picture is drawn again
    assert focused(lab) == "Vienna"
    for key, there in (("ArrowUp", "Prague"), ("ArrowUp", "Berlin"), ("s", "Salonica"), ("s", "Santander")):
        lab.page.keyboard.press(key)
        assert focused(lab) == there
    lab.page.keyboard.press("Enter")
    assert lab.state("hunters.json", lambda s: s["places"][1])["places"][1] == "Santander"
    # a finger beside the symbol means the nearest place
    lab.page.evaluate("document.querySelector('.dracula-picture').scrollIntoView()")
    spot = place(lab, "Berlin").locator("circle").first.bounding_box()
    lab.page.mouse.click(spot["x"] + spot["width"] + 6, spot["y"] + spot["height"] + 2)
    assert lab.state("hunters.json", lambda s: s["places"][2])["places"][2] == "Berlin"
    lab.page.keyboard.press("Space")
    assert lab.state("hunters.json", lambda s: s["places"][3])["places"][3] == "Berlin"
    # an illegal place is answered by its rule
    place(lab, "Cadiz").click()
    assert "HU-MOVE-03" in lab.state("hunters.json", lambda s: "Cadiz" in s["news"])["news"]
    lab.page.wait_for_function("document.querySelector('.dracula-live').textContent.includes('HU-MOVE-03')")
    # the play is saved under a typed name; the letters walk nowhere
    lab.page.locator("summary", has_text="Save").click()
    field = lab.page.get_by_label("Name of the file")
    field.press_sequentially("my hunt")
    field.press("Enter")
    assert "my hunt.txt" in lab.state("hunters.json", lambda s: "Saved" in s["news"])["news"]
    assert (lab.server.folder / "my hunt.txt").read_text(encoding="utf-8").startswith("game: hunt")
    # one tab stop for the whole map, spoken names, keys kept from the notebook's shortcuts
    stops = lab.page.locator('.dracula-picture [tabindex="0"]')
    assert stops.count() == 1
    assert stops.get_attribute("role") == "button"
    assert place(lab, "Vienna").get_attribute("aria-label").startswith("Vienna, city, Lord Godalming is here")
    assert lab.page.locator(".dracula-picture [tabindex]:not([data-lm-suppress-shortcuts])").count() == 0
    assert lab.page.locator(".dracula-map button:not([data-lm-suppress-shortcuts])").count() == 0


def test_two_at_one_screen_by_keyboard_alone_and_a_replay(lab: Lab) -> None:
    lab.run("two", [board_cell("two"), REPLAY])
    press(lab, "curtain", "ready")
    for index, name in enumerate(("Edinburgh", "Lisbon", "Vienna", "Sofia")):
        place(lab, name).press("Enter")
        lab.state("two.json", lambda s, at=index: s["places"][at])
    # behind the curtain there is no map, and the keyboard waits at the button
    lab.page.wait_for_selector('button[data-value="ready"]')
    assert lab.page.locator("g[role=button]").count() == 0
    assert focused(lab) == "ready"
    lab.page.keyboard.press("Enter")
    place(lab, "Rome").press("Enter")
    assert lab.state("two.json", lambda s: s["dracula"])["dracula"] == ["Rome"]
    lab.page.wait_for_selector('button[data-value="ready"]')
    lab.page.keyboard.press("Enter")
    lab.page.wait_for_selector("g[role=button]")
    # the hunters' map does not begin where Dracula left the keyboard
    assert focused(lab) != "Rome"
    slider = lab.page.locator("input.dracula-slider")
    slider.press("End")
    slider.press("ArrowLeft")
    assert lab.state("replay.json", lambda step: step == 8) == 8
    lab.page.wait_for_function("document.querySelector('.dracula-slider').ariaValueText.startsWith('8 of 9: ')")


def test_an_evening_is_opened_by_keyboard_alone_and_a_dead_kernel_is_told(lab: Lab) -> None:
    keys, folder = lab.page.keyboard, lab.server.folder
    (folder / "before.txt").write_text("game: hunt\n", encoding="utf-8")
    lab.run("front", ["import os; print(os.getpid(), file=open('pid', 'w'), flush=True)", FRONT])
    form = lab.page.locator(".dracula-front")
    form.locator("input").focus()
    assert form.locator("input").input_value() == "before"
    keys.press("Tab")
    # by arrows and letters, which are the notebook's shortcuts where it gets them
    for key in ("ArrowDown", "ArrowDown"):
        keys.press(key)
    assert lab.page.evaluate("document.activeElement.selectedIndex") == 2
    keys.press("Shift+Tab")
    # typed at one go and sent off at once
    keys.type("saturday club")
    keys.press("Enter")
    lab.page.wait_for_function("document.activeElement.className === 'desk-field'")
    assert not (folder / ".before.txt.lock").exists()
    keys.type("g starts edin")
    keys.press("Enter")
    file = folder / "saturday club.txt"
    wait_for(lambda: "godalming starts Edinburgh" in file.read_text(encoding="utf-8"), "the line in the file")
    assert "profile: printed" in file.read_text(encoding="utf-8")
    assert lab.page.locator(".jp-Cell").count() == 2
    # a broken story: its repairs are spoken, and after one the keyboard goes on at the entry line
    for typed in ("s lis", "h vie", "m sof", "d starts", "seen 1: edin"):
        keys.type(typed)
        keys.press("Enter")
    live = "document.querySelector('.dracula-live').textContent"
    lab.page.wait_for_function(f"/repairs? (is|are) offered/.test({live})")
    press(lab, "mend", "0")
    lab.page.wait_for_function(f"{live}.startsWith('Mended: ')")
    lab.page.wait_for_function("document.activeElement.className === 'desk-field'")
    assert lab.page.locator('button[data-group="mend"]').count() == 0
    # a line that was refused is noted by the button that puts an earlier line right, and leaves the entry line
    for typed in ("d land: trap", "d dark", "d dark"):
        keys.type(typed)
        keys.press("Enter")
    lab.page.wait_for_function(f"{live}.includes('Or an earlier line is wrong: ')")
    assert lab.page.evaluate("document.activeElement.value") == "d dark"
    press(lab, "slip", "0")
    lab.page.wait_for_function(f"{live}.startsWith('Mended: ')")
    lab.page.wait_for_function("document.activeElement.className === 'desk-field'")
    assert lab.page.evaluate("document.activeElement.value") == ""
    assert file.read_text(encoding="utf-8").endswith("D Feed\nD Dark Call\n")
    # on a tablet the map has the whole width, and its names can be read
    lab.page.set_viewport_size({"width": 820, "height": 1180})
    widths = [lab.page.locator(f".dracula-desk {part}").bounding_box()["width"] for part in (MAP, ".desk-columns", SVG)]
    lab.page.set_viewport_size({"width": 1400, "height": 1000})
    assert widths[0] == widths[1]
    assert widths[2] >= 640
    os.kill(int((folder / "pid").read_text(encoding="utf-8")), signal.SIGKILL)
    lab.page.wait_for_function("document.querySelector('.dracula-live').textContent.startsWith('Python has stopped')")
    assert "Saved in saturday club.txt" in lab.page.locator(".dracula-live").inner_text()
    assert lab.page.locator(".desk-field").is_disabled()

"""What several tests share: the browser, and when it may be missing."""

from __future__ import annotations

import os
import shutil

import pytest


def browser_or_skip(path: str | None, ci: str | None) -> str:
    """The path that was found; without one the test is skipped, but fails where the variable CI is ``true``."""
    if path is not None:
        return path
    if ci == "true":
        pytest.fail("Chromium is missing: install the package chromium, or call .ci/run")
    pytest.skip("Chromium is not installed")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of this machine's Chromium, for tests marked `browser`; none is ever downloaded."""
    return browser_or_skip(shutil.which("chromium") or shutil.which("chromium-browser"), os.environ.get("CI"))

"""What several tests share: the browser, and when it may be missing."""

from __future__ import annotations

import os
import shutil

import pytest


def find_chromium() -> str | None:
    """The Chromium of this machine; none is ever downloaded."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium for tests marked `browser`: skipped without it, but required where CI=true."""
    path = find_chromium()
    if path is None and os.environ.get("CI") == "true":
        pytest.fail("Chromium is missing: install the package chromium, or call .ci/run")
    if path is None:
        pytest.skip("Chromium is not installed")
    return path

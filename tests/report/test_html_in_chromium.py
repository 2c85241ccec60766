"""The HTML report in a real browser: nothing complains, nothing is requested, and it fits a phone.

It needs chromium; Debian's package `chromium` is enough.
"""

import json
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from analyzer.cli.main import main

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium; on Debian: apt-get install chromium"),
]

QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
)

MEASURE = """<!DOCTYPE html><title>measure</title><body><iframe id="page" src="report.html"
width="{width}" height="800" style="border: 0"></iframe><script>
document.getElementById("page").onload = event => {{
  const page = event.target.contentDocument;
  const wide = [...page.querySelectorAll("main *")].filter(item =>
    !item.closest(".wide") && item.getBoundingClientRect().right > {width} + 1);
  document.body.innerHTML = "width=" + page.documentElement.scrollWidth + ";outside=" + wide.length +
    ";pictures=" + [...page.querySelectorAll("svg")].filter(item => item.clientHeight > 40).length;
}};
</script></body>"""


def browse(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    assert CHROMIUM is not None
    command = [CHROMIUM, *QUIET, f"--user-data-dir={folder / 'profile'}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True, cwd=folder)


def requested_by_a_page(log: Path) -> set[str]:
    """Addresses that a page asked the network for; what the browser asks for itself has no origin."""
    parts = [event.get("params", {}) for event in json.loads(log.read_text(encoding="utf-8"))["events"]]
    return {
        part["url"]
        for part in parts
        if part.get("url", "").startswith(("http:", "https:", "ws:", "wss:", "ftp:"))
        and part.get("initiator") not in (None, "not an origin")
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page")
    assert main(["report", "--game", "macau-commission", "-o", str(path / "report.html")]) == 0
    return path


def test_nothing_complains_and_no_request_leaves_the_file(folder: Path) -> None:
    address = (folder / "report.html").as_uri()
    log = folder / "net.json"
    run = browse(folder, "--enable-logging=stderr", f"--log-net-log={log}", "--dump-dom", address)
    assert "<h1>Mathematics report" in run.stdout
    # What the page forbids itself and would load all the same is an error on the console.
    complaints = [line for line in run.stderr.splitlines() if "CONSOLE" in line]
    assert complaints == []
    assert requested_by_a_page(log) == set()


def test_a_page_that_does_ask_for_something_is_noticed(folder: Path) -> None:
    log, page = folder / "other.json", folder / "other.html"
    page.write_text('<!DOCTYPE html><title>x</title><img src="http://127.0.0.1:9/x.png">', encoding="utf-8")
    browse(folder, f"--log-net-log={log}", "--dump-dom", page.as_uri())
    assert requested_by_a_page(log) == {"http://127.0.0.1:9/x.png"}


@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_fits_its_window(width: int, folder: Path) -> None:
    (folder / "measure.html").write_text(MEASURE.format(width=width), encoding="utf-8")
    address = (folder / "measure.html").as_uri()
    options = ("--allow-file-access-from-files", "--virtual-time-budget=10000", "--window-size=1400,900")
    run = browse(folder, *options, "--dump-dom", address)
    measured = re.search(r"width=(\d+);outside=(\d+);pictures=(\d+)", run.stdout)
    assert measured is not None, run.stdout[-500:]
    page_width, outside, pictures = map(int, measured.groups())
    assert page_width <= width
    assert outside == 0
    assert pictures >= 8


@pytest.mark.parametrize("width", [390, 1280])
def test_a_screenshot_can_be_taken(width: int, folder: Path) -> None:
    path = folder / f"{width}.png"
    browse(folder, f"--screenshot={path}", f"--window-size={width},2000", (folder / "report.html").as_uri())
    content = path.read_bytes()
    assert struct.unpack(">II", content[16:24]) == (width, 2000)
    assert len(content) > 20_000

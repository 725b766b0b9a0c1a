"""The pytest fixture `pipeline_golden`, which compares frames of a document with golden pictures.

    def test_card(pipeline_golden):
        pipeline_golden("card.json", at=[0, 0.5, "end"])

The golden pictures are in the folder `golden` beside the test, in a folder for each module. Each comparison has its own
picture, whose name consists of the class, the test, the parameters, the number of the call in the test, and the time.
If a picture is missing or differs, the test fails, and a page with both pictures is written to `pipeline-failures` in
the folder in which pytest was started; the page remains until the same comparison passes. `pytest --pipeline-update`
writes the pictures. At the end, pytest lists the unused pictures of modules whose tests all ran.
"""

from __future__ import annotations

import contextlib
import hashlib
import html
import os
import pathlib
import re
import shutil
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple, Union

import pytest

from . import _programs, open
from ._documents import Document, Path
from ._film import Moment

Compare = Callable[..., None]

_FAILURES = "pipeline-failures"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--pipeline-update", action="store_true", help="write the golden pictures of pipeline anew")


def _word(text: str) -> str:
    """Converts a text to a part of a file name; different texts give different names."""
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", text).strip("-.")
    if plain == text and len(plain) <= 100:
        return plain
    return f"{plain[:100]}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


class _Run:
    """The pictures that the comparisons of a run have used, in one worker of pytest-xdist or in all workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.is_worker = hasattr(config, "workerinput")
        self.failures = pathlib.Path(config.invocation_params.dir) / _FAILURES
        # The golden pictures, each with the comparison to which it belongs.
        self.used: Dict[str, str] = {}
        # The tests that were collected for each folder of golden pictures, and the tests that ran to their end.
        self.collected: Dict[str, Set[str]] = {}
        self.finished: Set[Tuple[str, str]] = set()
        self.clashes: List[str] = []

    def use(self, picture: pathlib.Path, owner: str) -> None:
        """Records that a comparison uses a picture; no other comparison may use the same picture."""
        other = self.used.setdefault(str(picture), owner)
        if other != owner:
            pytest.fail(f"{picture} is the golden picture of two comparisons: {other} and {owner}", pytrace=False)

    # Returns the names of the used pictures, which each worker passes on.

    def result(self) -> Dict[str, Any]:
        return {"used": self.used, "finished": sorted(self.finished),
                "collected": {place: sorted(names) for place, names in self.collected.items()}}

    def add(self, result: Mapping[str, Any]) -> None:
        for picture, owner in result["used"].items():
            other = self.used.setdefault(picture, owner)
            if other != owner:
                self.clashes.append(f"{picture} is the golden picture of two comparisons: {other} and {owner}")
        self.finished.update((place, name) for place, name in result["finished"])
        for place, names in result["collected"].items():
            self.collected.setdefault(place, set()).update(names)

    def unused(self) -> List[str]:
        """Returns the unused pictures, which are in folders whose tests all ran or belong to modules that no longer
        exist."""
        found: Set[pathlib.Path] = set()
        for place, names in self.collected.items():
            if all((place, name) in self.finished for name in names):
                goldens = pathlib.Path(place).parent
                found.update(pathlib.Path(place).glob("*.png"), goldens.glob("*.png"))
                modules = {_word(path.stem) for path in goldens.parent.glob("*.py")}
                found.update(path for path in goldens.glob("*/*.png") if path.parent.name not in modules)
        return [str(path) for path in sorted(found) if str(path) not in self.used]


_key = pytest.StashKey[_Run]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_key] = _Run(config)
    config.pluginmanager.register(_Workers(config.stash[_key]), "pipeline-workers")


class _Workers:
    """Receives the results of the workers of pytest-xdist, if it is installed."""

    def __init__(self, run: _Run) -> None:
        self.run = run

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        result = getattr(node, "workeroutput", {}).get("pipeline")
        if result is not None:
            self.run.add(result)


def _place(item: pytest.Item) -> str:
    """Returns the folder of a module's golden pictures."""
    path = pathlib.Path(item.path)
    return str(path.parent / "golden" / _word(path.stem))


def _name(item: pytest.Item) -> str:
    """Returns the class, the test and the parameters; the node's id is not used, because pytest-xdist adds groups to
    it."""
    return "--".join(part.name for part in item.listchain() if isinstance(part, (pytest.Class, pytest.Function)))


def pytest_itemcollected(item: pytest.Item) -> None:
    # The tests are counted before any of them is deselected, because deselected tests may use pictures too.
    if "pipeline_golden" in getattr(item, "fixturenames", ()):
        run = item.config.stash[_key]
        run.collected.setdefault(_place(item), set()).add(_name(item))


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    if call.when == "call" and call.excinfo is None:
        item.config.stash[_key].finished.add((_place(item), _name(item)))


def pytest_sessionfinish(session: pytest.Session) -> None:
    run = session.config.stash[_key]
    if run.is_worker:
        session.config.workeroutput["pipeline"] = run.result()  # type: ignore[attr-defined]
        return
    if run.clashes and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    # The folder can be removed now, because no worker is running that could write to it.
    with contextlib.suppress(OSError):
        run.failures.rmdir()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    run = config.stash[_key]
    for line in run.clashes:
        terminalreporter.write_line(f"pipeline: {line}", red=True)
    for path in run.unused():
        terminalreporter.write_line(f"pipeline: no comparison uses {os.path.relpath(path)}", yellow=True)


@pytest.fixture
def pipeline_golden(request: pytest.FixtureRequest) -> Iterator[Compare]:
    """Compares frames of a document with golden pictures, as the module's docstring describes."""
    run = request.config.stash[_key]
    updates = bool(request.config.getoption("--pipeline-update"))
    folder_of_goldens = pathlib.Path(_place(request.node))
    name = _word(_name(request.node))
    # The page's name contains the folder, because modules with the same name may be in several folders.
    page_of_module = _word(os.path.relpath(folder_of_goldens.parent.parent / folder_of_goldens.name, run.failures.parent))
    count = 0

    def compare(
        document: Document, at: Union[Moment, Sequence[Moment]] = (0,), set: Optional[Mapping[str, Any]] = None,
        tolerance: float = 0, folder: Optional[Path] = None, scale: Optional[float] = None,
    ) -> None:
        nonlocal count
        count += 1
        call = name if count == 1 else f"{name}-{count}"
        times: List[Moment] = list(at) if isinstance(at, (list, tuple, range)) else [at]  # type: ignore[list-item]
        rows: List[_Row] = []
        with open(document, set=set, folder=folder, scale=scale) as film:
            for time in times:
                stem = f"{call}--{_word(_moment(time))}"
                right = folder_of_goldens / f"{stem}.png"
                run.use(right, f"{_name(request.node)}, comparison {count} at {_moment(time)}")
                made = _png(film, time)
                if updates:
                    _write(right, made)
                    continue
                failed = run.failures / f"{page_of_module}--{stem}.png"
                if right.exists() and right.read_bytes() == made:
                    _forget(failed)
                    continue
                _write(failed, made)
                if not right.exists():
                    rows.append((time, None, failed, None, f"{right} is missing"))
                    continue
                shown = failed.with_suffix(".difference.png")
                said = _programs.diff(right, failed, tolerance=tolerance, output=shown)
                if said["same"]:
                    _forget(failed)
                else:
                    rows.append((time, right, failed, shown, said["text"]))
        page = run.failures / f"{page_of_module}--{call}.html"
        if not rows:
            page.unlink(missing_ok=True)
        else:
            _page(page, rows)
            pytest.fail(
                f"{page}: " + "; ".join(f"at {time}: {text}" for time, _, _, _, text in rows), pytrace=False)

    yield compare


_Row = Tuple[Moment, Optional[pathlib.Path], pathlib.Path, Optional[pathlib.Path], str]


def _moment(time: Moment) -> str:
    """Returns a time as a part of a name; 0.5 gives the same text for every type of number."""
    if isinstance(time, str):
        return time
    number = float(time) + 0.0  # The addition converts -0 to 0.
    return str(int(number)) if number.is_integer() else repr(number)


def _png(film: Any, time: Moment) -> bytes:
    """Returns the picture at a time as a PNG with only the required chunks."""
    import struct
    import zlib

    view = film.frame(at=time, alpha="straight")
    rows = memoryview(view).cast("B")
    stride = film.width * 4
    body = b"".join(b"\0" + rows[y * stride:(y + 1) * stride] for y in range(film.height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", film.width, film.height, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"sRGB", b"\0")
            + chunk(b"IDAT", zlib.compress(body, 9)) + chunk(b"IEND", b""))


def _write(path: pathlib.Path, data: bytes) -> None:
    """Writes a file that appears complete or not at all, even if other workers write it at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _forget(failed: pathlib.Path) -> None:
    """Removes the pictures of an earlier failure, because the comparison passes now."""
    for path in (failed, failed.with_suffix(".difference.png"), failed.with_suffix(".golden.png")):
        path.unlink(missing_ok=True)


def _page(page: pathlib.Path, rows: Sequence[_Row]) -> None:
    """Writes a page with all pictures that differ."""
    text = [f"<!doctype html><meta charset=utf-8><title>{html.escape(page.stem)}</title>",
            "<style>body{font:15px sans-serif;margin:2em}img{max-width:30%;margin-right:1em}</style>"]
    for time, right, made, shown, said in rows:
        text.append(f"<h2>at {html.escape(str(time))}</h2><p>{html.escape(said)}</p>")
        if right:
            copy = made.with_suffix(".golden.png")
            shutil.copy(right, copy)
            text.append(f'<img src="{html.escape(copy.name)}" alt="golden">')
        text.append(f'<img src="{html.escape(made.name)}" alt="now">')
        if shown and shown.exists():
            text.append(f'<img src="{html.escape(shown.name)}" alt="difference">')
    page.write_text("\n".join(text), encoding="utf-8")

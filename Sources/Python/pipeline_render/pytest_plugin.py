"""The pytest fixture `pipeline_golden`: compares frames of a document with golden pictures.

    def test_card(pipeline_golden):
        pipeline_golden("card.json", at=[0, 0.5, "end"])

The pictures lie in `golden` beside the test. Where one is missing or differs the test fails, and a page with
both pictures lies in `pipeline-failures` in the folder where pytest runs; `pytest --pipeline-update` writes them.
"""

import html
import pathlib
import re
import shutil
import subprocess

import pytest

from . import _file, _run, _sets, program


def pytest_addoption(parser):
    parser.addoption(
        "--pipeline-update", action="store_true", help="write the golden pictures of pipeline anew")


@pytest.fixture
def pipeline_golden(request):
    golden = pathlib.Path(request.path).parent / "golden"
    failures = pathlib.Path.cwd() / "pipeline-failures"
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", request.node.name)

    def compare(document, at=(0,), set=None, tolerance=0, folder=None):
        times = [at] if isinstance(at, (str, int, float)) else list(at)
        rows = []
        with _file(document, folder) as path:
            for time in times:
                word = re.sub(r"[^A-Za-z0-9.]+", "-", str(time))
                right = golden / f"{name}-{word}.png"
                made = failures / f"{name}-{word}.png"
                made.parent.mkdir(exist_ok=True)
                _run(["frame", path, "--at", str(time), "-o", str(made), *_sets(set), "-q"])
                if request.config.getoption("--pipeline-update"):
                    right.parent.mkdir(exist_ok=True)
                    shutil.move(made, right)
                    continue
                if right.exists():
                    shown = made.with_suffix(".difference.png")
                    done = subprocess.run(
                        [program(), "diff", right, made, "--tolerance", str(tolerance), "-o", shown],
                        capture_output=True, text=True, check=False)
                    if done.returncode == 0:
                        made.unlink()
                        continue
                    rows.append((time, right, made, shown, (done.stdout + done.stderr).strip()))
                else:
                    rows.append((time, None, made, None, f"{right} is missing"))
        if rows:
            pytest.fail(f"{_page(failures, name, rows)}: " + "; ".join(
                f"at {time}: {text}" for time, _, _, _, text in rows), pytrace=False)
        if failures.exists() and not any(failures.iterdir()):
            failures.rmdir()

    return compare


def _page(failures, name, rows):
    """Writes a page with every picture that differs, and gives its path."""
    text = [f"<!doctype html><meta charset=utf-8><title>{html.escape(name)}</title>",
            "<style>body{font:15px sans-serif;margin:2em}img{max-width:30%;margin-right:1em}</style>"]
    for time, right, made, shown, said in rows:
        text.append(f"<h2>at {html.escape(str(time))}</h2><p>{html.escape(said)}</p>")
        if right:
            copy = failures / f"{made.stem}.golden.png"
            shutil.copy(right, copy)
            text.append(f'<img src="{copy.name}" alt="golden">')
        text.append(f'<img src="{made.name}" alt="now">')
        if shown and shown.exists():
            text.append(f'<img src="{shown.name}" alt="difference">')
    page = failures / f"{name}.html"
    page.write_text("\n".join(text), encoding="utf-8")
    return page

"""Tests the wheel's pytest plugin in separate runs of pytest."""

import pathlib
import subprocess
import sys

import pytest

MODULE = """
import pathlib, pytest
CARD = {"version": 1, "canvas": {"size": [40, 20], "scale": 1, "background": "#ffffff"}, "duration": 1,
        "layers": [{"id": "box", "contents": {"color": "#ff0000"}, "frame": [0, 5, 10, 10]}]}

def card(x):
    return {**CARD, "layers": [{**CARD["layers"][0], "frame": [x, 5, 10, 10]}]}

def test_card(pipeline_golden):
    pipeline_golden(card(SHIFT + 1), at=[0, 0.5, "end"])
    pipeline_golden(card(SHIFT + 2), at=0)

class TestOne:
    def test_it(self, pipeline_golden):
        pipeline_golden(card(SHIFT + 3))

class TestTwo:
    def test_it(self, pipeline_golden):
        pipeline_golden(card(SHIFT + 4))

@pytest.mark.xdist_group("many")
@pytest.mark.parametrize("x", range(8))
def test_many(pipeline_golden, x):
    pipeline_golden(card(SHIFT + 5 + x), at=-0.0)
"""


def run(folder, *words):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words], cwd=folder, capture_output=True,
        text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "test_a.py").write_text(MODULE.replace("SHIFT", "0"))
    (tmp_path / "test_b.py").write_text(MODULE.replace("SHIFT", "8"))
    # Another folder contains a module with the same name.
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "__init__.py").write_text("")
    (tmp_path / "more" / "test_a.py").write_text(MODULE.replace("SHIFT", "12"))
    return tmp_path


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_each_comparison_has_its_picture(folder, workers):
    pytest.importorskip("xdist")
    status, said = run(folder)
    assert status == 1 and "is missing" in said
    status, said = run(folder, "--pipeline-update", *workers)
    assert status == 0, said
    goldens = sorted(str(p.relative_to(folder)) for p in folder.glob("**/golden/**/*.png"))
    assert len(goldens) == 3 * (3 + 1 + 1 + 1 + 8)
    for words in [], ["-n", "4"], ["-n", "2", "--dist", "loadgroup"]:
        status, said = run(folder, *words)
        assert status == 0 and "no comparison" not in said, said
    assert not (folder / "pipeline-failures").exists()


def test_failures_survive_and_unused_are_told(folder):
    run(folder, "--pipeline-update")
    (folder / "test_a.py").write_text(MODULE.replace("SHIFT", "1"))
    status, said = run(folder)
    assert status == 1
    pages = set((folder / "pipeline-failures").glob("*.html"))
    assert len(pages) == 11
    run(folder, "test_b.py", "more")
    assert set((folder / "pipeline-failures").glob("*.html")) == pages
    (folder / "golden" / "test_b" / "old.png").write_bytes(b"")
    status, said = run(folder, "test_b.py")
    assert status == 0 and "no comparison uses golden/test_b/old.png" in said
    status, said = run(folder, "test_b.py", "-k", "card")
    assert "no comparison" not in said
    (folder / "test_a.py").write_text(MODULE.replace("SHIFT", "0"))
    status, said = run(folder)
    assert status == 0 and not (folder / "pipeline-failures").exists(), said
    (folder / "test_b.py").unlink()
    status, said = run(folder)
    assert status == 0 and said.count("no comparison uses golden/test_b/") == 15, said

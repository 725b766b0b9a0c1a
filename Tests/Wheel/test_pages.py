"""The blocks in Python of the pages in PIPELINE_PAGES, each in a folder with a small document."""

import json
import os
import pathlib
import re

import pytest

CARD = {
    "version": 1,
    "canvas": {"size": [40, 20], "scale": 1, "fps": 10},
    "vars": {"name": "a", "title": "b"},
    "duration": 1,
    "layers": [{"id": "box", "contents": {"color": "#ff0000"}, "frame": [0, 5, 10, 10]}],
}
BLOCKS = [
    pytest.param(block, id=f"{page.stem}-{number}")
    for page in sorted(pathlib.Path(os.environ.get("PIPELINE_PAGES", "none")).glob("*.md"))
    for number, block in enumerate(re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.M | re.S))
]
pytest_plugins = ["pytester"]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block(block, pytester):
    for name in ("card.json", "pipeline.json"):
        (pytester.path / name).write_text(json.dumps(CARD))
    if "pipeline.frame(" in block:
        pytest.importorskip("numpy")
    if not block.startswith("def test_"):
        exec(compile(block, "page", "exec"), {})
        return
    pytester.makepyfile(block)
    assert pytester.runpytest("--pipeline-update").ret == 0
    assert pytester.runpytest().ret == 0

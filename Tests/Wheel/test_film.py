"""Tests the wheel in one process: what it draws, reports, refuses and leaves behind."""

import concurrent.futures
import json
import multiprocessing
import os
import pathlib
import pickle
import subprocess
import sys
import threading
import time
import warnings

import pytest

import pipeline_render as pipeline

CARD = {
    "version": 1,
    "canvas": {"size": [40, 20], "scale": 1, "fps": 20, "background": "#ffffff"},
    "vars": {"x": 10, "label": "a"},
    "duration": 1,
    "layers": [{"id": "box", "contents": {"color": "#ff0000"}, "frame": ["${x}", 5, 10, 10]}],
}
# The document is so long that it never ends during a test.
LONG = {**CARD, "canvas": {**CARD["canvas"], "size": [2000, 2000]}, "duration": 3000}


def own(kind):
    """Returns the threads, or the child processes, of this process."""
    if kind == "threads":
        return set(os.listdir("/proc/self/task"))
    return {child for task in os.listdir("/proc/self/task")
            for child in pathlib.Path(f"/proc/self/task/{task}/children").read_text().split()}


def test_frames_are_memory(tmp_path):
    with pipeline.open(CARD, folder=tmp_path) as film:
        assert (film.width, film.height, film.fps, film.duration) == (40, 20, 20, 1)
        assert len(film) == film.frame_count == 20 and film.is_opaque
        frames = list(film.frames())
        assert len(frames) == 20
        assert frames[0].shape == (20, 40, 4) and not frames[0].readonly
        assert frames[0][10, 15, 0] == 255 and frames[0][10, 15, 1] == 0
        frames[0][10, 15, 1] = 7
        assert frames[0][10, 15, 1] == 7 and frames[1][10, 15, 1] == 0
        assert film[-1].tobytes() == film.frame(19).tobytes() == film.frame(at="0.95").tobytes()
        assert len({id(frame.obj) for frame in list(film.frames(reuse=True))}) == 1
    assert not list(tmp_path.iterdir())


def test_numpy_needs_no_copy():
    numpy = pytest.importorskip("numpy")
    with pipeline.open(CARD) as film:
        frame = film.frame(at=numpy.float32(0.5))
        array = numpy.asarray(frame)
        array[0, 0] = 9
        assert frame[0, 0, 0] == 9 and array.shape == (20, 40, 4)
        mine = numpy.zeros((20, 40, 4), numpy.uint8)
        film.frame(numpy.int64(3), into=mine)
        assert mine[10, 15].tolist() == [255, 0, 0, 255]
    pixels = pipeline.frame(CARD, at="50%", set={"x": numpy.int32(0)})
    assert pixels[10, 5].tolist() == [255, 0, 0, 255]


@pytest.mark.parametrize("at", [-0.0, 0, "0", "0%", "0f", "0ms", False + 0])
def test_times_that_are_zero(at):
    with pipeline.open(CARD) as film:
        assert film.frame(at=at).tobytes() == film.frame(0).tobytes()


@pytest.mark.parametrize("at", [-1, -1e-9, "-1", 1.1, "2s", float("nan"), float("inf")])
def test_times_outside(at):
    with pipeline.open(CARD) as film, pytest.raises(pipeline.Problem) as caught:
        film.frame(at=at)
    assert caught.value.status == 64


@pytest.mark.parametrize("options, kind", [
    ({"scale": -1}, pipeline.Problem), ({"scale": 0}, ValueError), ({"scale": float("nan")}, pipeline.Problem),
    ({"timeout": 0}, ValueError), ({"timeout": -3}, ValueError), ({"sandbox": "yes"}, ValueError),
    ({"limits": {"layer": 3}}, pipeline.Problem), ({"limits": {"layers": 0}}, pipeline.Problem),
    ({"set": {"y": 1}}, pipeline.Problem), ({"set": {"x": "ten"}}, pipeline.Problem), ({"threads": 1.5}, TypeError),
    ({"threads": 0}, ValueError), ({"threads": 2**32 + 1}, ValueError), ({"limits": {"layers": 2**64 + 9}}, ValueError),
    ({"set": {"label": "a\0b"}}, ValueError), ({"folder": "a\0b"}, ValueError)])
def test_options_that_make_no_sense(options, kind):
    with pytest.raises(kind):
        pipeline.open(CARD, **options)


@pytest.mark.parametrize("options", [{"fps": 0}, {"fps": -1}, {"fps": 5000}, {"quality": 7}, {"quality": float("nan")}])
def test_rates_and_qualities(options, tmp_path):
    with pytest.raises(pipeline.Problem) as caught:
        pipeline.render(CARD, tmp_path / "a.mp4", **options)
    assert caught.value.status == 64 and not list(tmp_path.iterdir())


def test_paths_that_begin_with_a_dash(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("-card.json").write_text(json.dumps(CARD))
    pipeline.render("-card.json", "-o.gif")
    assert sorted(os.listdir()) == ["-card.json", "-o.gif"]
    pipeline.render("-card.json", "-p.png", options=["--scale", "0.5"])
    assert pipeline.diff("-o.gif", "-o.gif")["same"]


def test_it_says_what_it_is(tmp_path):
    assert pipeline.inspect(CARD)["duration"] == 1
    box = next(x for x in pipeline.inspect(CARD, at=0)["layers"] if x["id"] == "box")
    assert box["frame"] == [10, 5, 10, 10]
    assert [event["event"] for event in pipeline.events(CARD)] == ["willBegin", "didEnd"]
    with pipeline.open(CARD, set={"label": "ü☃"}) as film:
        assert film.variables == {"label": "ü☃", "x": 10}
    assert pipeline.validate(CARD) == {"fine": True, "problems": [], "warnings": []}
    wrong = pipeline.validate({**CARD, "layers": [{"id": "box", "fram": [0, 0, 1, 1]}]})
    assert not wrong["fine"] and wrong["problems"][0]["suggestion"] == "frame"


def test_render_tells_progress_and_ends(tmp_path):
    seen = []
    lines = pipeline.render(CARD, [tmp_path / "a.gif", tmp_path / "a.png"], progress=lambda *n: seen.append(n))
    assert len(lines) == 2 and seen[-1] == (20, 20) and (tmp_path / "a.gif").stat().st_size > 100
    with pytest.raises(pipeline.Problem) as caught:
        pipeline.render(LONG, tmp_path / "b.mp4", timeout=0.5)
    assert caught.value.kind == "timeout" and caught.value.status == 75
    with pytest.raises(pipeline.Problem) as caught:
        pipeline.render(LONG, tmp_path / "b.mp4", progress=lambda done, _: done < 3)
    assert caught.value.kind == "cancelled"
    with pytest.raises(ZeroDivisionError):
        pipeline.render(LONG, tmp_path / "b.mp4", progress=lambda *_: 1 / 0)
    assert sorted(os.listdir(tmp_path)) == ["a.gif", "a.png"]
    with pipeline.open(CARD) as film:
        assert film.encode("png", frames=range(3, 4))[:4] == b"\x89PNG"
        assert film.encode(".gif")[:4] == b"GIF8"


def test_another_thread_cancels(tmp_path):
    with pipeline.open(LONG) as film:
        threading.Timer(0.3, film.cancel).start()
        with pytest.raises(pipeline.Problem) as caught:
            film.render(tmp_path / "a.mp4")
        assert caught.value.kind == "cancelled"
        with pytest.raises(pipeline.Problem):
            film.frame(0)
        film.resume()
        film.frame(0)
    with pytest.raises(pipeline.Problem) as caught:
        film.frame(0)
    assert caught.value.kind == "handle"


def test_nothing_is_left():
    pipeline.open(CARD).close()
    threads, children = own("threads"), own("children")
    with pipeline.open(CARD, threads=4) as film:
        film.encode("mp4")
    assert own("threads") == threads and own("children") == children


def test_warnings_are_python_warnings():
    strange = {**CARD, "layers": CARD["layers"] + [
        {"id": "t", "contents": {"text": "a", "font": "Nowhere Sans", "size": 8}, "frame": [0, 0, 20, 10]}]}
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with pipeline.open(strange) as film:
            film.frame(0)
            told = film.warnings
    assert (not told) or any(issubclass(w.category, pipeline.PipelineWarning) for w in seen)


def wrong(_):
    pipeline.inspect("nowhere.json")


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_problem_passes_through_pools(method):
    problem = pipeline.Problem(65, "wrong", [{"line": 1}], "content", ["/a"])
    again = pickle.loads(pickle.dumps(problem))
    assert (again.status, str(again), again.places, again.kind, again.tried) == (
        65, "wrong", [{"line": 1}], "content", ["/a"])
    context = multiprocessing.get_context(method)
    with context.Pool(2) as pool, pytest.raises(pipeline.Problem) as caught:
        pool.map_async(wrong, range(2)).get(60)
    assert caught.value.status == 66
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        with pytest.raises(pipeline.Problem):
            pool.submit(wrong, 0).result(60)
        assert pool.submit(draw, CARD).result(60) == draw(CARD)


def draw(document):
    with pipeline.open(document) as film:
        return film.frame(0).tobytes()


def test_a_forked_process_opens_its_own():
    with pipeline.open(CARD) as film:
        expected = film.frame(0).tobytes()
        child = os.fork()
        if child == 0:
            try:
                film.frame(0)
            except pipeline.Problem as problem:
                film.close()
                os._exit(0 if problem.kind == "forked" and draw(CARD) == expected else 2)
            os._exit(3)
        assert os.waitpid(child, 0)[1] == 0
        assert film.frame(0).tobytes() == expected


def test_a_killed_parent_leaves_nothing(tmp_path):
    code = (
        "import pipeline_render as p, json, sys\n"
        "film = p.open(json.loads(sys.argv[1]))\n"
        "film.render('a.mp4', progress=lambda *_: print('x', flush=True))\n")
    parent = subprocess.Popen(
        [sys.executable, "-c", code, json.dumps(LONG)], cwd=tmp_path, stdout=subprocess.PIPE)
    parent.stdout.readline()
    helpers = {child for task in os.listdir(f"/proc/{parent.pid}/task")
               for child in pathlib.Path(f"/proc/{parent.pid}/task/{task}/children").read_text().split()}
    assert helpers
    parent.kill()
    parent.wait()
    for _ in range(100):
        if not any(os.path.exists(f"/proc/{helper}") for helper in helpers):
            break
        time.sleep(0.1)
    assert not any(os.path.exists(f"/proc/{helper}") for helper in helpers)
    assert not list(tmp_path.iterdir())


def test_any_locale(tmp_path):
    (tmp_path / "ü.json").write_text(json.dumps({**CARD, "layers": [{"id": "ü", "fram": 1}]}))
    code = (
        "import locale, pipeline_render as p, sys\n"
        "locale.setlocale(locale.LC_ALL, '')\n"
        "assert p.inspect(__import__('json').loads(sys.argv[1]), at=0.5)['time'] == 0.5\n"
        "try: p.inspect(sys.argv[2])\n"
        "except p.Problem as e: assert 'ü' in str(e) and e.places[0]['line'] == 1\n"
        "else: sys.exit(1)\n")
    for name in ["C", "POSIX", "C.UTF-8", "de_DE.UTF-8"]:
        done = subprocess.run(
            [sys.executable, "-c", code, json.dumps(CARD), str(tmp_path / "ü.json")],
            env={**os.environ, "LC_ALL": name}, capture_output=True, check=False)
        if b"unsupported locale" not in done.stderr:
            assert done.returncode == 0, (name, done.stderr)


def test_the_program():
    done = subprocess.run(
        [sys.executable, "-m", "pipeline_render", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("pipeline ")
    with pytest.raises(pipeline.Problem) as caught:
        pipeline.diff("nowhere.png", "nowhere.png")
    assert caught.value.status == 66


def test_check_and_measure(tmp_path):
    document = {**CARD, "checks": [{"layer": "box", "at": 0, "frame": [10, 5, 10, 10]}]}
    assert pipeline.check(document, output=tmp_path / "d")["passed"]
    document["checks"][0]["frame"] = [0, 5, 10, 10]
    assert not pipeline.check(document, output=tmp_path / "d")["passed"]
    with pytest.raises(pipeline.Problem) as caught:
        pipeline.render(LONG, tmp_path / "a.mp4", options=["-q"], timeout=1)
    assert caught.value.kind == "timeout"

"""Tests a server of gunicorn whose workers draw documents, and are forked before or after the library is loaded."""

import concurrent.futures
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

pytest.importorskip("gunicorn")

APP = '''
import json, os
import pipeline_render as pipeline

CARD = {"version": 1, "canvas": {"size": [40, 20], "scale": 1, "background": "#ffffff"}, "vars": {"x": 1},
        "duration": 1, "layers": [
            {"id": "box", "contents": {"color": "#ff0000"}, "frame": ["${x}", 5, 10, 10]},
            {"id": "text", "contents": {"text": "Hi", "size": 8}, "frame": [20, 0, 20, 20]}]}
parent = os.getpid()
kept = pipeline.open(CARD)
kept.frame(0)

def app(environ, start):
    path, status = environ["PATH_INFO"], "200 OK"
    try:
        if path == "/kept":
            kept.frame(0)
            body = b"drawn"
        elif path == "/wrong":
            pipeline.open({"version": 1, "layers": [{"id": "a", "fram": 1}]})
        elif path == "/left":
            tasks = os.listdir("/proc/self/task")
            children = [open(f"/proc/self/task/{task}/children").read().split() for task in tasks]
            body = json.dumps([os.getpid(), len(tasks), sum(map(len, children)), len(os.listdir("/proc/self/fd"))])
            body = body.encode()
        else:
            with pipeline.open(CARD, set={"x": int(path[1:])}, timeout=60) as film:
                body = film.encode("png", frames=range(1))
    except pipeline.Problem as problem:
        status, body = "422 Unprocessable", problem.kind.encode()
    start(status, [("Content-Length", str(len(body)))])
    return [body]
'''


@pytest.mark.parametrize("preload", [False, True])
def test_workers_draw(tmp_path, preload):
    (tmp_path / "server.py").write_text(APP)
    words = ["--workers", "3", "--bind", "127.0.0.1:0", "--log-level", "info"]
    said = open(tmp_path / "said", "wb")
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *words, *(["--preload"] if preload else []), "server:app"],
        cwd=tmp_path, env={**os.environ, "HOME": str(tmp_path)}, stderr=said)
    try:
        for _ in range(300):
            lines = (tmp_path / "said").read_text()
            if "Listening at: " in lines:
                break
            time.sleep(0.1)
        root = lines.split("Listening at: ")[1].split()[0]

        def get(path):
            try:
                with urllib.request.urlopen(root + path, timeout=60) as answer:
                    return answer.status, answer.read()
            except urllib.error.HTTPError as error:
                return error.code, error.read()

        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            expected = [get(f"/{x}") for x in range(4)]
            assert len(set(expected)) == 4 and all(status == 200 for status, _ in expected)
            assert set(pool.map(get, ["/kept"] * 12)) == {(422, b"forked") if preload else (200, b"drawn")}
            before = dict(worker(get) for _ in range(30))
            drawn = list(pool.map(get, [f"/{x % 4}" for x in range(80)]))
            assert drawn == expected * 20
            assert set(pool.map(get, ["/wrong"] * 6)) == {(422, b"content")}
            after = dict(worker(get) for _ in range(30))
        assert all(after[key] == before[key] for key in after if key in before), (before, after)
    finally:
        server.terminate()
        assert server.wait(30) == 0


def worker(get):
    number, *counts = json.loads(get("/left")[1])
    return number, counts

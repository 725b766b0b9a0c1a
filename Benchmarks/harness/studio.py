"""The studio in Chromium: how soon a save is seen, how a document plays, how a finger is followed.

Beside it a reload of the same screen as an HTML page in the same browser.
"""

import json
import os
import random
import re
import shutil
import statistics
import subprocess
import time

import browser
import magic
from peers import Missing

SAVES = 50
MOVES = 60
DRAG_SECONDS = 4
LOADED = "document.readyState === 'complete' && !!document.getElementById('canvas')?.dataset.version"

# A ten-second document of the size of a phone's screen.
LONG = {
    "version": 1,
    "canvas": {"size": [360, 640], "scale": 3, "fps": 60, "background": "#ffffff"},
    "layers": [
        {"id": "back", "frame": [0, 0, 360, 640], "contents": {"image": "list.png"}},
        {
            "id": "card", "frame": [60, 80, 240, 320], "contents": {"image": "poster.png"},
            "cornerRadius": 24, "masksToBounds": True,
        },
    ],
    "timeline": {
        "targets": "card", "duration": 10,
        "keyframes": [{"translate": [0, 0]}, {"translate": [0, 160]}, {"translate": [0, 0]}],
    },
}


class Studio:
    """`pipeline preview` of a document."""

    def __init__(self, peers, path):
        self.path = path
        self.process = subprocess.Popen(
            [peers.command("pipeline"), "preview", path, "--port", "0"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            raise Missing("pipeline preview did not start")
        self.address = found.group()

    def close(self):
        self.process.terminate()
        self.process.wait()


def opened(page, address):
    page.ask("Page.navigate", url=address)
    for _ in range(400):
        if page.evaluate(LOADED):
            return
        time.sleep(0.05)
    raise Missing("the studio's page did not load")


def save(path, text):
    with open(path + ".new", "w") as file:
        file.write(text)
    os.replace(path + ".new", path)


def saved(page, studio, texts, frames):
    """Milliseconds from each save until its frame is on the canvas, the playhead anywhere."""
    times = []
    for number, text in enumerate(texts):
        frame = random.Random(number).randrange(frames)
        page.evaluate(
            f"""(async () => {{
              const {{ seek, state }} = await import("/core/state.js")
              const {{ setPlaying }} = await import("/stage/player.js")
              setPlaying(false)
              seek(({frame} + 0.5) / state.document.fps)
              const canvas = document.getElementById("canvas")
              while (canvas.dataset.frame !== "{frame}") await new Promise(requestAnimationFrame)
              window.before = canvas.dataset.version
            }})()""")
        start = time.perf_counter()
        save(studio.path, text)
        page.evaluate(
            f"""(async () => {{
              const canvas = document.getElementById("canvas")
              while (canvas.dataset.version === window.before || canvas.dataset.frame !== "{frame}")
                await new Promise(requestAnimationFrame)
              await new Promise(requestAnimationFrame)
            }})()""")
        times.append((time.perf_counter() - start) * 1000)
    return times


def reloaded(page, path):
    """Milliseconds until the HTML page has loaded anew and shows a frame."""
    times = []
    for number in range(SAVES):
        start = time.perf_counter()
        page.ask("Page.navigate", url="file://" + path)
        while page.evaluate(
                "document.readyState === 'complete' && typeof show") != "function":
            time.sleep(0.002)
        page.evaluate(
            f"show({number / SAVES}).then(() => Promise.all([...document.images].map(i => i.decode())))")
        times.append((time.perf_counter() - start) * 1000)
    return times


def late(page, seconds):
    """The share of frames that came late, once all are drawn."""
    return page.evaluate(
        f"""(async () => {{
          const {{ seek, state }} = await import("/core/state.js")
          const {{ counts, setPlaying }} = await import("/stage/player.js")
          const wait = ms => new Promise(done => setTimeout(done, ms))
          const there = list => list.reduce((sum, [a, b]) => sum + b - a + 1, 0)
          for (let i = 0; i < 1200; i++) {{
            const {{ full, drafts }} = state.progress
            if (Math.max(there(full), there(drafts)) >= Math.min(600, state.document.frames)) break
            await wait(100)
          }}
          seek(0)
          setPlaying(true)
          await wait(1500)
          const {{ shown, late }} = counts
          await wait({seconds * 1000})
          setPlaying(false)
          return (counts.late - late) / Math.max(1, counts.shown - shown + counts.late - late)
        }})()""")


def followed(page):
    """Frames a second while a finger moves, at scale 1."""
    return page.evaluate(
        f"""(async () => {{
          const {{ askPicture }} = await import("/core/server.js")
          const start = performance.now()
          for (let i = 0; i < {MOVES}; i++) {{
            const time = (performance.now() - start) / 1000
            const body = {{ id: "bench", points: [[time, 4 + 3 * i, 200]], time, draft: true }}
            ;(await askPicture("/gesture", {{ body }})).close()
          }}
          return {MOVES} * 1000 / (performance.now() - start)
        }})()""")


def dragged(page, layer):
    """Pictures a second that are seen while the mouse drags a layer."""
    place = page.evaluate(
        f"""(async () => {{
          const {{ seek, select, state }} = await import("/core/state.js")
          const {{ setPlaying }} = await import("/stage/player.js")
          const {{ corners, onScreen, valuesOf }} = await import("/stage/stage.js")
          const wait = ms => new Promise(done => setTimeout(done, ms))
          setPlaying(false)
          seek(0.2)
          select({{ layer: state.document.layers.find(l => l.id === "{layer}").index }})
          await wait(1500)
          const shape = corners(valuesOf(state.layer)).map(onScreen)
          const box = document.getElementById("stage").getBoundingClientRect()
          const canvas = document.getElementById("canvas")
          window.seen = 0
          let version = canvas.dataset.version
          const look = () => {{
            if (canvas.dataset.version !== version) seen++
            version = canvas.dataset.version
            requestAnimationFrame(look)
          }}
          look()
          return [0, 1].map(k => shape.reduce((sum, p) => sum + p[k], 0) / 4 + (k ? box.top : box.left))
        }})()""")

    def mouse(kind, way):
        page.ask(
            "Input.dispatchMouseEvent", type=kind, x=place[0] + way, y=place[1] + way / 2,
            button="left", buttons=0 if kind == "mouseReleased" else 1, clickCount=1)

    mouse("mousePressed", 0)
    before, start, moves = page.evaluate("seen"), time.perf_counter(), 0
    while time.perf_counter() - start < DRAG_SECONDS:
        moves += 1
        mouse("mouseMoved", 8 + moves % 60)
    seen = page.evaluate("seen") - before
    rate = seen / (time.perf_counter() - start)
    mouse("mouseReleased", 8 + moves % 60)
    return rate


def run(bars, peers):
    # As real-time processes the browser and the studio would take the processor from each other for good.
    policy, share = os.sched_getscheduler(0), os.sched_getparam(0)
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    try:
        measure(bars, peers)
    finally:
        os.sched_setscheduler(0, policy, share)


def measure(bars, peers):
    magic.write(peers.root, peers.folder)
    page = None
    studios = []
    try:
        html = browser.write_page(peers.folder)
        page = browser.Browser(html)
        reload_times = reloaded(page, html)
        page.ask("Emulation.clearDeviceMetricsOverride")

        def studio(name, document):
            path = os.path.join(peers.folder, name)
            save(path, json.dumps(document))
            studios.append(Studio(peers, path))
            opened(page, studios[-1].address)
            return studios[-1]

        with open(os.path.join(peers.root, "pipeline.json")) as file:
            document = json.load(file)
        ours = studio("studio.json", document)
        texts = []
        for number in range(SAVES):
            document["vars"]["total"] = 1.5 + (number % 2) * 0.1
            document["name"] = f"save {number}"
            texts.append(json.dumps(document))
        times = saved(page, ours, texts, 88)
        name = "save to seen, pipeline.json"
        bars.add(f"{name}, median", "100 ms", statistics.median(times), None, "ms", "<=", 100)
        bars.add(f"{name}, worst of {SAVES}", "200 ms", max(times), None, "ms", "<=", 200)
        bars.add(
            f"{name}, median", "HTML page reloaded", statistics.median(times),
            statistics.median(reload_times), "ms", "<=", 1)
        page.ask(
            "Emulation.setDeviceMetricsOverride", width=1440, height=900, deviceScaleFactor=1,
            mobile=False)
        bars.add(
            "a drag in the picture of pipeline.json is followed", "30 frames a second",
            dragged(page, "poster-2"), None, "/s", ">=", 30)
        page.ask("Emulation.clearDeviceMetricsOverride")
        bars.add(
            "pipeline.json plays, late frames", "1 %", 100 * late(page, 10), None, "%", "<=", 1)

        art = os.path.join(peers.root, "Examples", "magic-push", "art")
        for image, source in (("list.png", "list.png"), ("poster.png", "poster-1.png")):
            with open(os.path.join(art, source), "rb") as file:
                data = file.read()
            with open(os.path.join(peers.folder, image), "wb") as file:
                file.write(data)
        ours = studio("long.json", LONG)
        texts = [json.dumps({**LONG, "name": f"save {number}"}) for number in range(SAVES)]
        times = saved(page, ours, texts, 600)
        bars.add(
            "save to seen, ten seconds of 1080×1920, median", "250 ms", statistics.median(times),
            None, "ms", "<=", 250)
        bars.add(
            "ten seconds of 1080×1920 play, late frames", "1 %", 100 * late(page, 10), None, "%",
            "<=", 1)

        example = os.path.join(peers.root, "Examples", "interactive-edge-pan")
        with open(os.path.join(example, "pipeline.json")) as file:
            finger = json.load(file)
        finger["canvas"]["scale"] = 2
        shutil.copytree(os.path.join(example, "art"), os.path.join(peers.folder, "art"))
        studio("finger.json", finger)
        bars.add(
            "a finger is followed at scale 1", "30 frames a second", followed(page), None, "/s",
            ">=", 30)
    except (Missing, OSError) as missing:
        bars.add("the studio", "–", None, None, "ms", "<=", 100, str(missing))
    finally:
        for studio in studios:
            studio.close()
        if page:
            page.close()

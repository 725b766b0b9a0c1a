"""A headless browser's screenshots of the magic push, as renderers built on browsers take them."""

import base64
import json
import os
import shutil
import subprocess
import time
import urllib.parse

import encoders
import magic
from peers import Missing, paired
from processes import wall

# Frames of the browser for each whole run of ours.
SHOTS = 18
ROUNDS = 5

PAGE = """<!doctype html><style>
body { margin: 0; background: #fff; overflow: hidden }
img, div { position: absolute; left: 0; top: 0; transform-origin: 0 0 }
.screen { width: 320px; height: 569px }
.poster { width: 88px; height: 115px }
</style>
<img id=list class=screen src=LIST>
<img class=poster style="left:108px;top:273px" src=POSTER2>
<img class=poster style="left:204px;top:273px" src=POSTER3>
<img id=detail class=screen src=DETAIL hidden>
<div id=cover class=screen style="background:#fff"></div>
<img id=poster class=poster src=POSTER1>
<script>
const mix = (a, b, t) => a + (b - a) * t;
const ease = t => t < 0 ? 0 : t > 1 ? 1 : t * t * (3 - 2 * t);
const part = (p, from, to) => Math.min(1, Math.max(0, (p - from) / (to - from)));
function show(p) {
  const move = ease(part(p, 0.08, 0.74)), hole = part(p, 0.74, 1) * 653;
  const shade = p < 0.53 ? part(p, 0, 0.08) * 0.6 : (1 - part(p, 0.53, 0.74)) * 0.6;
  poster.style.transform = `translate(12px, ${mix(273, 155, move)}px) scale(${mix(1, 1.08, move)})`;
  poster.style.boxShadow = `4.4px 5.75px 6px rgba(0, 0, 0, ${shade})`;
  detail.hidden = p < 0.74;
  cover.style.opacity = part(p, 0, 0.17);
  cover.style.maskImage = hole > 0
    ? `radial-gradient(circle at 56px 212.5px, transparent ${hole}px, #000 ${hole + 0.5}px)` : '';
  return new Promise(done => requestAnimationFrame(() => done(p)));
}
</script>"""


class Browser:
    """Chromium over its debugging pipe: JSON messages that end with a zero byte."""

    def __init__(self, page):
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        if not path:
            raise Missing("chromium is not installed")
        asks, self.write_end = os.pipe()
        self.read_end, answers = os.pipe()
        # The browser reads from descriptor 3 and writes to 4.
        words = [
            "bash", "-c", 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"', "bash", str(asks),
            str(answers), path, "--headless=new", "--no-sandbox", "--disable-gpu",
            "--remote-debugging-pipe", "--hide-scrollbars", "--user-data-dir=" + page + ".profile",
            "about:blank",
        ]
        self.process = subprocess.Popen(
            words, pass_fds=(asks, answers), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(asks)
        os.close(answers)
        self.rest = b""
        self.count = 0
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=320, height=569,
            deviceScaleFactor=magic.SCALE, mobile=False)
        self.ask("Page.navigate", url="file://" + urllib.parse.quote(page))
        for _ in range(200):
            if self.evaluate("document.readyState === 'complete' && typeof show") == "function":
                return
            time.sleep(0.05)
        raise Missing("chromium did not load the page")

    def ask(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data):]
        while True:
            while b"\0" not in self.rest:
                got = os.read(self.read_end, 1 << 20)
                if not got:
                    raise Missing("chromium ended")
                self.rest += got
            line, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise Missing("chromium: " + answer["error"]["message"])
                return answer["result"]

    def evaluate(self, text):
        answer = self.ask(
            "Runtime.evaluate", expression=text, awaitPromise=True, returnByValue=True)
        return answer["result"].get("value")

    def shot(self, progress):
        """One frame as the bytes of a PNG."""
        self.evaluate(f"show({progress})")
        return base64.b64decode(
            self.ask("Page.captureScreenshot", format="png", optimizeForSpeed=False)["data"])

    def close(self):
        try:
            self.ask("Browser.close")
        except (Missing, OSError):
            pass
        os.close(self.write_end)
        os.close(self.read_end)
        self.process.wait()


def write_page(folder):
    art = os.path.join(folder, "Examples", "magic-push", "art")
    page = PAGE
    for word, name in (
        ("LIST", "list"), ("DETAIL", "detail"), ("POSTER1", "poster-1"), ("POSTER2", "poster-2"),
        ("POSTER3", "poster-3"),
    ):
        page = page.replace(f"src={word}", f'src="file://{art}/{name}.png"')
    path = os.path.join(folder, "magic.html")
    with open(path, "w") as file:
        file.write(page)
    return path


def run(bars, peers):
    case, against, limit = "magic push to 90 PNGs, a frame", "browser screenshots", 1 / 30
    magic.write(peers.root, peers.folder)
    browser = None
    try:
        browser = Browser(write_page(peers.folder))
        ours = wall(encoders.png_command(peers))

        def theirs(index):
            start = time.perf_counter_ns()
            for shot in range(SHOTS):
                browser.shot((shot + index / ROUNDS) / SHOTS)
            return (time.perf_counter_ns() - start) / SHOTS

        theirs(0)
        (time_ours, reason), (time_theirs, missing) = paired(ROUNDS, ours, theirs)
        reason = reason or missing
        if not reason:
            return bars.add(
                case, against, time_ours / 1e6 / magic.FRAMES, time_theirs / 1e6, "ms", "<=",
                limit)
    except Missing as missing:
        reason = str(missing)
    finally:
        if browser:
            browser.close()
    bars.add(case, against, None, None, "ms", "<=", limit, reason)

"""Contents that move and sound, and rows of data: a film through the document, cards from a table, memory."""

import csv
import json
import os
import shutil
import subprocess

from peers import Missing, paired
from processes import spawn, wall

RUNS = 3
ROWS, SINGLE = 500, 20
RATE = 30


def run(bars, peers):
    video(bars, peers)
    cards(bars, peers)
    memory(bars, peers)


def ffmpeg(*words):
    subprocess.run(["ffmpeg", "-v", "error", "-y", *words], check=True)


def write(path, document):
    with open(path, "w") as file:
        json.dump(document, file)
    return path


def film(folder, seconds, size="1280x720"):
    """A moving test picture as H.264."""
    path = os.path.join(folder, f"film-{size}-{seconds}.mp4")
    ffmpeg("-f", "lavfi", "-i", f"testsrc2=s={size}:r={RATE}:d={seconds}", "-c:v", "libx264", "-crf",
           "18", "-pix_fmt", "yuv420p", "-colorspace", "bt709", path)
    return path


def video(bars, peers):
    """A film that fills the canvas, to MP4, against decoding it and encoding what was decoded."""
    case, against = "a video of 720p to MP4", "ffmpeg decodes, then libx264"
    seconds = 10
    source = film(peers.folder, seconds)
    document = write(os.path.join(peers.folder, "film.json"), {
        "version": 1, "canvas": {"size": [1280, 720], "fps": RATE}, "duration": seconds,
        "layers": [{
            "frame": [0, 0, 1280, 720], "contents": {"video": os.path.basename(source)},
        }],
    })
    planes = os.path.join(peers.folder, "film.yuv")
    ffmpeg("-i", source, "-f", "rawvideo", planes)
    out = os.path.join(peers.folder, "out.mp4")
    decode = ["ffmpeg", "-v", "error", "-i", source, "-f", "null", "-"]
    encode = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "1280x720",
              "-r", str(RATE), "-i", planes, "-c:v", "libx264", "-preset", "medium", "-crf", "18",
              "-threads", "4", out]
    ours = [peers.command("pipeline"), "run", document, "-o", out]
    (own, reason), (first, _), (second, _) = paired(RUNS, wall(ours), wall(decode), wall(encode))
    other = first and second and (first + second) / 1e6
    bars.add(case, against, own and own / 1e6, other, "ms", "<=", 1.3, reason)
    os.remove(planes)


def cards(bars, peers):
    """Cards from a table in one process, against a run for each; of these some are timed."""
    case, against = f"{ROWS} PNG cards from a CSV", f"{ROWS} single runs"
    table = os.path.join(peers.folder, "people.csv")
    with open(table, "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["name", "role", "color"])
        for number in range(ROWS):
            rows.writerow([f"Person {number}", "Somebody", f"#{number * 977 % 0x1000000:06x}"])
    document = os.path.join(peers.root, "Examples", "name-cards", "pipeline.json")
    out = os.path.join(peers.folder, "cards")
    ours = [peers.command("pipeline"), "run", document, "--data", table, "-o", out + "/{row}.png"]
    single = [peers.command("pipeline"), "run", document, "--set", "name=Person 7", "-o",
              out + "/one.png"]
    try:
        own = min(spawn(ours)[0] for _ in range(RUNS))
        other = min(sum(spawn(single)[0] for _ in range(SINGLE)) for _ in range(RUNS))
    except Missing as missing:
        return bars.add(case, against, None, None, "s", "<=", 1 / 5, str(missing))
    bars.add(case, against, own, other * ROWS / SINGLE, "s", "<=", 1 / 5)


def memory(bars, peers):
    """Raw frames of 1080p with a film, a Lottie and a sound, so that no encoder's own memory counts."""
    case, against = "peak memory, 10 minutes of 1080p with video, Lottie and sound", "10 seconds"
    source = film(peers.folder, 10, "640x360")
    sound = os.path.join(peers.folder, "sound.ogg")
    ffmpeg("-f", "lavfi", "-i", "sine=f=440:r=48000:d=20", "-c:a", "libopus", sound)
    lottie = os.path.join(peers.root, "Examples", "lottie-button", "art", "button.json")
    shutil.copy(lottie, peers.folder)

    def document(seconds):
        return write(os.path.join(peers.folder, f"long-{seconds}.json"), {
            "version": 1, "canvas": {"size": [1920, 1080], "fps": RATE}, "duration": seconds,
            "layers": [{
                "frame": [100, 100, 640, 360],
                "contents": {"video": os.path.basename(source), "loop": "forever"},
            }, {
                "frame": [900, 600, 720, 192],
                "contents": {"lottie": os.path.basename(lottie), "loop": "forever"},
            }],
            "audio": [{"file": os.path.basename(sound), "loop": True, "gain": -6}],
        })

    try:
        peaks = [
            spawn([peers.command("pipeline"), "run", document(seconds), "-o", "-", "-o",
                   os.path.join(peers.folder, "long.wav")])[1]
            for seconds in (600, 10)
        ]
    except Missing as missing:
        return bars.add(case, against, None, None, "MiB", "<=", 1.05, str(missing))
    bars.add(case, against, peaks[0] / 1024, peaks[1] / 1024, "MiB", "<=", 1.05)

"""The magic push to files: PNG, MP4 and GIF, as whole commands."""

import glob
import os
import re
import subprocess

import magic
from peers import Missing, Peer, paired
from processes import output, spawn, wall

RUNS = 7
GIF_SCALE, GIF_RATE = magic.SCALE / 2, 50
GIF_WIDTH, GIF_HEIGHT = magic.WIDTH // 2, magic.HEIGHT // 2


def run(bars, peers):
    # Files go to the disk that the build is on, as a user's would.
    document = magic.write(peers.root, peers.folder)
    pipeline = peers.command("pipeline")
    out = os.path.join(peers.tools, "out")
    os.makedirs(out, exist_ok=True)
    raw = os.path.join(peers.folder, "magic.rgba")
    with open(raw, "wb") as file:
        subprocess.run([pipeline, "run", document, "-o", "-"], stdout=file, check=True)
    png(bars, peers, [pipeline, "run", document, "-o"], out, raw)
    mp4(bars, peers, [pipeline, "run", document, "-o"], out, raw)
    os.remove(raw)
    gif(bars, peers, [pipeline, "run", document], out)


def png_command(peers):
    """Renders the frames as PNG."""
    document = magic.write(peers.root, peers.folder)
    out = os.path.join(peers.tools, "out", "png")
    return [peers.command("pipeline"), "run", document, "-o", out + "/frame-%04d.png"]


def png(bars, peers, command, out, raw):
    (time, reason), = paired(RUNS, wall(png_command(peers)))
    case = "magic push to 90 PNGs, a frame"
    if time is None:
        return bars.add(case, "8 ms", None, None, "ms", "<=", 8, reason)
    bars.add(case, "8 ms", time / 1e6 / magic.FRAMES, None, "ms", "<=", 8)
    files = glob.glob(out + "/png/frame-*.png")
    size = sum(os.path.getsize(name) for name in files)
    case = "magic push to 90 PNGs, size"
    try:
        with open(raw, "rb") as file:
            other = int(output(
                [peers.tool("deflate"), str(magic.WIDTH), str(magic.HEIGHT)], stdin=file))
        bars.add(case, "libdeflate level 1, Up", size / 1e6, other / 1e6, "MB", "<=", 1.15)
    except OSError:
        bars.add(case, "libdeflate level 1, Up", None, None, "MB", "<=", 1.15,
                 "libdeflate is not installed")


def mp4(bars, peers, command, out, raw):
    case, against = "magic push to MP4", "libx264 fed ready YUV"
    planes = os.path.join(peers.folder, "magic.yuv")
    encoder = None
    try:
        spawn(["ffmpeg", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s",
               f"{magic.WIDTH}x{magic.HEIGHT}", "-i", raw, "-vf", "scale=out_color_matrix=bt709",
               "-pix_fmt", "yuv420p", "-f", "rawvideo", planes])
        encoder = Peer(
            "x264", [peers.tool("x264"), planes, str(magic.WIDTH), str(magic.HEIGHT)])
        ours, other = paired(
            RUNS, wall(command + [os.path.join(out, "magic.mp4")]),
            lambda i: encoder.time("encode", i, 0))
        reason = ours[1] or other[1]
    except Missing as missing:
        ours = other = (None, None)
        reason = str(missing)
    if encoder:
        encoder.close()
    if os.path.exists(planes):
        os.remove(planes)
    if reason:
        return bars.add(case, against, None, None, "ms", "<=", 1.15, reason)
    bars.add(case, against, ours[0] / 1e6, other[0] / 1e6, "ms", "<=", 1.15)


def gif(bars, peers, command, out):
    case, against = "magic push 540×960 to GIF", "palettegen + paletteuse"
    ours, theirs = os.path.join(out, "ours.gif"), os.path.join(out, "theirs.gif")
    raw = os.path.join(peers.folder, "gif.rgba")
    options = ["--scale", str(GIF_SCALE), "--fps", str(GIF_RATE), "-o"]
    with open(raw, "wb") as file:
        subprocess.run(command + options + ["-"], stdout=file, check=True)
    source = ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", f"{GIF_WIDTH}x{GIF_HEIGHT}", "-r",
              str(GIF_RATE), "-i", raw]
    graph = "split[a][b];[a]palettegen[p];[b][p]paletteuse"
    mine, other = paired(
        RUNS, wall(command + options + [ours]),
        wall(["ffmpeg", "-y"] + source + ["-lavfi", graph, theirs]))
    reason = mine[1] or other[1]
    if reason:
        bars.add(case, against, None, None, "ms", "<=", 1 / 3, reason)
    else:
        bars.add(case, against, mine[0] / 1e6, other[0] / 1e6, "ms", "<=", 1 / 3)
        bars.add(case + ", PSNR", against, psnr(ours, source), psnr(theirs, source), "dB", ">=", 1)
        bars.add(case + ", size", against, os.path.getsize(ours) / 1e6,
                 os.path.getsize(theirs) / 1e6, "MB", "<=", 1)
    os.remove(raw)


def psnr(file, source):
    """Of all frames of a GIF against their source, in dB."""
    graph = "[0]settb=1/50,setpts=N,format=gbrp[a];[1]settb=1/50,setpts=N,format=gbrp[b];[a][b]psnr"
    done = subprocess.run(
        ["ffmpeg", "-i", file] + source + ["-lavfi", graph, "-fps_mode", "passthrough", "-f",
         "null", "-"], capture_output=True, text=True, check=True)
    return float(re.search(r"average:([0-9.]+)", done.stderr).group(1))

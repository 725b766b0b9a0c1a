"""Landscapes in layers of mist: they stand for photographs of any size."""

import math
import random

import cairo

from kit import Canvas, mix, radial, rgba, vertical

# sky from the top down, far and near ridge, light, and what lies in front
MOODS = {
    "dawn": (["#27366b", "#8a6fa8", "#f3a683", "#ffe0b0"], "#c98fa0", "#1d2447", "#fff1c9", "lake"),
    "alps": (["#2e79b8", "#8cc3e6", "#e8f3f5"], "#a9c6d8", "#1f3d4d", "#ffffff", "trees"),
    "dusk": (["#1a1440", "#5b2a78", "#d8577a", "#ffb070"], "#a2487f", "#170f33", "#ffd9a0", "sea"),
    "dune": (["#6cb4c9", "#cfe5df", "#fbe8c8"], "#f2c58a", "#a4552f", "#fff6df", "sand"),
    "fjord": (["#6f9aa8", "#b9d3d1", "#eef1e4"], "#9dbcb8", "#1c4547", "#ffffff", "lake"),
    "night": (["#060b24", "#142152", "#31508a"], "#3a5c92", "#070d24", "#f5f3da", "stars"),
    "field": (["#7fb6dd", "#cfe6ef", "#fdf2d0"], "#a8cfa0", "#3f7d3c", "#fffbe2", "sand"),
    "rose": (["#5b7fb5", "#c9b7d6", "#ffd3cf"], "#d9a3b5", "#5b2f57", "#fff0e6", "trees"),
    "reef": (["#0f6f8f", "#39b3b8", "#c9f0df"], "#5fc2bd", "#0c4a63", "#f4ffe9", "sea"),
}


def photograph(mood, width, height, seed=1, scale=1):
    """A landscape as a canvas of its own."""
    canvas = Canvas(width, height, scale)
    place(canvas, mood, 0, 0, width, height, seed)
    return canvas


def place(c, mood, x, y, width, height, seed=1, radius=0):
    """Draws a landscape in a box of the canvas."""
    sky, far, near, light, front = MOODS[mood]
    rng = random.Random(f"{mood}{seed}")
    c.cr.save()
    with c.clip(x, y, width, height, radius):
        c.cr.translate(x, y)
        _sky(c, rng, sky, light, width, height, front)
        ground = 0.70 if front in ("lake", "sea") else 1.0
        count = 3 if front == "sea" else 5
        for row in range(count):
            share = row / (count - 1)
            base = height * (0.46 + (ground - 0.46) * (0.25 + 0.75 * share) * (0.9 if ground == 1 else 1))
            rough = front not in ("sand",)
            _ridge(c, rng, mix(far, near, share ** 1.15), mix(far, sky[-1], 0.5), width, height,
                   base, height * (0.20 - 0.09 * share), rough, trees=front == "trees" and row >= 3)
        if front in ("lake", "sea"):
            _water(c, rng, sky, near, light, width, height, ground)
    c.cr.restore()


def _sky(c, rng, sky, light, width, height, front):
    stops = [(index / (len(sky) - 1), color) for index, color in enumerate(sky)]
    c.box(0, 0, width, height).fill(vertical(0, height * 0.66, *stops))
    if front == "stars":
        for _ in range(int(90 + width / 8)):
            size = max(0.3, width / 900) * rng.uniform(0.5, 1.3)
            c.disc(rng.uniform(0, width), rng.uniform(0, height * 0.6), size).fill("#ffffff", rng.uniform(0.3, 0.9))
    unit = min(width, height)
    sun_x, sun_y = width * rng.uniform(0.56, 0.74), height * (0.24 if front == "stars" else 0.38)
    glow = unit * 0.75
    c.disc(sun_x, sun_y, glow).fill(radial(sun_x, sun_y, 0, glow, (0, light, 0.75), (0.25, light, 0.3),
                                           (0.6, light, 0.07), (1, light, 0)))
    c.disc(sun_x, sun_y, unit * 0.075).fill(light, 0.96)


def _ridge(c, rng, color, mist, width, height, base, amplitude, rough, trees):
    """One range of hills: sums of sines, with peaks when `rough`."""
    waves = [(rng.uniform(0.6, 1.4) * 2 ** octave, rng.uniform(0, 6.3)) for octave in range(6 if rough else 2)]
    steps = max(60, int(width / 2))
    line = []
    for step in range(steps + 1):
        t = step / steps * max(0.7, width / height)
        value = 0.0
        for octave, (frequency, phase) in enumerate(waves):
            wave = math.sin(frequency * 2 * math.pi * t + phase)
            value += (1 - 2 * abs(wave) if rough and octave < 4 else wave) * 0.5 ** octave
        line.append((width * step / steps, base - amplitude * 0.62 * value))
    c.path(*line, (width, height), (0, height), close=True)
    gradient = cairo.LinearGradient(0, base - amplitude, 0, base + height * 0.22)
    gradient.add_color_stop_rgba(0, *rgba(color))
    gradient.add_color_stop_rgba(1, *rgba(mix(color, mist, 0.34)))
    c.fill(gradient)
    if trees:
        size = height * 0.035
        for px, py in line[:: max(1, int(steps * size * 0.42 / width))]:
            tall = size * rng.uniform(0.7, 1.7)
            c.path((px, py - tall), (px + tall * 0.24, py + 2), (px - tall * 0.24, py + 2), close=True).fill(color)


def _water(c, rng, sky, near, light, width, height, ground):
    top = height * ground
    c.box(0, top, width, height - top + 1).fill(
        vertical(top, height, (0, mix(sky[-1], near, 0.25)), (0.4, mix(sky[-2], near, 0.4)), (1, near)))
    for row in range(26):
        share = row / 26
        y = top + (height - top) * share ** 1.4
        for _ in range(3):
            half = width * rng.uniform(0.02, 0.09) * (0.4 + share)
            x = width * (0.65 + rng.gauss(0, 0.06 + 0.22 * share))
            thick = height * 0.0035 * (0.5 + 1.6 * share)
            c.box(x - half, y, 2 * half, thick, thick / 2).fill(light, 0.5 * (1 - share))

"""A town's map, a place on it, and the place's card that a presentation brings in."""

import math
import random

import landscapes
from icons import icon, stars, status_bar
from kit import Canvas, vertical

INK, SOFT, BLUE, GREEN = "#1b2430", "#66717f", "#2f6fed", "#1f8a5b"


def map_screen():
    c = Canvas(320, 568)
    _town(c)
    status_bar(c, INK)
    c.shadow(16, 32, 288, 48, 14, 10, 3, 0.18)
    c.box(16, 32, 288, 48, 14).fill("#ffffff")
    icon(c, "search", 40, 56, SOFT, 20, 1.8)
    c.text(60, 61, "Search in Porto Velho", 15, "regular", SOFT)
    c.disc(280, 56, 14).fill("#ffd9b0")
    c.text(280, 60, "MR", 11, "semibold", "#8a4b1a", align="center")
    x = 16
    for name, color in (("Coffee", "#c7702e"), ("Parks", GREEN), ("Museums", "#7a4fd0")):
        width = round(c.measure(name, 13, "medium")) + 36
        c.shadow(x, 92, width, 32, 16, 6, 2, 0.14)
        c.box(x, 92, width, 32, 16).fill("#ffffff")
        c.disc(x + 16, 108, 4).fill(color)
        c.text(x + 26, 112.6, name, 13, "medium", INK)
        x += width + 8
    for px, py, color, size in ((92, 236, "#c7702e", 1), (236, 214, "#7a4fd0", 1), (250, 396, "#c7702e", 1),
                                (70, 420, "#7a4fd0", 1), (164, 312, GREEN, 1.5)):
        marker(c, px, py, color, size)
    for top, name in ((444, "arrow"), (500, "list")):
        c.shadow(256, top, 48, 48, 24, 9, 3, 0.2)
        c.disc(280, top + 24, 24).fill("#ffffff" if name == "arrow" else BLUE)
        icon(c, name, 280, top + 24, BLUE if name == "arrow" else "#ffffff", 20, 2)
    return c


def place_screen():
    c = Canvas(320, 568)
    c.box(0, 0, 320, 568).fill("#ffffff")
    landscapes.place(c, "field", 0, 0, 320, 232, 2)
    c.box(0, 0, 320, 72).fill(vertical(0, 72, (0, "#0a2030", 0.45), (1, "#0a2030", 0)))
    status_bar(c, "#ffffff")
    for x, name in ((36, "back"), (284, "heart")):
        c.disc(x, 48, 16).fill("#ffffff")
        icon(c, name, x - (1 if name == "back" else 0), 48, INK, 18, 1.8)
    c.box(0, 208, 320, 380, 20).fill("#ffffff")
    _about(c, 208)
    c.text(16, 386, "The old quarry above the river, planted", 14, "regular", INK, 0.85)
    c.text(16, 407, "with limes in 1902. Climb to the bandstand", 14, "regular", INK, 0.85)
    c.text(16, 428, "for the evening light on both bridges.", 14, "regular", INK, 0.85)
    for index, mood in enumerate(("alps", "dawn", "fjord")):
        landscapes.place(c, mood, 16 + 98 * index, 444, 92, 48, 3, 8)
    _call(c, 504)
    return c


def card(width=320, height=300):
    """The place's card alone, its corners square: a wrapper rounds them."""
    c = Canvas(width, height)
    c.box(0, 0, width, height).fill("#ffffff")
    c.box(width / 2 - 18, 8, 36, 4, 2).fill("#c9ced6")
    _about(c, 4)
    for index, mood in enumerate(("alps", "dawn", "fjord")):
        landscapes.place(c, mood, 16 + 98 * index, 164, 92, 60, 3, 8)
    _call(c, 236)
    return c


def _about(c, top):
    c.text(16, top + 42, "Lime Tree Park", 24, "bold", INK, tracking=-0.4)
    c.text(16, top + 64, "Park · open until 22:00", 14, "regular", SOFT)
    end = stars(c, 15, top + 83, 4.5, "#f5a623", "#dfe3e9", 15, 17)
    c.text(end + 8, top + 87.5, "4.5", 13, "semibold", INK)
    c.text(end + 32, top + 87.5, "(1,204)", 13, "regular", SOFT)
    x = 16
    for name in ("12 min walk", "Free", "Dogs welcome"):
        width = round(c.measure(name, 12, "medium")) + 20
        c.box(x, top + 108, width, 28, 14).fill("#eef2f6")
        c.text(x + width / 2, top + 126.4, name, 12, "medium", INK, align="center")
        x += width + 8


def _call(c, top):
    c.box(16, top, 220, 48, 12).fill(BLUE)
    c.text(126, top + 29.5, "Directions", 16, "semibold", "#ffffff", align="center")
    c.box(248, top, 56, 48, 12).fill("#eef2f6")
    icon(c, "share", 276, top + 24, INK, 20, 1.8)


def marker(c, x, y, color, size=1.0):
    """A drop-shaped marker whose point is at (x, y)."""
    r = 11 * size
    c.disc(x, y + 1, 4 * size).fill("#000000", 0.16)
    c.cr.new_sub_path()
    c.cr.arc(x, y - 1.75 * r, r, math.pi * 0.82, math.pi * 0.18)
    c.cr.curve_to(x + 0.5 * r, y - 0.7 * r, x + 0.2 * r, y - 0.4 * r, x, y)
    c.cr.curve_to(x - 0.2 * r, y - 0.4 * r, x - 0.5 * r, y - 0.7 * r, x + r * math.cos(math.pi * 0.82),
                  y - 1.75 * r + r * math.sin(math.pi * 0.82))
    c.cr.close_path()
    c.fill(color, keep=True)
    c.stroke("#ffffff", 1.6)
    c.disc(x, y - 1.75 * r, 0.38 * r).fill("#ffffff")


def _town(c):
    """Blocks between tilted streets, a park and a river."""
    rng = random.Random(4)
    cr = c.cr
    c.box(0, 0, 320, 568).fill("#eceae4")
    cr.save()
    cr.translate(160, 284)
    cr.rotate(-0.22)
    xs, ys = [-340], [-420]
    while xs[-1] < 340:
        xs.append(xs[-1] + rng.choice((44, 56, 72)))
    while ys[-1] < 420:
        ys.append(ys[-1] + rng.choice((36, 48, 60)))
    for column in range(len(xs) - 1):
        for row in range(len(ys) - 1):
            wide = 9 if column % 4 == 0 else 4
            tall = 9 if row % 4 == 0 else 4
            shade = rng.choice(("#f8f6f1", "#f5f2ea", "#f2efe6"))
            c.box(xs[column] + wide / 2, ys[row] + tall / 2, xs[column + 1] - xs[column] - wide,
                  ys[row + 1] - ys[row] - tall, 3).fill(shade)
    for column in range(len(xs)):
        c.path((xs[column], -430), (xs[column], 430)).stroke("#ffffff", 7 if column % 4 == 0 else 3)
    for row in range(len(ys)):
        c.path((-350, ys[row]), (350, ys[row])).stroke("#ffffff", 7 if row % 4 == 0 else 3)
    c.box(-40, -14, 104, 82, 14).fill("#cfe8c9")
    for _ in range(26):
        c.disc(rng.uniform(-32, 56), rng.uniform(-6, 60), rng.uniform(3, 5.5)).fill("#a9d3a3", 0.9)
    cr.restore()
    for width, color in ((62, "#ffffff"), (54, "#a9d3ee")):
        cr.move_to(-40, 470)
        cr.curve_to(80, 500, 150, 440, 210, 500)
        cr.curve_to(250, 540, 300, 560, 380, 520)
        c.stroke(color, width)
    for x0, y0, x1, y1 in ((92, 420, 106, 524), (238, 472, 214, 568)):
        c.path((x0, y0), (x1, y1)).stroke("#ffffff", 7)

"""Film posters of 88 by 115 points for films that do not exist."""

import math
import random

from kit import Canvas, diagonal, radial, vertical

WIDTH, HEIGHT = 88, 115


def poster(name, scale=4, radius=6):
    """The poster as a canvas of its own, its corners rounded."""
    canvas = Canvas(WIDTH, HEIGHT, scale)
    place(canvas, name, 0, 0, WIDTH, radius)
    return canvas


def place(canvas, name, x, y, width, radius=6):
    """Draws the poster `width` points wide, its corner at (x, y)."""
    cr = canvas.cr
    cr.save()
    cr.translate(x, y)
    cr.scale(width / WIDTH, width / WIDTH)
    with canvas.clip(0, 0, WIDTH, HEIGHT, radius * WIDTH / width):
        POSTERS[name](canvas)
    cr.restore()


def sea(canvas, width, top, bottom, colors, crest=2.2, length=30.0):
    """Rows of waves from `top` to `bottom`, one colour a row, nearest last."""
    cr = canvas.cr
    for row, color in enumerate(colors):
        share = row / len(colors)
        y = top + (bottom - top) * share
        height = crest * (0.35 + 0.9 * share)
        period = length * (0.6 + 0.8 * share)
        cr.new_path()
        cr.move_to(0, bottom)
        for step in range(int(width) * 2 + 1):
            angle = 2 * math.pi * (step / 2 / period + row * 0.37)
            cr.line_to(step / 2, y + height * (math.sin(angle) + 0.3 * math.sin(2 * angle + 1)) * 0.7)
        cr.line_to(width, bottom)
        cr.close_path()
        canvas.fill(color)


def boat(canvas, x, y, size, sail, hull):
    """A small sailing boat whose keel is at (x, y)."""
    s = size
    canvas.path((x + 0.4 * s, y - 1.0 * s), (x + 0.4 * s, y - 9.6 * s), (x + 6.2 * s, y - 2.4 * s),
                close=True).fill(sail)
    canvas.path((x - 0.6 * s, y - 2.0 * s), (x - 0.6 * s, y - 7.6 * s), (x - 4.4 * s, y - 2.4 * s),
                close=True).fill(sail, 0.8)
    canvas.path((x - 5.4 * s, y - 1.4 * s), (x + 6 * s, y - 1.4 * s), (x + 3.8 * s, y + 1 * s),
                (x - 3.6 * s, y + 1 * s), close=True).fill(hull)


def _low_tide(c):
    c.box(0, 0, 88, 115).fill(
        vertical(0, 84, (0, "#0c1b3c"), (0.45, "#1d3a66"), (0.78, "#5a5a86"), (1, "#e0846e")))
    c.disc(44, 58, 60).fill(radial(44, 58, 20, 60, (0, "#ff9a6b", 0.55), (1, "#ff9a6b", 0)))
    c.disc(44, 58, 27).fill(vertical(31, 85, (0, "#ffe3a1"), (0.5, "#ff9d5c"), (1, "#f2503b")))
    shades = ["#35638a", "#2b5680", "#224a74", "#1a3d66", "#143158", "#0f264a", "#0a1b3a"]
    sea(c, 88, 66, 115, shades)
    for row in range(9):
        y = 68.5 + row * 2.5 + row * row * 0.16
        half = 17 - row * 1.35
        shift = 2.6 * math.sin(row * 2.1)
        c.box(44 - half + shift, y, 2 * half, 0.9 + 0.06 * row, 0.6).fill("#ffb27a", 0.85 - row * 0.08)
    boat(c, 61, 71.5, 0.92, "#fff1dc", "#0a1b3a")
    c.text(44, 24.4, "LOW TIDE", 23, "bold", "#fff1dc", align="center", family="Bebas Neue",
           tracking=1.3)
    c.text(44, 108, "A FILM BY INÊS MOURA", 3.9, "medium", "#fff1dc", 0.75, "center", tracking=0.75)


def _seven_lanterns(c):
    c.box(0, 0, 88, 115).fill(
        vertical(0, 115, (0, "#140b33"), (0.55, "#3a1d6e"), (0.8, "#8a3f8f"), (1, "#c76a92")))
    rng = random.Random(11)
    for _ in range(46):
        c.disc(rng.uniform(2, 86), rng.uniform(2, 58), rng.uniform(0.15, 0.45)).fill("#ffffff", 0.7)
    ridges = [(74, 10, "#5c2f86", 3), (84, 8, "#43206c", 8), (94, 7, "#2a1350", 5)]
    for base, height, color, seed in ridges:
        rng = random.Random(seed)
        points, x = [(-4, 116)], -4.0
        up = True
        while x < 96:
            points.append((x, base - (height if up else 0) * rng.uniform(0.55, 1.15)))
            x += rng.uniform(8, 15)
            up = not up
        c.path(*points, (96, 116), close=True).fill(color)
    spots = [(17, 51, 3.6), (34, 35, 5.0), (62, 26, 6.4), (72, 52, 4.4), (49, 60, 3.4),
             (24, 18, 3.0), (46, 15, 2.4)]
    for x, y, r in spots:
        c.disc(x, y, r * 4).fill(radial(x, y, 0, r * 4, (0, "#ffb347", 0.55), (1, "#ffb347", 0)))
        c.box(x - r * 0.8, y - r, r * 1.6, r * 2, r * 0.62).fill(
            vertical(y - r, y + r, (0, "#ffd98a"), (0.6, "#ff9f45"), (1, "#f0603a")))
        c.box(x - r * 0.45, y - r * 1.12, r * 0.9, r * 0.26, 0.2).fill("#5a1f33")
        c.box(x - r * 0.45, y + r * 0.88, r * 0.9, r * 0.26, 0.2).fill("#5a1f33")
    c.text(44, 95.5, "Seven", 17.5, "regular", "#fff1dc", align="center", family="GFS Didot")
    c.text(44, 108.5, "LANTERNS", 9.4, "regular", "#fff1dc", align="center", family="GFS Didot",
           tracking=2.5)


def _parallax(c):
    cream, ink, red, gold, teal = "#f4e8d0", "#1c1c24", "#e2452f", "#f0a830", "#1f7a78"
    c.box(0, 0, 88, 115).fill(cream)
    cell = 20.0
    tiles = [
        "a0r", "b1t", "c2g", "d3i",
        "c3g", "a2i", "d0r", "b0t",
        "b3i", "d1r", "a1g", "c0t",
        "d2t", "c1i", "b2r", "a3g",
    ]
    colors = {"r": red, "g": gold, "t": teal, "i": ink}
    for index, (shape, turn, color) in enumerate(tiles):
        cr = c.cr
        cr.save()
        cr.translate(4 + cell * (index % 4) + cell / 2, 4 + cell * (index // 4) + cell / 2)
        cr.rotate(int(turn) * math.pi / 2)
        h = cell / 2
        if shape == "a":  # a quarter disc
            cr.move_to(-h, -h)
            cr.arc(-h, -h, cell, 0, math.pi / 2)
            cr.close_path()
            c.fill(colors[color])
        elif shape == "b":  # rings
            for radius, paint in ((cell, color), (cell * 0.66, None), (cell * 0.33, color)):
                cr.move_to(-h, -h)
                cr.arc(-h, -h, radius, 0, math.pi / 2)
                cr.close_path()
                c.fill(colors[paint] if paint else cream)
        elif shape == "c":  # a half disc and a dot
            cr.arc(0, -h, h, 0, math.pi)
            c.fill(colors[color])
            c.disc(0, h * 0.5, h * 0.34).fill(colors[color])
        else:  # stripes
            for stripe in range(3):
                c.box(-h, -h + stripe * cell / 3, cell, cell / 6).fill(colors[color])
        cr.restore()
    c.text(3.4, 101.4, "PARALLAX", 17.4, "heavy", ink, family="League Spartan", tracking=-0.7)
    c.text(4, 109, "TWO SIDES OF ONE STREET", 3.9, "semibold", ink, tracking=1.13)


def _orbit(c):
    c.box(0, 0, 88, 115).fill(vertical(0, 115, (0, "#f6d365"), (1, "#f29e4c")))
    for ring in range(7):
        c.disc(30, 60, 12 + ring * 9).stroke("#3b1c32", 1.6)
    c.disc(30, 60, 9).fill("#3b1c32")
    c.disc(12, 29, 5).fill("#d7263d")
    c.text(6, 20, "ORBIT", 20, "bold", "#3b1c32", family="League Spartan")


def _polar(c):
    c.box(0, 0, 88, 115).fill(vertical(0, 115, (0, "#0e2a47"), (1, "#2f8f9d")))
    for band in range(5):
        x = 10 + band * 16
        c.box(x, 8, 9, 62, 4.5).fill(vertical(8, 70, (0, "#7cf3c9", 0), (0.5, "#7cf3c9", 0.75), (1, "#4dd0e1", 0)))
    c.path((0, 115), (0, 86), (22, 64), (40, 84), (62, 56), (88, 88), (88, 115), close=True).fill("#e9f5f9")
    c.path((62, 56), (88, 88), (88, 115), (52, 115), (66, 84), close=True).fill("#b9d8e6")
    c.path((22, 64), (40, 84), (30, 115), (14, 115), (24, 84), close=True).fill("#b9d8e6")


def _marigold(c):
    c.box(0, 0, 88, 115).fill("#20463b")
    for ring, (count, radius, color) in enumerate(((14, 38, "#f28c28"), (11, 28, "#f9b233"), (8, 18, "#ffd166"))):
        for petal in range(count):
            angle = 2 * math.pi * petal / count + ring * 0.3
            c.disc(44 + radius * 0.72 * math.cos(angle), 52 + radius * 0.72 * math.sin(angle),
                   radius * 0.3).fill(color)
        c.disc(44, 52, radius * 0.78).fill(color)
    c.disc(44, 52, 7).fill("#7a3b12")


def _glass_hour(c):
    c.box(0, 0, 88, 115).fill(diagonal(0, 0, 88, 115, (0, "#f7c5cc"), (1, "#cc7f9b")))
    for x, y, r, color, alpha in ((30, 44, 26, "#3d348b", 0.85), (58, 44, 26, "#f35b04", 0.8), (44, 70, 26, "#f7b801", 0.8)):
        c.disc(x, y, r).fill(color, alpha)


POSTERS = {
    "low-tide": _low_tide, "seven-lanterns": _seven_lanterns, "parallax": _parallax,
    "orbit": _orbit, "polar": _polar, "marigold": _marigold, "glass-hour": _glass_hour,
}

"""Two screens with a round button at the same place, for circles that grow out of it."""

import math

from icons import icon, status_bar
from kit import Canvas, radial, vertical

BUTTON = (264, 32, 40, 40)


def _screen(background, ink, accent, glow, hour, title, lines, action, symbol):
    c = Canvas(320, 568)
    c.box(0, 0, 320, 568).fill(background)
    status_bar(c, ink)
    c.text(16, 58, hour, 15, "semibold", ink, 0.7)
    c.disc(284, 52, 20).fill(ink)
    icon(c, symbol, 284, 52, accent, 20, 2)

    # A breathing flower: rings of petals about one centre.
    for ring in range(4, 0, -1):
        radius = 22 + ring * 17
        for petal in range(8):
            angle = math.pi * petal / 4 + ring * math.pi / 8
            c.disc(160 + radius * 0.55 * math.cos(angle), 220 + radius * 0.55 * math.sin(angle),
                   radius * 0.62).fill(glow, 0.085)
    c.disc(160, 220, 30).fill(ink)
    c.disc(160, 220, 30).fill(radial(152, 210, 0, 40, (0, "#ffffff", 0.25), (1, "#ffffff", 0)))

    c.text(160, 386, title, 34, "bold", ink, align="center", tracking=-0.7)
    for index, line in enumerate(lines):
        c.text(160, 416 + 22 * index, line, 15, "regular", ink, 0.78, "center")
    c.box(80, 484, 160, 48, 24).fill(ink)
    c.text(160, 513.5, action, 16, "semibold", accent, align="center")
    return c


def day_screen():
    return _screen(vertical(0, 568, (0, "#ffe9c9"), (1, "#ffc9a3")), "#5a1f2e", "#ffe1bd", "#f0604d",
                   "Morning", "Breathe in", ("Four counts through the nose,", "shoulders low."), "Start", "play")


def night_screen():
    return _screen(vertical(0, 568, (0, "#16233f"), (1, "#0b3a4a")), "#d9f3ec", "#123047", "#63d6c4",
                   "Evening", "Breathe out", ("Six counts through the mouth,", "then rest."), "Done", "close")

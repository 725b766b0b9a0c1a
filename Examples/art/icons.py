"""Icons on a 24 point grid, and the bars that a phone's screen has."""

import math


def icon(canvas, name, x, y, color, size=24.0, width=1.6, alpha=1.0):
    """Draws an icon with its centre at (x, y)."""
    cr = canvas.cr
    cr.save()
    cr.translate(x - size / 2, y - size / 2)
    cr.scale(size / 24, size / 24)
    cr.new_path()
    filled = DRAWINGS[name](canvas)
    if filled:
        canvas.fill(color, alpha)
    else:
        canvas.stroke(color, width * 24 / size, alpha)
    cr.restore()


def _back(c):
    c.path((15, 5), (8, 12), (15, 19))


def _forward(c):
    c.path((9, 5), (16, 12), (9, 19))


def _down(c):
    c.path((6, 9.5), (12, 15.5), (18, 9.5))


def _close(c):
    c.path((6, 6), (18, 18))
    c.path((18, 6), (6, 18))


def _plus(c):
    c.path((12, 5), (12, 19))
    c.path((5, 12), (19, 12))


def _more(c):
    for x in (5, 12, 19):
        c.disc(x, 12, 1.7)
    return True


def _search(c):
    c.disc(10.5, 10.5, 6.5)
    c.path((15.4, 15.4), (20, 20))


def _share(c):
    c.path((12, 14.5), (12, 3.5))
    c.path((8, 7.2), (12, 3.2), (16, 7.2))
    c.path((8, 10.5), (5.5, 10.5), (5.5, 20.5), (18.5, 20.5), (18.5, 10.5), (16, 10.5))


def _bookmark(c):
    c.path((6.5, 4), (17.5, 4), (17.5, 20), (12, 15.6), (6.5, 20), close=True)


def _heart(c):
    cr = c.cr
    cr.move_to(12, 20)
    cr.curve_to(5, 15.2, 3, 12, 3, 8.9)
    cr.curve_to(3, 3.6, 9.6, 2.8, 12, 7.2)
    cr.curve_to(14.4, 2.8, 21, 3.6, 21, 8.9)
    cr.curve_to(21, 12, 19, 15.2, 12, 20)
    cr.close_path()


def _heart_full(c):
    _heart(c)
    return True


def _play(c):
    c.cr.move_to(8, 5.2)
    c.cr.curve_to(8, 4.2, 9, 3.6, 9.9, 4.1)
    c.cr.line_to(20, 10.7)
    c.cr.curve_to(21, 11.3, 21, 12.7, 20, 13.3)
    c.cr.line_to(9.9, 19.9)
    c.cr.curve_to(9, 20.4, 8, 19.8, 8, 18.8)
    c.cr.close_path()
    return True


def _pause(c):
    c.box(6, 4, 4.5, 16, 1.4)
    c.box(13.5, 4, 4.5, 16, 1.4)
    return True


def _next(c):
    c.path((4, 5), (13, 12), (4, 19), close=True)
    c.path((12.5, 5), (21.5, 12), (12.5, 19), close=True)
    return True


def _previous(c):
    c.path((20, 5), (11, 12), (20, 19), close=True)
    c.path((11.5, 5), (2.5, 12), (11.5, 19), close=True)
    return True


def _shuffle(c):
    c.path((3, 7), (7, 7), (15, 17), (20.5, 17))
    c.path((3, 17), (7, 17), (9.2, 14.2))
    c.path((12.8, 9.8), (15, 7), (20.5, 7))
    c.path((18, 4.5), (20.5, 7), (18, 9.5))
    c.path((18, 14.5), (20.5, 17), (18, 19.5))


def _repeat(c):
    c.path((4, 11), (4, 9), (6, 7), (20, 7))
    c.path((17.5, 4.5), (20, 7), (17.5, 9.5))
    c.path((20, 13), (20, 15), (18, 17), (4, 17))
    c.path((6.5, 14.5), (4, 17), (6.5, 19.5))


def _film(c):
    c.box(3.5, 5, 17, 14, 2.5)
    for x in (8, 16):
        c.path((x, 5), (x, 19))
    for y in (9.7, 14.3):
        c.path((3.5, y), (8, y))
        c.path((16, y), (20.5, y))


def _ticket(c):
    cr = c.cr
    cr.move_to(3.5, 7)
    cr.line_to(20.5, 7)
    cr.line_to(20.5, 9.8)
    cr.arc_negative(20.5, 12, 2.2, -math.pi / 2, math.pi / 2)
    cr.line_to(20.5, 17)
    cr.line_to(3.5, 17)
    cr.line_to(3.5, 14.2)
    cr.arc_negative(3.5, 12, 2.2, math.pi / 2, -math.pi / 2)
    cr.close_path()
    for y in (9.2, 12, 14.8):
        c.path((14, y - 0.4), (14, y + 0.4))


def _person(c):
    c.disc(12, 8, 4)
    c.cr.new_sub_path()
    c.cr.arc(12, 21, 7.5, math.pi * 1.06, math.pi * 1.94)


def _pin(c):
    cr = c.cr
    cr.new_sub_path()
    cr.arc(12, 10, 6.5, math.pi * 0.86, math.pi * 0.14)
    cr.curve_to(16.6, 16.4, 14, 18.6, 12, 21)
    cr.curve_to(10, 18.6, 7.4, 16.4, 5.9, 12.7)
    cr.close_path()
    c.disc(12, 10, 2.2)


def _arrow(c):
    c.path((20, 4), (13.5, 20.5), (10.8, 13.2), (3.5, 10.5), close=True)
    return True


def _list(c):
    for y in (7, 12, 17):
        c.path((8.5, y), (20, y))
        c.path((4.2, y), (4.4, y))


def _queue(c):
    for y in (6, 11, 16):
        c.path((4, y), (14 if y > 12 else 20, y))
    c.path((17, 14), (17, 20), (21.5, 17), close=True)


def _star(c):
    for step in range(10):
        angle = -math.pi / 2 + step * math.pi / 5
        radius = 9.6 if step % 2 == 0 else 4.3
        c.cr.line_to(12 + radius * math.cos(angle), 12.8 + radius * math.sin(angle))
    c.cr.close_path()
    return True


DRAWINGS = {
    "back": _back, "forward": _forward, "down": _down, "close": _close, "plus": _plus,
    "more": _more, "search": _search, "share": _share, "bookmark": _bookmark, "heart": _heart,
    "heart-full": _heart_full, "play": _play, "pause": _pause, "next": _next,
    "previous": _previous, "shuffle": _shuffle, "repeat": _repeat, "film": _film,
    "ticket": _ticket, "person": _person, "pin": _pin, "arrow": _arrow, "list": _list,
    "queue": _queue, "star": _star,
}


def status_bar(canvas, color):
    """The 20 point bar at the top: time, signal, battery."""
    canvas.text(160, 14.5, "9:41", 12, "semibold", color, align="center")
    for bar in range(4):
        height = 3 + 2 * bar
        canvas.box(12 + 5 * bar, 14.5 - height, 3, height, 0.8).fill(color, 1 if bar < 3 else 0.4)
    canvas.box(285.5, 5.5, 20, 9.5, 2.8).stroke(color, 1, 0.5)
    canvas.box(287, 7, 14, 6.5, 1.5).fill(color)
    canvas.box(306.8, 8.6, 1.4, 3.4, 0.7).fill(color, 0.5)


def stars(canvas, x, y, rating, color, faint, size=14.0, pitch=16.0):
    """Five stars with centres on y, `rating` of them full; returns where they end."""
    for index in range(5):
        share = max(0.0, min(1.0, rating - index))
        left = x + index * pitch
        icon(canvas, "star", left + size / 2, y, faint, size)
        if share:
            with canvas.clip(left, y - size, size * share, 2 * size):
                icon(canvas, "star", left + size / 2, y, color, size)
    return x + 4 * pitch + size

"""Drawing words for the examples' artwork: a canvas in points, colours, shapes and text."""

import math
import os
import subprocess

import cairo
import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

WEIGHTS = {"light": 300, "regular": 400, "medium": 500, "semibold": 600, "bold": 700, "heavy": 800}


def rgba(color, alpha=1.0):
    """The four components of "#rrggbb"."""
    value = color.lstrip("#")
    return tuple(int(value[i : i + 2], 16) / 255 for i in (0, 2, 4)) + (alpha,)


def mix(first, second, share):
    """The colour `share` of the way from `first` to `second`, as "#rrggbb"."""
    pairs = zip(rgba(first)[:3], rgba(second)[:3])
    return "#" + "".join(f"{round(255 * (a + (b - a) * share)):02x}" for a, b in pairs)


class Canvas:
    """A picture of `width` by `height` points, drawn at `scale` pixels a point."""

    def __init__(self, width, height, scale=2):
        self.width, self.height = width, height
        self.surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width * scale, height * scale)
        self.cr = cairo.Context(self.surface)
        self.cr.scale(scale, scale)
        self.cr.set_antialias(cairo.ANTIALIAS_BEST)
        self.cr.set_line_cap(cairo.LINE_CAP_ROUND)
        self.cr.set_line_join(cairo.LINE_JOIN_ROUND)

    def save(self, path, colors=None):
        """Writes the PNG; with `colors`, as a palette of at most so many."""
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.surface.write_to_png(path)
        if colors:
            command = ["pngquant", "--force", "--strip", "--speed", "1", "--output", path]
            subprocess.run([*command, str(colors), path], check=True)
        subprocess.run(["optipng", "-quiet", "-o4", "-strip", "all", path], check=True)
        print(f"{os.path.getsize(path):8,d}  {path}")

    # Paint

    def fill(self, paint, alpha=1.0, keep=False):
        """Fills the path with a colour or a pattern."""
        self._source(paint, alpha)
        self.cr.fill_preserve() if keep else self.cr.fill()

    def stroke(self, paint, width=1.0, alpha=1.0):
        self._source(paint, alpha)
        self.cr.set_line_width(width)
        self.cr.stroke()

    def _source(self, paint, alpha):
        if isinstance(paint, str):
            self.cr.set_source_rgba(*rgba(paint, alpha))
        else:
            self.cr.set_source(paint)

    # Shapes

    def box(self, x, y, width, height, radius=0.0):
        """A rectangle, rounded by `radius`, as the current path."""
        self.cr.new_sub_path()
        if radius <= 0:
            self.cr.rectangle(x, y, width, height)
            return self
        radius = min(radius, width / 2, height / 2)
        corners = [(x + width - radius, y + radius), (x + width - radius, y + height - radius)]
        corners += [(x + radius, y + height - radius), (x + radius, y + radius)]
        for quarter, (cx, cy) in enumerate(corners, start=-1):
            self.cr.arc(cx, cy, radius, quarter * math.pi / 2, (quarter + 1) * math.pi / 2)
        self.cr.close_path()
        return self

    def disc(self, x, y, radius):
        """A circle as the current path."""
        self.cr.new_sub_path()
        self.cr.arc(x, y, radius, 0, 2 * math.pi)
        self.cr.close_path()
        return self

    def path(self, *points, close=False):
        """Straight lines through `points` as the current path."""
        self.cr.new_sub_path()
        for point in points:
            self.cr.line_to(*point)
        if close:
            self.cr.close_path()
        return self

    def shadow(self, x, y, width, height, radius, blur, dy=0.0, alpha=0.2, color="#000000"):
        """A soft shadow of a rounded box: many faint boxes, from large to small."""
        steps = max(8, round(blur * 2))
        for step in range(steps):
            grow = blur * (1 - 2 * (step + 0.5) / steps)
            if min(width, height) + 2 * grow > 0:
                self.box(x - grow, y - grow + dy, width + 2 * grow, height + 2 * grow, radius + grow)
                self.fill(color, alpha / steps)

    def clip(self, x, y, width, height, radius=0.0):
        """Keeps what is drawn inside a rounded box: `with canvas.clip(…):`."""
        return _Clip(self, lambda: self.box(x, y, width, height, radius))

    def clip_disc(self, x, y, radius):
        return _Clip(self, lambda: self.disc(x, y, radius))

    # Text

    def text(self, x, baseline, string, size, weight="regular", color="#000000", alpha=1.0,
             align="left", family="Inter", tracking=0.0):
        """One line of text on its baseline; returns its width in points."""
        layout = self._layout(string, size, weight, family, tracking)
        width = layout.get_extents()[1].width / Pango.SCALE - (tracking if string else 0)
        left = x - {"left": 0, "center": width / 2, "right": width}[align]
        self.cr.move_to(left, baseline - layout.get_baseline() / Pango.SCALE)
        self._source(color, alpha)
        PangoCairo.show_layout(self.cr, layout)
        self.cr.new_path()
        return width

    def measure(self, string, size, weight="regular", family="Inter", tracking=0.0):
        """The width of one line of text in points."""
        layout = self._layout(string, size, weight, family, tracking)
        return layout.get_extents()[1].width / Pango.SCALE - (tracking if string else 0)

    def _layout(self, string, size, weight, family, tracking):
        layout = PangoCairo.create_layout(self.cr)
        context = layout.get_context()
        options = cairo.FontOptions()
        options.set_antialias(cairo.ANTIALIAS_GRAY)
        options.set_hint_style(cairo.HINT_STYLE_NONE)
        options.set_hint_metrics(cairo.HINT_METRICS_OFF)
        PangoCairo.context_set_font_options(context, options)
        context.set_round_glyph_positions(False)
        if family == "Inter" and size >= 20:
            family = "Inter Display"
        description = Pango.FontDescription()
        description.set_family(family)
        description.set_weight(WEIGHTS[weight])
        description.set_absolute_size(size * Pango.SCALE)
        layout.set_font_description(description)
        if tracking:
            attributes = Pango.AttrList()
            attributes.insert(Pango.attr_letter_spacing_new(round(tracking * Pango.SCALE)))
            layout.set_attributes(attributes)
        layout.set_text(string, -1)
        return layout


class _Clip:
    def __init__(self, canvas, shape):
        self.canvas, self.shape = canvas, shape

    def __enter__(self):
        self.canvas.cr.save()
        self.canvas.cr.new_path()
        self.shape()
        self.canvas.cr.clip()

    def __exit__(self, *_):
        self.canvas.cr.restore()


def vertical(top, bottom, *stops):
    """A gradient from y = `top` to y = `bottom`; stops are (offset, colour, alpha)."""
    return _stops(cairo.LinearGradient(0, top, 0, bottom), stops)


def diagonal(x0, y0, x1, y1, *stops):
    return _stops(cairo.LinearGradient(x0, y0, x1, y1), stops)


def radial(x, y, inner, outer, *stops):
    return _stops(cairo.RadialGradient(x, y, inner, x, y, outer), stops)


def _stops(gradient, stops):
    for offset, color, *alpha in stops:
        gradient.add_color_stop_rgba(offset, *rgba(color, alpha[0] if alpha else 1.0))
    return gradient

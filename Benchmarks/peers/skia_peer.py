"""Skia's raster backend through skia-python: answers "CASE INDEX WARM" with the nanoseconds that one
run took of the thread.

Opaque pictures and an opaque target in Skia's own order of channels, one thread. Pictures are shrunk
through Skia's mipmaps and enlarged by its cubic, which come nearest to what we draw.
"""

import os
import sys
import time

import numpy
import skia

WIDTH, HEIGHT, FRAMES = 1920, 1080, 60
POSTER = (570, 745)
MODES = {
    "multiply": skia.BlendMode.kMultiply, "screen": skia.BlendMode.kScreen,
    "darken": skia.BlendMode.kDarken, "lighten": skia.BlendMode.kLighten,
    "overlay": skia.BlendMode.kOverlay, "hard-light": skia.BlendMode.kHardLight,
    "difference": skia.BlendMode.kDifference, "exclusion": skia.BlendMode.kExclusion,
    "plus-lighter": skia.BlendMode.kPlus, "color-dodge": skia.BlendMode.kColorDodge,
    "color-burn": skia.BlendMode.kColorBurn, "soft-light": skia.BlendMode.kSoftLight,
    "hue": skia.BlendMode.kHue, "saturation": skia.BlendMode.kSaturation,
    "color": skia.BlendMode.kColor, "luminosity": skia.BlendMode.kLuminosity,
}


def picture(folder, name, width, height):
    pixels = numpy.fromfile(os.path.join(folder, name + ".rgba"), dtype=numpy.uint8)
    return skia.Image.fromarray(
        pixels.reshape(height, width, 4), skia.kN32_ColorType, skia.AlphaType.kOpaque_AlphaType)


class Drawing:
    def __init__(self, folder):
        info = skia.ImageInfo.MakeN32(WIDTH, HEIGHT, skia.AlphaType.kOpaque_AlphaType)
        self.surface = skia.Surface.MakeRaster(info)
        self.canvas = self.surface.getCanvas()
        self.start = picture(folder, "from", WIDTH, HEIGHT)
        self.end = picture(folder, "to", WIDTH, HEIGHT)
        self.poster_image = picture(folder, "poster", *POSTER)
        self.mipmaps = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
        self.cubic = skia.SamplingOptions(skia.CubicResampler.CatmullRom())
        self.levels = self.end.withDefaultMipmaps()
        self.mask = skia.MaskFilter.MakeBlur(skia.BlurStyle.kNormal_BlurStyle, 24)
        self.shader = self.end.makeShader(
            skia.TileMode.kClamp, skia.TileMode.kClamp, skia.SamplingOptions(), skia.Matrix())

    def circle(self, p):
        """The quicker of a circle filled with the picture and the picture under a round clip."""
        self.canvas.drawImage(self.start, 0, 0)
        paint = skia.Paint(Shader=self.shader, AntiAlias=True)
        self.canvas.drawCircle(WIDTH / 2, HEIGHT / 2, p * 1102, paint)

    def circle_clip(self, p):
        self.canvas.drawImage(self.start, 0, 0)
        self.canvas.save()
        path = skia.Path()
        path.addCircle(WIDTH / 2, HEIGHT / 2, p * 1102)
        self.canvas.clipPath(path, skia.ClipOp.kIntersect, True)
        self.canvas.drawImage(self.end, 0, 0)
        self.canvas.restore()

    def dissolve(self, p):
        self.canvas.drawImage(self.start, 0, 0)
        paint = skia.Paint(Alphaf=p)
        self.canvas.drawImage(self.end, 0, 0, skia.SamplingOptions(), paint)

    def place(self, p):
        scale = 0.93 + 0.14 * p
        self.canvas.translate(700.3 + 400 * p, 520.7 + 40 * p)
        self.canvas.scale(scale, scale)
        self.canvas.translate(-POSTER[0] / 2, -POSTER[1] / 2)

    def shown(self, p):
        """Another picture in each frame, as ours has."""
        return self.start if round(p * FRAMES) % 2 else self.end

    def blur(self, p, sigma):
        paint = skia.Paint(ImageFilter=skia.ImageFilters.Blur(sigma, sigma))
        self.canvas.clear(skia.ColorBLACK)
        self.canvas.drawImage(self.shown(p), 0, 0, skia.SamplingOptions(), paint)

    def blend(self, p, mode):
        self.canvas.drawImage(self.start, 0, 0)
        paint = skia.Paint(BlendMode=MODES[mode])
        self.canvas.drawImage(self.end, 0, 0, skia.SamplingOptions(), paint)

    def poster(self, p):
        """A drop shadow as an image filter, as a layer's shadow is made for any shape."""
        self.canvas.clear(skia.ColorWHITE)
        self.canvas.save()
        self.place(p)
        paint = skia.Paint(
            ImageFilter=skia.ImageFilters.DropShadow(28.5, 37.25, 24, 24, 0x99000000))
        self.canvas.drawImage(self.poster_image, 0, 0, self.cubic, paint)
        self.canvas.restore()

    def poster_mask(self, p):
        """A blurred rectangle as a mask filter, which only rectangles can have."""
        self.canvas.clear(skia.ColorWHITE)
        self.canvas.save()
        self.place(p)
        paint = skia.Paint(Color=0x99000000, MaskFilter=self.mask)
        self.canvas.drawRect(skia.Rect.MakeXYWH(28.5, 37.25, *POSTER), paint)
        self.canvas.drawImage(self.poster_image, 0, 0, self.cubic)
        self.canvas.restore()

    def perspective(self, p):
        self.canvas.clear(skia.ColorWHITE)
        self.canvas.save()
        angle = skia.M44.Rotate(skia.V3(0, 1, 0), 0.7853981633974483)
        view = skia.M44()
        view.setRC(3, 2, -1 / 2000)
        self.canvas.translate(WIDTH / 2, HEIGHT / 2)
        self.canvas.concat(view)
        self.canvas.concat(angle)
        self.canvas.translate(-WIDTH / 2, -HEIGHT / 2)
        self.canvas.drawImage(self.levels, 0, 0, self.mipmaps)
        self.canvas.restore()

    def scaled(self, scale, p, image, sampling, angle=0):
        scale *= 1 + p / 100
        self.canvas.clear(skia.ColorWHITE)
        self.canvas.save()
        self.canvas.translate(WIDTH / 2, HEIGHT / 2)
        self.canvas.rotate(angle)
        self.canvas.scale(scale, scale)
        self.canvas.translate(-WIDTH / 2, -HEIGHT / 2)
        self.canvas.drawImage(image, 0, 0, sampling)
        self.canvas.restore()

    def turned(self, p):
        self.scaled(0.6, 0, self.levels, self.mipmaps, 20 + (p - 0.5) * 0.06)

    def shrunk(self, p):
        self.scaled(0.6, p, self.levels, self.mipmaps)

    def shrunk_far(self, p):
        self.scaled(0.27, p, self.levels, self.mipmaps)

    def enlarged(self, p):
        self.scaled(1.5, p, self.end, self.cubic)


def main():
    drawing = Drawing(sys.argv[1])
    for line in sys.stdin:
        name, index, warm = line.split()
        kind, _, rest = name.partition("-")
        if kind == "blur":
            draw = lambda p, sigma=float(rest): drawing.blur(p, sigma)
        elif kind == "blend" and rest in MODES:
            draw = lambda p, mode=rest: drawing.blend(p, mode)
        else:
            draw = getattr(drawing, name, None)
        if draw is None:
            print("none no such case", flush=True)
            continue
        progress = (int(index) % FRAMES) / FRAMES
        for _ in range(int(warm)):
            draw(progress)
        start = time.thread_time_ns()
        draw(progress)
        print(time.thread_time_ns() - start, flush=True)


if __name__ == "__main__":
    main()

// Changes the pixels of a surface: blurs and colour filters.
#ifndef PIXELS_H
#define PIXELS_H

#include <cairo.h>
#include <stdbool.h>

/// Blurs a surface by a Gaussian, which three boxes approximate if it is wide; returns false if memory is short.
bool pixels_blur(cairo_surface_t *surface, double sigma_x, double sigma_y);

/// Replaces all colours by `color`, which is red, green, blue and alpha; each pixel's alpha is multiplied by the alpha
/// of `color`.
void pixels_flood(cairo_surface_t *surface, const double *color);

/// Maps the grey of each pixel, the mean of its linear light, to a position along a list of `count` colours of red,
/// green and blue; `amount` is the opacity of the result.
void pixels_map_greys(cairo_surface_t *surface, const double *colors, int count, double amount);

/// The blend modes for hue, saturation, colour and luminosity in W3C's Compositing and Blending 1.
enum pixels_hsl { PIXELS_HUE, PIXELS_SATURATION, PIXELS_COLOR, PIXELS_LUMINOSITY };

/// Blends the visible part of a group, times `alpha`, with the pixels below the group; the result replaces the group.
void pixels_blend_hsl(cairo_surface_t *group, cairo_surface_t *below, enum pixels_hsl mode, double alpha);

/// Replaces each alpha by the pixel's luminance, as in SVG's masks.
void pixels_luminance(cairo_surface_t *surface);

#endif

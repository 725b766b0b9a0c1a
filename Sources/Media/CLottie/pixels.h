// Changes of a surface's pixels: blurs and colours.
#ifndef PIXELS_H
#define PIXELS_H

#include <cairo.h>
#include <stdbool.h>

/// A Gaussian blur, approximated by three boxes if it is wide; false if there is no memory.
bool pixels_blur(cairo_surface_t *surface, double sigma_x, double sigma_y);

/// Replaces all colours by one colour; each alpha is multiplied by the alpha of `color`, which is red, green,
/// blue, alpha.
void pixels_flood(cairo_surface_t *surface, const double *color);

/// Maps greys, by the mean of their linear light, to the position along a list of `count` colours of red,
/// green and blue; `amount` is the opacity of the result.
void pixels_map_greys(cairo_surface_t *surface, const double *colors, int count, double amount);

/// The blending of colours in a hexcone, as in W3C's Compositing and Blending 1.
enum pixels_hsl { PIXELS_HUE, PIXELS_SATURATION, PIXELS_COLOR, PIXELS_LUMINOSITY };

/// Blends the visible part of a group, times `alpha`, over the pixels below the group; the result replaces
/// the group.
void pixels_blend_hsl(cairo_surface_t *group, cairo_surface_t *below, enum pixels_hsl mode, double alpha);

/// Alphas become luminances, as SVG's masks count them.
void pixels_luminance(cairo_surface_t *surface);

#endif

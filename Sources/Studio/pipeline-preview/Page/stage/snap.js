// Snaps a moving frame to edges. This module does not depend on the page.

// Snaps `frame`, which is [x, y, width, height], to the frames in `others` if the distance is below `reach`. Returns
// the offset, and the lines to show: { axis, at }.
export function snap(frame, others, reach, sides = { x: [0, 0.5, 1], y: [0, 0.5, 1] }) {
  const lines = []
  const way = ["x", "y"].map((axis, k) => {
    const targets = others.flatMap(other => [0, 0.5, 1].map(part => other[k] + part * other[k + 2]))
    let best = null
    for (const part of sides[axis]) {
      const own = frame[k] + part * frame[k + 2]
      for (const target of targets) {
        const off = target - own
        if (Math.abs(off) <= reach && (best === null || Math.abs(off) < Math.abs(best.off)))
          best = { off, target }
      }
    }
    if (best) lines.push({ axis, at: best.target })
    return best?.off ?? 0
  })
  return { way, lines }
}

// Returns the frame after a drag of a handle: `handle` is [x, y] in fractions of the frame, and `by` is in the layer's
// own axes.
/**
 * @param {number[]} frame
 * @param {number[]} handle
 * @param {number[]} by
 */
export function resized(
  [x, y, width, height],
  [hx, hy],
  [dx, dy],
  { keepsRatio = false, fromCentre = false } = {},
) {
  const grow = fromCentre ? 2 : 1
  let w = Math.max(1, width + (hx === 0.5 ? 0 : hx === 0 ? -dx : dx) * grow)
  let h = Math.max(1, height + (hy === 0.5 ? 0 : hy === 0 ? -dy : dy) * grow)
  if (keepsRatio) {
    const by = hx === 0.5 ? h / height : hy === 0.5 ? w / width : Math.max(w / width, h / height)
    ;[w, h] = [Math.max(1, width * by), Math.max(1, height * by)]
  }
  const still = part => (fromCentre ? 0.5 : 1 - part)
  return [x + (width - w) * still(hx), y + (height - h) * still(hy), w, h]
}

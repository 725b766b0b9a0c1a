// Shows the position in the picture under the pointer, and the colour at this position.

import { $, el } from "../core/dom.js"
import { state } from "../core/state.js"
import { pointAt } from "./stage.js"

const probe = el("canvas", { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true })
function tellSpot(event) {
  const [x, y] = pointAt(event),
    { size, scale } = state.document
  const isOver =
    x >= 0 &&
    y >= 0 &&
    x < size[0] &&
    y < size[1] &&
    event.pointerType === "mouse" &&
    !state.playing &&
    !state.feeling
  let text = ""
  if (isOver) {
    probe.clearRect(0, 0, 1, 1)
    probe.drawImage($("canvas"), Math.floor(x * scale), Math.floor(y * scale), 1, 1, 0, 0, 1, 1)
    const [r, g, b] = probe.getImageData(0, 0, 1, 1).data
    text = `${x.toFixed(1)}, ${y.toFixed(1)}   #${[r, g, b].map(v => v.toString(16).padStart(2, "0")).join("")}`
  }
  $("spot").textContent = text
  // Where the tools need the width there is no room for it.
  if (
    text &&
    $("spot").offsetLeft + $("spot").offsetWidth > $("tools").offsetLeft - $("tools").offsetWidth / 2
  )
    $("spot").textContent = ""
}
const stage = $("stage")
stage.addEventListener("pointermove", event => {
  if (state.document) tellSpot(event)
})
stage.addEventListener("pointerleave", () => {
  $("spot").textContent = ""
})

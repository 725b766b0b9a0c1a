// Plays a step with several easings side by side, of which the user chooses one. The file does not change before the
// choice.

import { $, el } from "../core/dom.js"
import { easingEditor } from "./easing.js"
import { act } from "../core/edit.js"
import { open } from "../panels/panels.js"
import { setPlaying } from "../stage/player.js"
import { ask, askJSON } from "../core/server.js"
import { state, written } from "../core/state.js"

// The number of frames of each variant.
const moments = 18
const others = ["easeOut", [0.16, 1, 0.3, 1], { spring: { dampingRatio: 0.6 } }, "easeInOut", "linear"]

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)

// Returns the edits for an easing: a spring with a response has its own settling time, so the step's duration is removed.
function editsOf(pointer, easing) {
  const duration = `${pointer}/duration`
  const ownTime = easing?.spring?.response !== undefined && written(duration) !== undefined
  return [
    { pointer: `${pointer}/easing`, value: easing },
    ...(ownTime ? [{ pointer: duration, remove: true }] : []),
  ]
}

export function variants() {
  setPlaying(false)
  const step = state.document.steps[state.step]
  const now = written(`${step.pointer}/easing`) ?? state.document.animators[step.what]?.easing ?? "easeInOut"
  const easings = [now, ...others.filter(easing => !same(easing, now))].slice(0, 3)
  const cards = easings.map((easing, i) => card(step, easing, "ABC"[i]))
  open("Easings side by side", el("div", { class: "variants" }, ...cards.map(c => c.box)))
  for (const c of cards) c.load()
  const began = performance.now()
  const play = time => {
    if (!$("dialog").open || !document.contains(cards[0].box)) return
    for (const c of cards) c.show((time - began) / 1000)
    requestAnimationFrame(play)
  }
  requestAnimationFrame(play)
}

function card(step, easing, letter) {
  const { fps, size, hash } = state.document
  const canvas = el("canvas", {
    width: size[0],
    height: size[1],
    role: "img",
    "aria-label": `Variant ${letter}`,
  })
  const fault = el("p", { class: "doc bad", role: "alert" })
  // The preview includes a short time before and after the step.
  const from = Math.max(0, step.start - 0.15),
    length = Math.min(state.document.duration, step.end + 0.4) - from
  let pictures = [],
    turn = 0,
    drawn = null

  async function load() {
    const mine = ++turn
    const isOld = () => mine !== turn || !$("dialog").open || state.document.hash !== hash
    const edits = editsOf(step.pointer, easing)
    pictures = []
    fault.textContent = ""
    try {
      const { frames } = await askJSON("/variant", { body: { base: hash, edits } })
      for (const part of order()) {
        if (isOld()) return
        const number = Math.min(frames - 1, Math.round((from + part * length) * fps))
        const answer = await ask("/variant", { body: { base: hash, edits, number } })
        const picture = await createImageBitmap(await answer.blob())
        if (isOld()) return picture.close()
        pictures.push({ part, picture })
        pictures.sort((a, b) => a.part - b.part)
      }
    } catch (refusal) {
      if (!isOld()) fault.textContent = refusal.message
    }
  }

  function show(seconds) {
    const part = Math.min(1, (seconds % (length + 0.6)) / length)
    const now = pictures.findLast(p => p.part <= part + 1e-6)
    if (!now || now.picture === drawn) return
    drawn = now.picture
    canvas.getContext("2d").drawImage(now.picture, 0, 0, size[0], size[1])
  }

  const editor = easingEditor({
    label: letter,
    value: () => easing,
    seconds: () => step.end - step.start,
    measured: () => null,
    mayOwnTime: true,
    begin: () => ({
      send(value) {
        easing = value
        load()
        editor.refresh()
      },
    }),
  })
  const choose = async () => {
    $("dialog").close()
    await act(editsOf(step.pointer, easing))
  }
  const button = el("button", { class: "main", onclick: choose, "aria-label": `Take ${letter}` }, "Take it")
  return { box: el("section", { class: "variant" }, canvas, editor.row, fault, button), load, show }
}

// Returns the order in which frames are drawn: frames that are far apart come first.
function order() {
  const parts = Array.from({ length: moments }, (_, i) => i / (moments - 1))
  return [4, 2, 1].flatMap((by, k) => parts.filter((_, i) => i % by === 0 && (k === 0 || i % (by * 2) !== 0)))
}

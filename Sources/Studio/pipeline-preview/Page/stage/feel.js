// Performs the gesture of a document: a finger or the mouse drags on the picture, and the transition follows by the
// server's rules.

import { $, clamp, el, round } from "../core/dom.js"
import { note, tried } from "../core/edit.js"
import { setPlaying, paint } from "./player.js"
import { ask, askJSON, Refusal } from "../core/server.js"
import { pointAt } from "./stage.js"
import { on, seek, state, tell, underFinger } from "../core/state.js"

const stage = $("stage")
let isOn = false
let felt = null // the interaction of the document that the finger performs
let run = null // the gesture that is running, or the last gesture
let count = 0
let slow = 0 // the milliseconds for an answer at full size
const session = Math.random().toString(36).slice(2)

const meter = el(
  "div",
  { id: "meter", hidden: true, role: "status" },
  el("b", {}),
  el("progress", { max: 1 }),
  el("span", { class: "buttons" }),
)
stage.append(meter)

export function setFeeling(on) {
  felt = on ? underFinger() : null
  isOn = !!felt
  $("feel").setAttribute("aria-pressed", isOn)
  stage.classList.toggle("feels", isOn)
  meter.hidden = true
  if (isOn) {
    setPlaying(false)
    const { gesture, edge, startWithin, label, start } = felt
    // The gesture starts from the picture that is visible when the finger touches it.
    seek(start)
    note(
      (label ? `${label}: ` : "") +
        ({
          pinch: "Pinch with two fingers, or drag towards the middle of the picture.",
          progress: "Drag across the picture.",
          tap: "Tap the picture.",
        }[gesture] ??
          `Drag from the ${edge} edge${startWithin ? `, beginning within ${round(startWithin, 1)} points of it` : ""}.`),
      "quiet",
    )
  } else {
    finish()
  }
}
export const toggleFeeling = () => setFeeling(!isOn)

function finish() {
  if (!state.feeling) return
  state.feeling = false
  tell("felt")
}

// MARK: Samples

const fingers = new Map()
const seconds = () => round((performance.now() - run.began) / 1000, 4)
const middle = () => state.document.size.map(v => v / 2)
const apart = ([ax, ay], [bx, by]) => Math.max(1, Math.hypot(ax - bx, ay - by))

// Returns a sample: a position, or the number that controls the gesture. In a pinch with one finger, the second finger
// is the mirror image of the first.
function sample() {
  const [first, second] = [...fingers.values()]
  const { size } = state.document,
    interaction = felt
  if (interaction.points) return first.map(v => round(v, 2))
  if (interaction.gesture !== "pinch") return [round(clamp((first[0] - run.from[0]) / size[0], 0, 1))]
  const spread = second ? apart(first, second) : 2 * apart(first, middle())
  if (run.isPair !== !!second) {
    // A second finger continues from the distance that the first finger has reached.
    run.spread = spread / (run.scale ?? 1)
    run.isPair = !!second
  }
  run.scale = round(spread / run.spread)
  return [run.scale]
}
const add = what => run.points.push([seconds(), ...what])

function begin() {
  const goesOn = run && !run.isOver && run.isLifted
  if (!goesOn) {
    run = { id: `${session}-${++count}`, began: performance.now(), points: [], isOver: false }
    state.feeling = true
    $("notes")
      .querySelectorAll(".quiet")
      .forEach(hint => hint.remove())
    meter.querySelector(".buttons").replaceChildren()
    tell("feeling")
    loop(run)
  }
  run.isLifted = false
  run.from = [...fingers.values()][0]
  run.scale = undefined
  run.isPair = undefined
}

stage.addEventListener(
  "pointerdown",
  event => {
    if (!isOn || event.button !== 0 || event.target.closest("button, .note, #meter")) return
    event.preventDefault()
    stage.focus({ preventScroll: true })
    fingers.set(event.pointerId, pointAt(event))
    stage.setPointerCapture(event.pointerId)
    if (fingers.size === 1) begin()
    add(sample())
    if (felt.gesture === "tap") lift("release")
  },
  true,
)
stage.addEventListener(
  "pointermove",
  event => {
    if (!fingers.has(event.pointerId) || !run || run.isLifted) return
    fingers.set(event.pointerId, pointAt(event))
    add(sample())
  },
  true,
)
for (const name of ["pointerup", "pointercancel"]) {
  stage.addEventListener(
    name,
    event => {
      if (!fingers.delete(event.pointerId) || fingers.size) return
      lift(name === "pointerup" ? "release" : "cancel")
    },
    true,
  )
}
function lift(how) {
  if (!run || run.isLifted || run.isOver) return
  run.isLifted = true
  add([how])
}
// The timer of a pinch on a trackpad, which browsers report as wheel events.
let wheelRest = null
stage.addEventListener(
  "wheel",
  event => {
    if (!isOn || !event.ctrlKey || felt.gesture !== "pinch") return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!wheelRest) {
      fingers.set(
        "wheel",
        middle().map(v => v + 60),
      )
      begin()
      add([1])
      run.scale = 1
    }
    clearTimeout(wheelRest)
    run.scale = round(clamp(run.scale * Math.exp(-event.deltaY * 0.01), 0.05, 20))
    add([run.scale])
    wheelRest = setTimeout(() => {
      wheelRest = null
      fingers.clear()
      lift("release")
    }, 160)
  },
  { capture: true, passive: false },
)

export function cancel() {
  if (run && !run.isOver && !run.isLifted) {
    fingers.clear()
    lift("cancel")
    return true
  }
  return false
}

// MARK: Pictures

async function loop(mine) {
  while (run === mine && !mine.isOver) {
    const began = performance.now()
    const draft = slow > 30
    try {
      const points = mine.points.splice(0)
      const answer = await ask("/gesture", {
        body: { id: mine.id, move: felt.move, points, time: seconds(), draft },
      })
      const phase = answer.headers.get("X-State"),
        fraction = +answer.headers.get("X-Fraction")
      const picture = await createImageBitmap(await answer.blob())
      if (run === mine && state.feeling) paint(picture)
      picture.close()
      if (!draft) slow += (performance.now() - began - slow) / 4
      tellPhase(phase, fraction)
      if (phase === "refused" && (mine.isLifted || seconds() > 0.3))
        note("The gesture cannot begin at the touched place.", "quiet")
      mine.isOver = ["finished", "cancelled"].includes(phase) || (phase === "refused" && mine.isLifted)
      if (mine.isOver && phase !== "refused") offer(mine)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      note(refusal.message)
      mine.isOver = true
    }
    await new Promise(requestAnimationFrame)
  }
}
// The last picture of the gesture remains visible until the playhead moves.
on("seek playing document", () => {
  if (!run || run.isOver || state.playing) finish()
})

function tellPhase(phase, fraction) {
  meter.hidden = false
  meter.dataset.state = phase
  meter.querySelector("b").textContent = phase
  meter.querySelector("progress").value = fraction
}

// MARK: Keeping the track

function offer(done) {
  const keep = async to => {
    const answer = await tried(() =>
      askJSON("/track", { body: { id: done.id, base: state.document.hash, to } }),
    )
    if (answer) {
      note(
        to === "document" ? "The track was written to the document." : `The track was written to ${to}.`,
        "quiet",
      )
      meter.hidden = true
    }
  }
  const path = el("input", {
    type: "text",
    value: `tracks/${felt.gesture}-${count}.json`,
    "aria-label": "File for the track",
  })
  meter.querySelector(".buttons").replaceChildren(
    el("button", { id: "save-track", onclick: () => keep("document") }, "Save as track"),
    el(
      "button",
      {
        onclick: event =>
          event.target.replaceWith(path, el("button", { onclick: () => keep(path.value) }, "Save")),
      },
      "to a file…",
    ),
  )
}

on("document", () => {
  $("feel").hidden = !state.document.interactions.length
  if (!isOn) return
  felt = state.document.interactions.find(i => i.pointer === felt.pointer) ?? underFinger()
  if (!felt) setFeeling(false)
})
on("time", () => {
  if (!state.feeling) meter.hidden = true
})

// Delays presses and keys while the page shows an older version than its document. The delayed actions are repeated
// when the page shows the current version, so that they start from the current values.

import { areLayersCurrent } from "../stage/stage.js"
import { isSettled } from "./edit.js"
import { state } from "./state.js"

/** @type {{ isStill: () => boolean, make: () => void }[]} */
const kept = []
// The events that this module creates, which are not delayed.
const made = new WeakSet()
// The maximum delay in milliseconds, so that a missing answer does not block the page.
const patience = 3000
let since = 0

function pass() {
  while (kept.length && (kept[0].isStill() || performance.now() - since > patience)) {
    kept.shift()?.make()
    since = performance.now()
  }
  if (kept.length) setTimeout(pass, 15)
}

function keep(event, isStill, make) {
  // The press is delayed, but the focus still moves.
  if (event.type !== "pointerdown") event.preventDefault()
  event.stopImmediatePropagation()
  if (!kept.length) {
    since = performance.now()
    setTimeout(pass, 15)
  }
  kept.push({ isStill, make })
}

function dispatch(target, event) {
  made.add(event)
  target?.dispatchEvent(event)
}

const isStageSettled = () => isSettled() && areLayersCurrent()
const settledFor = target => (target.closest?.("#stage") ? isStageSettled : isSettled)
// Tells measurements from outside the page whether the page is up to date.
export const isCurrent = () => !kept.length && !state.nudging && isStageSettled()
const mustWait = (event, isStill) => !made.has(event) && state.document && (kept.length > 0 || !isStill())

// Returns the element that replaces a redrawn element: for a press, the element under the pointer; for a button, the
// button of the same step or layer, or with the same text.
function under({ clientX, clientY }) {
  const found = document.elementFromPoint(clientX, clientY)
  return found?.closest("#stage, #timeline, #inspector") ? found : null
}
function same(button) {
  const words = e => e.dataset.step ?? e.dataset.layer ?? e.getAttribute("aria-label") ?? e.textContent
  return [...document.querySelectorAll("button")].find(
    e => e.classList[0] === button.classList[0] && words(e) === words(button),
  )
}

// MARK: Pointers

// The delayed presses, each with its last move and its end.
/** @type {Map<number, { move: any, end: any }>} */
const presses = new Map()

addEventListener(
  "pointerdown",
  event => {
    const isStill = settledFor(event.target)
    if (!event.target.closest("#stage, #timeline, #inspector svg") || !mustWait(event, isStill)) return
    /** @type {any} */
    const pressed = event.target
    const press = { move: null, end: null }
    presses.set(event.pointerId, press)
    keep(event, isStill, () => {
      const target = pressed.isConnected ? pressed : under(event)
      if (presses.get(event.pointerId) === press) presses.delete(event.pointerId)
      for (const part of [event, press.move, press.end])
        if (part) dispatch(target, new PointerEvent(part.type, part))
    })
  },
  true,
)
for (const type of ["pointermove", "pointerup", "pointercancel"]) {
  addEventListener(
    type,
    event => {
      const press = presses.get(event.pointerId)
      if (!press || made.has(event)) return
      event.stopImmediatePropagation()
      if (type === "pointermove") press.move = event
      else {
        press.end = event
        presses.delete(event.pointerId)
      }
    },
    true,
  )
}
addEventListener(
  "click",
  event => {
    const button = event.target.closest("button")
    if (!button?.closest("#inspector, #layers, #timeline, #undo, #redo")) return
    // Undo and redo wait only for the actions that were pressed before them.
    const isStill = button.closest("#undo, #redo") ? () => true : isSettled
    if (!mustWait(event, isStill)) return
    /** @type {any} */
    const target = event.target
    keep(event, isStill, () =>
      dispatch(target.isConnected ? target : same(button), new MouseEvent("click", event)),
    )
  },
  true,
)

// MARK: Keys

const edits = /^(Delete|Backspace|Enter|F2|Arrow\w+)$/
const commands = /^[adgzy[\]]$/i
/** @type {Set<string>} */
const held = new Set()

// Returns whether a key changes the document or its selection.
function isAct({ target, key, ctrlKey, metaKey, altKey }) {
  if (target.closest?.("input, textarea, select, summary, dialog, .menu")) return false
  if (ctrlKey || metaKey) return commands.test(key)
  // Enter on a focused button presses the button.
  if (key === "Enter" && target.closest?.("button")) return false
  return edits.test(key) && (!altKey || key.startsWith("Arrow"))
}

addEventListener(
  "keydown",
  event => {
    const { key } = event
    /** @type {any} */
    const target = event.target
    if (!isAct(event)) return
    const isTravel = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(key)
    // While arrow keys move a layer, further arrow keys are not delayed, because the move continues from the current
    // positions.
    const isFree = isTravel || (state.nudging && key.startsWith("Arrow"))
    const isStill = isFree ? () => true : settledFor(target)
    if (!mustWait(event, isStill)) return
    // A key that repeats because it is held down is stored once.
    if (event.repeat && held.has(key)) {
      event.preventDefault()
      return event.stopImmediatePropagation()
    }
    held.add(key)
    keep(event, isStill, () => {
      held.delete(key)
      dispatch(target.isConnected ? target : document.activeElement, new KeyboardEvent("keydown", event))
    })
  },
  true,
)

// Presses, keys, values of fields and what is pasted on a page that is older than its document: they are kept, and made
// once the page shows the document, so that they begin from its own values.

import { areLayersCurrent } from "../stage/stage.js"
import { isSettled } from "./edit.js"
import { state } from "./state.js"

/** @type {{ isStill: () => boolean, make: () => void, type?: string, field?: any, values?: any }[]} */
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
  const one = { isStill, make }
  kept.push(one)
  return one
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
  return found?.closest("#stage, #timeline, #inspector, #layers") ? found : null
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
    if (!event.target.closest("#stage, #timeline, #layers, #inspector svg") || !mustWait(event, isStill))
      return
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
for (const type of ["dblclick", "contextmenu"]) {
  addEventListener(
    type,
    event => {
      /** @type {any} */
      const target = event.target
      if (!target.closest("#inspector, #layers, #timeline") || !mustWait(event, isSettled)) return
      // A handle that was drawn anew is found by its place among its kind.
      const [kind] = target.getAttribute("class")?.split(" ") ?? []
      const all = () => (kind ? [...document.querySelectorAll(`${target.localName}.${kind}`)] : [])
      const nth = all().indexOf(target)
      keep(event, isSettled, () =>
        dispatch(
          target.isConnected ? target : (under(/** @type {any} */ (event)) ?? all()[nth]),
          new MouseEvent(type, event),
        ),
      )
    },
    true,
  )
}
addEventListener(
  "click",
  event => {
    const button = event.target.closest("button")
    if (!button?.closest("#inspector, #layers, #timeline, .menu, #undo, #redo")) return
    // Undo and redo wait for what was pressed before them, and for nothing else.
    const isStill = button.closest("#undo, #redo") ? () => true : isSettled
    if (!mustWait(event, isStill)) return
    /** @type {any} */
    const target = event.target
    // An item of a menu acts even if the menu is closed meanwhile.
    const isItem = !!button.closest(".menu")
    keep(event, isStill, () =>
      dispatch(target.isConnected || isItem ? target : same(button), new MouseEvent("click", event)),
    )
  },
  true,
)

// MARK: Fields

const fields = "#inspector :is(input, select, textarea):not([type=file])"
const numbers = "[type=text]:not([list])"
// The field whose value is being changed: what follows belongs to the same change and goes on at once.
let begun = null
const alike = field =>
  [...document.querySelectorAll(fields)].filter(
    e => e.tagName === field.tagName && e.getAttribute("aria-label") === field.getAttribute("aria-label"),
  )

for (const type of ["input", "change", "blur"]) {
  addEventListener(
    type,
    event => {
      /** @type {any} */
      const field = event.target
      if (!field.matches?.(fields)) return
      const isMine = kept.some(one => one.field === field)
      // To leave a field that has no value to be written is no act.
      const isFree = type === "blur" ? !isMine : begun === field && !isMine
      if (isFree || !mustWait(event, isSettled)) {
        begun = type === "input" ? field : begun === field ? null : begun
        return
      }
      const values = { value: field.value, checked: field.checked }
      const before = kept.at(-1)
      if (type === "input" && before?.type === type && before.field === field) {
        Object.assign(before.values, values)
        return event.stopImmediatePropagation()
      }
      const nth = alike(field).indexOf(field)
      const one = keep(
        event,
        () => begun === field || isSettled(),
        () => {
          // What was pressed before may have selected something that has no such field.
          const target = field.isConnected ? field : alike(field)[nth]
          if (target && type !== "blur") Object.assign(target, values)
          dispatch(target, new Event(type, { bubbles: type !== "blur" }))
        },
      )
      Object.assign(one, { type, field, values })
    },
    true,
  )
}

// MARK: Clipboard

for (const type of ["copy", "cut", "paste"]) {
  addEventListener(
    type,
    event => {
      /** @type {any} */
      const target = event.target
      if (target.closest?.("input, textarea, dialog") || `${getSelection()}` || !mustWait(event, isSettled))
        return
      const data = new DataTransfer()
      if (type === "paste") data.setData("text/plain", event.clipboardData?.getData("text/plain") ?? "")
      keep(event, isSettled, () => {
        const properties = { clipboardData: data, bubbles: true, cancelable: true }
        dispatch(target.isConnected ? target : document.body, new ClipboardEvent(type, properties))
        const text = data.getData("text/plain")
        if (type !== "paste" && text) navigator.clipboard?.writeText(text).catch(() => {})
      })
    },
    true,
  )
}

// MARK: Keys

const edits = /^(Delete|Backspace|Enter|F2|Arrow\w+)$/
const commands = /^[adgzy[\]]$/i
/** @type {Set<string>} */
const held = new Set()

// Returns whether a key changes the document or its selection.
function isAct({ target, key, ctrlKey, metaKey, altKey }) {
  // In a field of a number these keys count up and down.
  if (target.matches?.(fields)) return /^Arrow(Up|Down)$/.test(key) && target.matches(numbers)
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
    // Layers that the arrow keys move already are moved on from where they lay at first.
    const isFree = isTravel || begun === target || (state.nudging && key.startsWith("Arrow"))
    const isStill = isFree ? () => true : settledFor(target)
    if (!mustWait(event, isStill)) {
      if (target.matches?.(fields)) begun = target
      return
    }
    // A key that is held down is kept once.
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

// Edits the document's file. Each request contains the hash of the text on which it is based, so that changes by other
// programs are never lost.

import { $, el } from "./dom.js"
import { isIn } from "./model.js"
import { plainly, wordsOf } from "./words.js"
import { bring, wanted } from "../stage/player.js"
import { ask, Refusal } from "./server.js"
import { on, select, state, tell } from "./state.js"

// The hash of the text after each of the page's own edits, by the hash before. With this map, an edit that was started
// before the previous answer arrived is still valid.
const successors = new Map()
let last = Promise.resolve()
let count = 0
const session = Math.random().toString(36).slice(2)

const present = hash => {
  while (successors.has(hash)) hash = successors.get(hash)
  return hash
}

// The number of edits without an answer, and the version of the document after the last answer.
let unanswered = 0,
  answered = 0

// Runs edits one after another, in order.
const inTurn = work => {
  unanswered++
  last = last
    .then(work)
    .catch(() => {})
    .finally(() => unanswered--)
}

// Whether the page shows the document with all of its own edits.
export const isSettled = () => unanswered === 0 && (state.document?.version ?? 0) >= answered

// A document event that follows the page's own edits determines the base of the next edits, even if the text equals an
// earlier text.
on("document", () => {
  if (isSettled()) successors.delete(state.document.hash)
})

async function write(path, base, body) {
  const from = present(base)
  const before = state.json
  const answer = await ask(path, { body: { ...body, base: from } })
  // The answer to a change includes the frame at the playhead, unless drawing the frame takes too long.
  const isSeen = answer.headers.get("Content-Type") === "image/png"
  if (isSeen) await bring(+answer.headers.get("X-Version"), body, await answer.blob())
  const { hash, version, gone } = isSeen
    ? { hash: answer.headers.get("X-Hash"), version: +answer.headers.get("X-Version"), gone: [] }
    : await answer.json()
  answered = version
  if (gone?.length)
    note(`What named it is gone too: ${gone.map(pointer => wordsOf(before, pointer)).join(", ")}.`, "quiet")
  successors.delete(hash)
  if (hash !== from) successors.set(from, hash)
  return hash
}

// The edits of one drag or of one use of a field, which undo reverts together.
export class Change {
  constructor() {
    this.base = state.document.hash
    this.merge = `${session}-${++count}`
    this.next = null
    // The functions that are called for an accepted change, and for a refusal.
    /** @type {any} */
    this.done = null
    /** @type {any} */
    this.said = null
  }

  // Sends edits; they replace edits that are still waiting.
  send(edits) {
    if (!edits?.length) return
    const waits = this.next !== null
    this.next = edits
    if (!waits) inTurn(() => this.run())
  }

  async run() {
    const edits = this.next
    if (edits === null) return
    this.next = null
    try {
      this.base = await write("/edit", this.base, { edits, merge: this.merge, ...wanted() })
      state.refusal = null
      this.done?.(true)
    } catch (refusal) {
      this.refuse(refusal, edits)
    }
  }

  refuse(refusal, edits) {
    if (refusal.status === 409) {
      const mine = this.next ?? edits
      this.next = null
      choose(() => {
        this.base = refusal.said.hash
        this.send(mine)
      })
    } else {
      // A refusal is shown beside the control that made the change or, if there is no such control, over the picture.
      const [problem] = refusal.said?.problems ?? []
      const message = plainly(state.json, problem ?? { pointer: "", message: refusal.message })
      state.refusal = message
      if (!this.said?.(message)) note(message, "", problem && (() => lead(problem.pointer)))
      tell("refused")
      this.done?.(false)
    }
  }
}

export const change = edits => new Change().send(edits)

// Sends one action; returns whether the document accepted it.
export const act = edits =>
  new Promise(done => {
    if (!edits?.length) return done(false)
    const change = new Change()
    change.done = done
    change.send(edits)
  })

export function travel(direction) {
  // Listeners of `travel` discard changes that are still in progress.
  tell("travel")
  inTurn(async () => {
    try {
      await write(`/${direction}`, state.document.hash, {})
    } catch (refusal) {
      if (refusal.status === 409) choose(() => travel(direction))
      else if (refusal.status !== 404) note(refusal.message)
    }
  })
}

// The file differs from the version that was edited, so the user chooses one of both versions.
function choose(mine) {
  const box = el(
    "div",
    { class: "note choice", role: "alertdialog", "aria-label": "The file has changed" },
    el("p", {}, `Another program changed ${state.document.file}. Nothing was written.`),
    el(
      "div",
      { class: "buttons" },
      el(
        "button",
        {
          id: "take-file",
          onclick: () => {
            box.remove()
            tell("refused")
          },
        },
        "Discard my change and show the new file",
      ),
      el(
        "button",
        {
          id: "apply-mine",
          onclick: () => {
            box.remove()
            mine()
          },
        },
        "Apply my change to the new file",
      ),
    ),
  )
  document.querySelector(".note.choice")?.remove()
  $("notes").append(box)
  box.querySelector("button").focus()
}

// Selects the layer or step that contains a pointer.
function lead(pointer) {
  const { layers, steps } = state.document
  const holds = item => item.pointer !== null && isIn(pointer, item.pointer)
  const deepest = list =>
    list.filter(holds).reduce((a, b) => (b.pointer.length > (a?.pointer.length ?? 0) ? b : a), null)
  const step = deepest(steps),
    layer = deepest(layers)
  if (step) select({ step: steps.indexOf(step) })
  else if (layer) select({ layer: layer.index })
}

// Shows a message that disappears after a while; a click on its link calls `show`.
export function note(message, kind = "", show = null) {
  const link = show && el("button", { class: "link show", onclick: show }, "Show it")
  const line = el("div", { class: `note ${kind}` }, message, link)
  $("notes")
    .querySelectorAll(".note:not(.choice):not(.problem)")
    .forEach(old => old.remove())
  $("notes").append(line)
  setTimeout(() => line.remove(), 8000)
}

// Runs a request to the server, and shows a refusal as a message.
export async function tried(work) {
  try {
    return await work()
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    note(refusal.message)
    return null
  }
}

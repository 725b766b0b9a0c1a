// What is typed, chosen in a menu and pasted on a page that is older than its document waits for it, in order.
import assert from "node:assert/strict"
import { register } from "node:module"
import { test } from "node:test"
import { pathToFileURL } from "node:url"

// The modules that need a browser say only whether the page shows its own document.
const stubs = {
  "../stage/stage.js": "export const areLayersCurrent = () => true",
  "./edit.js": "export const isSettled = () => globalThis.isShown",
}
const hook = `const stubs = ${JSON.stringify(stubs)}
  export const resolve = (name, context, next) => name in stubs && context.parentURL.endsWith("/turns.js")
    ? { url: "data:text/javascript," + encodeURIComponent(stubs[name]), shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(hook)}`)

const handlers = {}
globalThis.addEventListener = (type, handler) => (handlers[type] ??= []).push(handler)
globalThis.getSelection = () => ""
for (const name of ["PointerEvent", "MouseEvent", "KeyboardEvent", "ClipboardEvent"])
  globalThis[name] = class extends Event {
    constructor(type, more) {
      super(type, more)
      Object.defineProperties(this, {
        key: { value: more?.key },
        clipboardData: { value: more?.clipboardData },
      })
    }
  }
globalThis.DataTransfer = class {
  setData(_, text) {
    this.text = text
  }
  getData() {
    return this.text ?? ""
  }
}

// An element in one of the parts of the page; what reaches it is listed.
let reached = []
const element = (part, kind, label) => {
  const fits = what => what.includes(part) && (what.includes(kind) || !what.includes(":is"))
  const made = {
    tagName: kind.toUpperCase(),
    isConnected: true,
    value: "",
    closest: what => (what === "button" ? (kind === "button" ? made : null) : fits(what) ? made : null),
    matches: what => kind === "input" && (fits(what) || what.startsWith("[type=text]")),
    getAttribute: name => (name === "class" ? null : label),
    dispatchEvent: event => {
      const text = event.clipboardData?.getData() ?? event.key ?? made.value
      fire(made, event.type, event, () => reached.push([label, event.type, text].filter(Boolean).join(" ")))
    },
  }
  return made
}
function fire(target, type, event, arrived) {
  let isStopped = false
  Object.defineProperties(event, {
    target: { value: target, configurable: true },
    stopImmediatePropagation: { value: () => (isStopped = true), configurable: true },
  })
  for (const handler of handlers[type] ?? []) if (!isStopped) handler(event)
  if (!isStopped) arrived()
}
const does = (target, type, more) => target.dispatchEvent(new (globalThis[more?.with] ?? Event)(type, more))
const types = (field, value, type) => {
  field.value = value
  does(field, type)
}

const field = element("#inspector", "input", "Length")
globalThis.document = { body: element("body", "body", "page"), querySelectorAll: () => [field] }
const page = name => import(new URL(name, pathToFileURL(`${process.env.STUDIO_PAGE}/`)))
const { state } = await page("core/state.js")
const { isCurrent } = await page("core/turns.js")
state.document = { version: 1 }

const settled = async () => {
  for (let i = 0; i < 100 && !isCurrent(); i++) await new Promise(done => setTimeout(done, 10))
  const said = reached
  reached = []
  return said
}

test("what a field takes waits with the value that it had", async () => {
  globalThis.isShown = false
  types(field, "1", "input")
  types(field, "12", "input")
  types(field, "12", "change")
  does(field, "blur")
  // The answer to an earlier edit shows the old value.
  field.value = "0.5"
  assert.deepEqual(reached, [])
  globalThis.isShown = true
  assert.deepEqual(await settled(), ["Length input 12", "Length change 12", "Length blur 12"])
})

test("a value that is being changed goes on at once", async () => {
  globalThis.isShown = true
  types(field, "1", "input")
  globalThis.isShown = false
  types(field, "2", "input")
  types(field, "2", "change")
  assert.deepEqual(reached, ["Length input 1", "Length input 2", "Length change 2"])
  types(field, "3", "input")
  assert.equal(reached.length, 3)
  globalThis.isShown = true
  assert.equal((await settled()).at(-1), "Length input 3")
  does(field, "blur")
  await settled()
})

test("a field of what is no longer selected takes nothing", async () => {
  globalThis.isShown = false
  const gone = element("#inspector", "input", "Start")
  types(gone, "5", "change")
  gone.isConnected = false
  globalThis.isShown = true
  assert.deepEqual(await settled(), [])
})

test("a menu, a second press and what is pasted follow what was typed", async () => {
  globalThis.isShown = false
  const item = element(".menu", "button", "Duplicate")
  const bar = element("#timeline", "bar", "Bar")
  const data = new DataTransfer()
  data.setData("text/plain", "layers")
  types(field, "4", "change")
  does(item, "click")
  item.isConnected = false
  does(bar, "dblclick")
  does(document.body, "paste", { with: "ClipboardEvent", clipboardData: data })
  assert.deepEqual(reached, [])
  globalThis.isShown = true
  assert.deepEqual(await settled(), [
    "Length change 4",
    "Duplicate click",
    "Bar dblclick",
    "page paste layers",
  ])
})

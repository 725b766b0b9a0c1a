// Times of the timeline: moments as the file says them, units, what people call a move, and places of pictures.
import assert from "node:assert/strict"
import { test } from "node:test"
import { pathToFileURL } from "node:url"

const page = name => import(new URL(name, pathToFileURL(`${process.env.STUDIO_PAGE}/`)))
const { state, frameAt, stepName, targetNames } = await page("core/state.js")
const { moment, momentOf } = await page("timeline/moments.js")
const { inUnit } = await page("timeline/retiming.js")
const { layerName, moveWords, plainly, wordsOf } = await page("core/words.js")
const { additions, fitted, newLayer } = await page("core/model.js")
const { deviceOfSize } = await page("begin/tray.js")

const json = {
  screens: { a: { layers: [{ id: "title" }] }, b: {} },
  flow: [{ wait: 1 }, { push: "b", id: "open" }, { popToRoot: true }],
  captions: {
    items: [
      { text: "One", at: 0 },
      { text: "Two", at: "open" },
    ],
  },
  vars: { pace: 1 },
}
state.json = json
state.document = {
  duration: 4,
  fps: 50,
  frames: 200,
  steps: [{ id: "open", pointer: "/flow/1", kind: "move", start: 1.5, end: 2, what: "push b" }],
}

test("a moment is a time, a label, or the end of a step", () => {
  const known = [
    [1.25, 1.25],
    ["250ms", 0.25],
    ["2s", 2],
    ["25f", 0.5],
    ["50%", 2],
    ["end", 4],
    ["open", 1.5],
    [{ after: "open", offset: 0.5 }, 2.5],
    [{ with: "open" }, 1.5],
  ]
  for (const [said, seconds] of known) assert.equal(momentOf(said), seconds)
  assert.equal(momentOf("nowhere"), null)
})

test("a moved moment keeps its unit", () => {
  assert.equal(moment("50%", 1), "25%")
  assert.equal(moment("25f", 1), "50f")
  assert.equal(moment("250ms", 0.5), "500ms")
  assert.equal(moment(1, -2), 0)
  assert.equal(inUnit("2s", 1.5, null, 4), "1.5s")
})

test("frames lie within the film", () => {
  assert.equal(frameAt(0), 0)
  assert.equal(frameAt(1.999999999), 100)
  assert.equal(frameAt(9), 199)
})

test("moves and places have words, and messages no pointers", () => {
  assert.equal(moveWords({ wait: 0.5 }), "Wait 0.5 s")
  assert.equal(moveWords({ popToRoot: true, tap: [0, 0] }), "Back to the first screen")
  // A clip may be the path of a film alone.
  assert.equal(moveWords("a.mp4"), "Move")
  assert.equal(stepName(state.document.steps[0]), "open Push b")
  assert.equal(wordsOf(json, "/captions/items/1/at"), "caption 2")
  assert.equal(wordsOf(json, "/screens/a/layers/0/frame"), "“title”")
  assert.equal(wordsOf(json, "/vars/pace"), "variable “pace”")
  const message = plainly(json, {
    pointer: "/flow/1/duration",
    message: "too long for /screens/a/layers/0, here",
  })
  assert.equal(message, "“open”, duration: too long for “title”, here")
})

test("a new layer lies in the middle of its space, and a picture is no larger than that", () => {
  const { frame } = newLayer("rectangle", [393, 852])
  assert.equal(frame[0] + frame[2] / 2, 196.5)
  assert.equal(frame[1] + frame[3] / 2, 426)
  assert.deepEqual(fitted([260, 300], [393, 852], 0.5), [0, 199.3, 393, 453.5])
  assert.deepEqual(fitted([100, 50], [400, 400], 1), [150, 175, 100, 50])
})

test("a screen of a picture is shown at the end of a flow", () => {
  const edits = additions.screen(json, [393, 852], { file: "art/My Map.png" })
  assert.equal(edits[0].pointer, "/screens/my-map")
  assert.deepEqual(edits[1], { pointer: "/flow/-", insert: { push: "my-map" } })
})

test("a device is guessed by the size of a screenshot", () => {
  const known = {
    "1179 2556": "iphone-16",
    "1080 2400": "phone",
    "1000 2200": "phone",
    "1640 2360": "tablet",
    "1920 1080": "browser",
    "396 484": "watch",
  }
  for (const [size, device] of Object.entries(known))
    assert.equal(deviceOfSize(...size.split(" ").map(Number)), device)
})

test("a layer that moves make has the name of a pair or of a transition", () => {
  assert.equal(layerName({}, { id: "@hero~2", pointer: "/flow/3" }), "Pair hero")
  assert.equal(layerName({}, { id: "cross-dissolve#2", pointer: null }), "Cross dissolve")
  assert.equal(targetNames({ targets: ["@hero", "title"] }), "Pair hero, title")
})

test("a place in quotation marks is named without them", () => {
  const said = { pointer: "", message: 'the document has no "/screens/a/layers/0/opacity"' }
  assert.equal(plainly(json, said), "the document has no “title”")
  // A move that was refused is not in the document.
  const refused = { pointer: "/flow/3", message: 'the container of two animators, "canvas", is empty' }
  assert.equal(plainly(json, refused), 'The new move: the group of two transitions, "canvas", is empty')
})

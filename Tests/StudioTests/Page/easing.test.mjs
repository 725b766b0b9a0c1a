// Easings and springs as they are written, and how far a step has gone by them.
import assert from "node:assert/strict"
import { test } from "node:test"
import { pathToFileURL } from "node:url"

const page = name => import(new URL(name, pathToFileURL(`${process.env.STUDIO_PAGE}/`)))
const { kindOf, points, rewritten } = await page("easing/beziers.js")
const { crestOf, dragged, placeOf, ratioOf, springOf, withSpring } = await page("easing/springs.js")
const { timePart, wayPart } = await page("timeline/ways.js")

test("control points are read from every form of a curve", () => {
  assert.deepEqual(points("easeOut"), [0, 0, 0.58, 1])
  assert.deepEqual(points("ease-in-out"), points("easeInOut"))
  assert.deepEqual(points("cubic-bezier(0.2, 0, 0, 1)"), [0.2, 0, 0, 1])
  assert.deepEqual(points([0.3, 0, 1, 1]), [0.3, 0, 1, 1])
  for (const other of ["steps(4)", "cubic-bezier(1, 2)", [0, "x", 1, 1], { spring: {} }, undefined])
    assert.equal(points(other), null)
  assert.equal(kindOf({ spring: { dampingRatio: 1 } }), "spring")
  assert.equal(kindOf("steps(4)"), "other")
})

test("a curve keeps the form in which it was written", () => {
  assert.equal(rewritten("linear", [0.42, 0, 1, 1]), "easeIn")
  assert.equal(rewritten("cubic-bezier(0, 0, 1, 1)", [0.1, 0, 1, 1]), "cubic-bezier(0.1, 0, 1, 1)")
  assert.deepEqual(rewritten([0, 0, 1, 1], [0.1, 0, 1, 1]), [0.1, 0, 1, 1])
})

test("each form of a spring has a ratio, and keeps its form", () => {
  const forms = [
    { dampingRatio: 0.7 },
    { response: 0.5, bounce: 0.3 },
    { duration: 0.4, bounce: -0.2 },
    { mass: 2, stiffness: 200, damping: 20 },
  ]
  for (const own of forms) {
    const now = springOf({ spring: own })
    const next = withSpring({ spring: own }, { ...now, response: now.response ?? 0.5 })
    assert.deepEqual(Object.keys(next.spring).sort(), Object.keys(own).sort())
    assert.ok(Math.abs(springOf(next).ratio - now.ratio) < 2e-3)
  }
  assert.equal(springOf("easeIn"), null)
})

test("the crest of a spring tells its ratio, and a drag up bounces more", () => {
  for (const ratio of [0.1, 0.4, 0.8, 1, 1.5]) assert.ok(Math.abs(ratioOf(crestOf(ratio)) - ratio) < 1e-6)
  const was = { spring: { response: 0.5, bounce: 0.2 } }
  assert.ok(springOf(dragged(was, 0, 0.1)).ratio < springOf(was).ratio)
  assert.ok(springOf(dragged(was, 0.2, 0)).response > springOf(was).response)
  assert.equal(placeOf([0, 0.6, 1.2, 1, 1]), 0.5)
})

test("a way and the time for it are each other's inverse", () => {
  const step = { easing: { curve: Array.from({ length: 65 }, (_, i) => (i / 64) ** 2) } }
  for (const offset of [0.1, 0.25, 0.5, 0.9])
    assert.ok(Math.abs(wayPart(step, timePart(step, offset)) - offset) < 1e-6)
  assert.equal(timePart({}, 0.3), 0.3)
  assert.equal(wayPart({}, 1.4), 1)
})

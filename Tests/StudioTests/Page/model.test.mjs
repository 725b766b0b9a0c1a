// The page's model of a document: what each act is as edits of its text.
import assert from "node:assert/strict"
import { test } from "node:test"
import { pathToFileURL } from "node:url"

const page = name => import(new URL(name, pathToFileURL(`${process.env.STUDIO_PAGE}/`)))
const model = await page("core/model.js")
const { hold, lengthen, push, rescaled, endAfter } = await page("timeline/retime.js")
const { resized, snap } = await page("stage/snap.js")
const { code, correction } = await page("panels/qr.js")

// A document after edits, as the server makes them; ids stay.
function made(json, edits) {
  const root = structuredClone(json)
  const find = words => words.reduce((value, word) => value[word], root)
  const cut = pointer => {
    const words = model.parts(pointer),
      holder = find(words.slice(0, -1))
    return Array.isArray(holder)
      ? holder.splice(+words.at(-1), 1)[0]
      : [holder[words.at(-1)], delete holder[words.at(-1)]][0]
  }
  const put = (pointer, value) => {
    const words = model.parts(pointer)
    let holder = root
    words.slice(0, -1).forEach((word, i) => {
      holder = holder[word] ??= words[i + 1] === "-" ? [] : {}
    })
    const key = words.at(-1)
    if (Array.isArray(holder)) holder.splice(key === "-" ? holder.length : +key, 0, value)
    else holder[key] = value
  }
  for (const edit of edits) {
    if ("insert" in edit) put(edit.pointer, edit.insert)
    else if ("move" in edit) put(edit.pointer, cut(edit.move))
    else if ("copy" in edit) put(edit.pointer, structuredClone(find(model.parts(edit.copy))))
    else if (edit.remove || edit.erase) cut(edit.pointer)
    else {
      const words = model.parts(edit.pointer)
      words.slice(0, -1).reduce((value, word) => (value[word] ??= {}), root)[words.at(-1)] = edit.value
    }
  }
  return root
}

test("pointers are what RFC 6901 says", () => {
  assert.deepEqual(model.parts("/a~1b/m~0n/0/"), ["a/b", "m~n", "0", ""])
  assert.equal(model.join(["a/b", "m~n", 0]), "/a~1b/m~0n/0")
  assert.equal(model.at({ "a/b": [{ c: 1 }] }, "/a~1b/0/c"), 1)
  assert.equal(model.at({}, "/a/b"), undefined)
  assert.deepEqual(["/layers/10", "/layers/9", "/layers"].sort(model.byPlace), [
    "/layers",
    "/layers/9",
    "/layers/10",
  ])
})

test("an entry that is the last of a list takes the list along", () => {
  const json = {
    camera: [{ at: 0 }],
    captions: { items: [{ text: "a" }, { text: "b" }] },
    audio: [{ file: "a.wav" }],
  }
  assert.equal(model.wholeOf(json, "/camera/0"), "/camera")
  assert.equal(model.wholeOf(json, "/captions/items/0"), "/captions/items/0")
  assert.equal(model.wholeOf(json, "/audio/0"), "/audio/0")
})

test("names are free and are names", () => {
  const json = {
    layers: [{ id: "poster" }, { id: "poster-2", sublayers: [{ id: "x" }] }],
    screens: { from: {} },
  }
  assert.equal(model.fresh(json, "poster"), "poster-3")
  assert.equal(model.fresh(json, "y"), "y")
  assert.equal(model.nameOf("art/My Poster (1).PNG"), "my-poster-1")
  assert.equal(model.nameOf("1.png"), "layer-1")
  assert.ok(["title", "Über_1"].every(model.isName) && !["", "1a", "a b", "a/b"].some(model.isName))
})

test("a layer comes over the selected one, in its screen, or on top", () => {
  const flat = { layers: [{ id: "a" }, { id: "b", sublayers: [{ id: "c" }] }] }
  assert.equal(model.placeFor(flat, "/layers/0"), "/layers/1")
  assert.equal(model.placeFor(flat, "/layers/1/sublayers/0"), "/layers/1/sublayers/1")
  assert.equal(model.placeFor(flat, null), "/layers/-")
  const screens = { screens: { from: { layers: [] }, to: {} } }
  assert.equal(model.placeFor(screens, "/screens/to"), "/screens/to/layers/-")
  assert.equal(model.placeFor(screens, null), "/overlays/-")
})

test("a group takes its layers in their order, and gives them back", () => {
  const json = { layers: ["a", "b", "c", "d"].map(id => ({ id })) }
  const grouped = made(json, model.group(json, ["/layers/2", "/layers/0"], [0, 0, 9, 9]))
  assert.deepEqual(grouped.layers, [
    { id: "b" },
    { id: "group", frame: [0, 0, 9, 9], sublayers: [{ id: "a" }, { id: "c" }] },
    { id: "d" },
  ])
  const again = made(grouped, model.ungroup(grouped, "/layers/1"))
  assert.deepEqual(
    again.layers.map(l => l.id),
    ["b", "a", "c", "d"],
  )
})

test("an element goes to each place of its list", () => {
  const json = { layers: ["a", "b", "c"].map(id => ({ id })) }
  for (let from = 0; from < 3; from++) {
    for (let to = 0; to <= 3; to++) {
      const expected = json.layers.map(l => l.id),
        [id] = expected.splice(from, 1)
      expected.splice(to > from ? to - 1 : to, 0, id)
      assert.deepEqual(
        made(json, model.reorder(`/layers/${from}`, to)).layers.map(l => l.id),
        expected,
      )
    }
  }
})

test("a step goes beside the rest, whatever the timeline is", () => {
  const step = { animator: "x" }
  const cases = [
    [{ layers: [] }, d => d.timeline.parallel],
    [{ layers: [], timeline: { parallel: [{ animator: "a" }] } }, d => d.timeline.parallel],
    [{ layers: [], timeline: { targets: "a", keyframes: [] } }, d => d.timeline.parallel],
    [
      { screens: {}, transition: { animator: "a", params: { b: 1 }, duration: 2 } },
      d => d.transition.timeline.parallel,
    ],
    [{ screens: {}, transition: { timeline: { sequence: [] } } }, d => d.transition.timeline.parallel],
    [{ screens: {} }, d => d.transition.timeline.parallel],
  ]
  for (const [json, list] of cases) {
    const after = made(json, model.addStep(json, step))
    assert.deepEqual(list(after).at(-1), step)
    assert.deepEqual(model.at(after, model.stepPlace(json)), step)
    assert.ok(!("animator" in (after.transition ?? {})))
  }
  assert.equal(model.addStep({ flow: [] }, step), null)
})

test("keyframes are where they are said to be, or spread", () => {
  assert.deepEqual(model.offsets([{}, {}, {}]), [0, 0.5, 1])
  assert.deepEqual(model.offsets([{}, {}, { offset: 0.8 }, {}]), [0, 0.4, 0.8, 1])
  assert.deepEqual(model.offsets([{ offset: 0.2 }, {}]), [0.2, 1])
})

test("a keyframe is added between others, which stay where they are", () => {
  const step = { keyframes: [{ opacity: 0 }, { opacity: 0.5 }, { opacity: 1 }] }
  const after = made({ s: step }, model.setKey(step, "/s", 0.25, { opacity: 0.1 })).s
  assert.deepEqual(model.offsets(after.keyframes), [0, 0.25, 0.5, 1])
  assert.equal(model.valueAt(after, "opacity", 0.375), 0.3)
  const same = made({ s: step }, model.setKey(step, "/s", 0.5, { opacity: 0.9, rotate: 4 })).s
  assert.deepEqual(same.keyframes, [{ opacity: 0 }, { opacity: 0.9, rotate: 4 }, { opacity: 1 }])
})

test("keyframes move together, and none goes past another", () => {
  const step = { keyframes: [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }] }
  const moved = made({ s: step }, model.moveKeys(step, "/s", [1, 2], 0.2)).s
  assert.deepEqual(
    model.offsets(moved.keyframes).map(v => model.round(v, 3)),
    [0, 0.533, 0.867, 1],
  )
  const stopped = made({ s: step }, model.moveKeys(step, "/s", [1], 0.9)).s
  assert.ok(model.offsets(stopped.keyframes)[1] < 2 / 3)
  assert.deepEqual(
    made({ s: step }, model.moveKeys(step, "/s", [1], 0)).s.keyframes.map(k => k.a),
    [1, 2, 3, 4],
  )
})

test("keyframes go, and the step with the last", () => {
  const step = { keyframes: [{ a: 1 }, { a: 2 }, { a: 3 }] }
  const left = made({ s: step }, model.removeKeys(step, "/s", [0])).s
  assert.deepEqual(
    left.keyframes.map(k => k.a),
    [2, 3],
  )
  assert.deepEqual(model.offsets(left.keyframes), [0.5, 1])
  assert.deepEqual(model.removeKeys(step, "/s", [0, 1, 2]), [{ pointer: "/s", erase: true }])
})

test("keyframes are pasted with their easings", () => {
  const step = { keyframes: [{ a: 0 }, { a: 10 }] }
  const clip = [
    { by: 0, frame: { a: 5, easing: "easeIn" } },
    { by: 0.25, frame: { a: 7, offset: 0.9 } },
  ]
  const after = made({ s: step }, model.pasteKeys(step, "/s", clip, 0.5)).s
  assert.deepEqual(after.keyframes, [
    { a: 0 },
    { offset: 0.5, a: 5, easing: "easeIn" },
    { offset: 0.75, a: 7 },
    { a: 10 },
  ])
})

test("a bar of a sequence pushes what follows, or leaves it", () => {
  const json = { duration: 3, timeline: { sequence: [{}, { at: 1 }, {}] } }
  const steps = [
    { pointer: "/timeline", depth: 0, start: 0, end: 3 },
    ...[
      [0, 1],
      [1, 2],
      [2, 3],
    ].map(([start, end], i) => ({ pointer: `/timeline/sequence/${i}`, depth: 1, start, end })),
  ]
  assert.deepEqual(push(json, steps, steps[1], 0.5), [{ pointer: "/timeline/sequence/1/at", value: 1.5 }])
  assert.equal(endAfter(steps, steps[1], 1.5, true), 3.5)
  assert.deepEqual(lengthen(json, 3.5, 3), {
    edits: [{ pointer: "/duration", value: 3.5 }],
    says: "3 → 3.5 s",
    by: 3.5 / 3,
  })
  assert.deepEqual(hold(json, steps, steps[2], 0.5), [{ pointer: "/timeline/sequence/2/at", value: 2 }])
  assert.deepEqual(
    push(
      json,
      [{ pointer: "/timeline/parallel/0", depth: 1, start: 0, end: 1 }],
      { pointer: "/timeline/parallel/0" },
      1,
    ),
    [],
  )
})

test("percents of a longer film mean the same times", () => {
  const json = {
    vars: { total: 1.5 },
    screens: {},
    transition: {
      duration: "${total}",
      seam: "80%",
      timeline: { sequence: [{ duration: "40%" }, { at: "50%", duration: 0.3 }] },
    },
  }
  const longer = lengthen(json, 2, 1.5)
  assert.deepEqual(longer.edits, [{ pointer: "/vars/total", value: 2 }])
  const own = new Map([
    [
      "/transition/timeline/sequence/0/duration",
      { pointer: "/transition/timeline/sequence/0/duration", value: "60%" },
    ],
  ])
  assert.deepEqual(Object.fromEntries(rescaled(json, longer.by, own).map(e => [e.pointer, e.value])), {
    "/transition/timeline/sequence/0/duration": "45%",
    "/transition/timeline/sequence/1/at": "37.5%",
    "/transition/seam": "60%",
  })
})

test("a frame is drawn to edges and middles that are near", () => {
  const canvas = [0, 0, 100, 200]
  assert.deepEqual(snap([3, 60, 20, 20], [canvas], 4), { way: [-3, 0], lines: [{ axis: "x", at: 0 }] })
  assert.deepEqual(snap([41, 87, 20, 20], [canvas], 4).way, [-1, 3])
  assert.deepEqual(snap([30, 30, 20, 20], [canvas], 4).way, [0, 0])
})

test("a handle moves its own sides, and keeps the ratio where it is asked to", () => {
  const frame = [10, 20, 100, 50]
  assert.deepEqual(resized(frame, [1, 1], [10, 5]), [10, 20, 110, 55])
  assert.deepEqual(resized(frame, [0, 0], [10, 5]), [20, 25, 90, 45])
  assert.deepEqual(resized(frame, [0.5, 1], [10, 5]), [10, 20, 100, 55])
  assert.deepEqual(resized(frame, [1, 1], [100, 0], { keepsRatio: true }), [10, 20, 200, 100])
  assert.deepEqual(resized(frame, [1, 0.5], [10, 0], { fromCentre: true }), [0, 20, 120, 50])
  assert.ok(
    resized(frame, [1, 1], [-500, -500])
      .slice(2)
      .every(v => v >= 1),
  )
})

test("a code for a camera has its patterns, its correction and its room", () => {
  // The example that is computed by hand in many places: HELLO WORLD in version 1, level M.
  assert.deepEqual(
    correction([32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17], 10),
    [196, 35, 39, 119, 235, 215, 231, 226, 93, 23],
  )
  const dark = code("http://192.168.1.20:8731/?token=0123456789abcdef0123456789abcdef")
  assert.equal(dark.length, 33)
  for (const [top, left] of [
    [0, 0],
    [0, 26],
    [26, 0],
  ]) {
    assert.equal(
      dark
        .slice(top, top + 7)
        .map(row =>
          row
            .slice(left, left + 7)
            .map(Number)
            .join(""),
        )
        .join(" "),
      "1111111 1000001 1011101 1011101 1011101 1000001 1111111",
    )
  }
  assert.ok(dark.every(row => row.every(v => typeof v === "boolean")))
  assert.equal(code("x".repeat(106)).length, 37)
  assert.equal(code("x".repeat(107)), null)
})

test("a step goes into a move of a flow", () => {
  const step = { targets: "a", keyframes: [{ opacity: 0 }, { opacity: 1 }] }
  const json = {
    screens: { a: {}, b: {} },
    flow: [{ wait: 1 }, { push: "b" }, { pop: true, timeline: [step] }],
  }
  const put = move => {
    const edits = model.addStep(json, step, move)
    const after = made(json, edits)
    assert.deepEqual(model.at(after, model.stepPlace(json, move)), step)
    return model.at(after, move)
  }
  assert.deepEqual(put("/flow/0"), { wait: 1, timeline: { parallel: [step] } })
  assert.deepEqual(put("/flow/1"), { push: "b", alongside: [step] })
  assert.deepEqual(put("/flow/2").timeline, { parallel: [{ sequence: [step] }, step] })
  assert.equal(model.addStep(json, step), null)
})

// The page's model of the document: JSON pointers, their values, and the edits of each action. This module
// does not depend on the page, and its tests run in node.

// MARK: Pointers

export const parts = pointer =>
  pointer
    .split("/")
    .slice(1)
    .map(part => part.replaceAll("~1", "/").replaceAll("~0", "~"))
export const join = list =>
  list.map(part => `/${`${part}`.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")
export const at = (json, pointer) => parts(pointer).reduce((value, part) => value?.[part], json)
export const above = pointer => pointer.slice(0, pointer.lastIndexOf("/"))
export const last = pointer => parts(pointer).at(-1)
export const isIn = (pointer, holder) => pointer === holder || pointer.startsWith(`${holder}/`)

// Returns the pointer to an element of the same list with another index.
export const sibling = (pointer, index) => `${above(pointer)}/${index}`
export const index = pointer => Number(last(pointer))

// MARK: Names

// Returns every id of layers and steps, and every key that is a name.
export function names(json) {
  const found = new Set([...Object.keys(json.screens ?? {}), ...Object.keys(json.assets ?? {})])
  const look = value => {
    if (value === null || typeof value !== "object") return
    if (typeof value.id === "string") found.add(value.id)
    for (const inner of Array.isArray(value) ? value : Object.values(value)) look(inner)
  }
  look(json)
  return found
}

// Returns the name, or the name with the next free number.
export function fresh(json, name, taken = names(json)) {
  if (!taken.has(name)) return name
  const stem = name.replace(/-\d+$/, "")
  for (let number = 2; ; number++) if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`
}

export const isName = text => /^[\p{L}_][\p{L}0-9_-]{0,127}$/u.test(text)

// Returns an id for the layer of a file, which is derived from the file's name.
export function nameOf(file) {
  const stem = file
    .split("/")
    .at(-1)
    .split(".")[0]
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
  return !stem ? "layer" : /^[a-z]/.test(stem) ? stem.slice(0, 60) : `layer-${stem.slice(0, 50)}`
}

// MARK: Layers

// Returns the position of a new layer: above the selected layer, or in the selected screen, or above all other layers.
export function placeFor(json, pointer) {
  if (pointer && /^\/screens\/[^/]+$/.test(pointer)) return `${pointer}/layers/-`
  if (
    pointer &&
    /\/(layers|sublayers|overlays)\/\d+$/.test(pointer) &&
    Array.isArray(at(json, above(pointer)))
  ) {
    return sibling(pointer, index(pointer) + 1)
  }
  return json.layers ? "/layers/-" : json.screens ? "/overlays/-" : "/layers/-"
}

export const addLayer = (json, place, layer) => [
  { pointer: place, insert: { id: fresh(json, layer.id), ...without(layer, "id") } },
]

export function without(object, ...keys) {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}

// Returns a new layer of a kind in the middle of a canvas with the given size.
export function newLayer(kind, size, more = {}) {
  const [width, height] = size
  const middle = (w, h) =>
    [w, h].every(Number.isFinite) ? [(width - w) / 2, (height - h) / 2, w, h].map(v => round(v, 1)) : null
  const side = Math.round(Math.min(width, height) * 0.3)
  switch (kind) {
    case "text": {
      const letters = Math.max(10, Math.round(width / 12))
      return {
        id: "title",
        frame: middle(Math.round(width * 0.84), 2 * letters),
        contents: { text: "Title", size: letters, weight: "bold", alignment: "center", fit: "shrink" },
      }
    }
    case "rectangle":
      return {
        id: "shape",
        frame: middle(side, side),
        cornerRadius: Math.round(side / 8),
        backgroundColor: "#ff8a4c",
      }
    case "oval":
      return { id: "circle", frame: middle(side, side), cornerRadius: "50%", backgroundColor: "#7aa7ff" }
    case "path":
      return {
        id: "path",
        frame: middle(side, side),
        path: `M0 ${side}L${side / 2} 0L${side} ${side}`,
        strokeColor: "#16161a",
        lineWidth: 4,
        lineCap: "round",
        lineJoin: "round",
      }
    case "group":
      return { id: "group", frame: [0, 0, width, height], sublayers: [] }
    default:
      return { id: nameOf(more.file), frame: fitted(more.pixels, size), contents: { [kind]: more.file } }
  }
}

// Returns the size of a picture at a scale, limited to the size of its container.
export function fitted(pixels, [width, height], scale = 1) {
  const [w, h] = pixels ? pixels.map(v => v / scale) : [width * 0.6, width * 0.6]
  const by = Math.min(1, width / w, height / h)
  return [round((width - w * by) / 2, 1), round((height - h * by) / 2, 1), round(w * by, 1), round(h * by, 1)]
}

// Returns the edits that move the layers of one list into a group. The frames of the layers do not change, because all
// frames are in points of the canvas.
export function group(json, pointers, frame) {
  const list = above(pointers[0])
  const order = pointers.filter(p => above(p) === list).sort((a, b) => index(a) - index(b))
  if (!order.length) return []
  const id = fresh(json, "group")
  const place = index(order.at(-1)) + 1
  /** @type {any[]} */
  const edits = [{ pointer: `${list}/${place}`, insert: { id, frame, sublayers: [] } }]
  // The index of the group decreases with each layer that leaves the list before the group.
  order.forEach((pointer, i) =>
    edits.push({
      pointer: `${list}/${place - i - 1}/sublayers/-`,
      move: sibling(pointer, index(pointer) - i),
    }),
  )
  return edits
}

export function ungroup(json, pointer) {
  const count = at(json, pointer)?.sublayers?.length ?? 0
  const edits = []
  for (let i = 0; i < count; i++)
    edits.push({
      pointer: sibling(pointer, index(pointer) + i),
      move: `${sibling(pointer, index(pointer) + i)}/sublayers/0`,
    })
  return [...edits, { pointer: sibling(pointer, index(pointer) + count), erase: true }]
}

// Returns the edits that move an element before another element of its list, or to the end; `to` is counted with the
// element still in the list.
export function reorder(pointer, to) {
  const from = index(pointer)
  if (to === from || to === from + 1) return []
  return [{ pointer: sibling(pointer, to > from ? to - 1 : to), move: pointer }]
}

// MARK: Steps

export const isGroup = step => !!step && ["parallel", "sequence", "stagger"].some(key => key in step)

// A timeline that is a list means a sequence.
const asStep = timeline => (Array.isArray(timeline) ? { sequence: timeline } : timeline)
// Returns whether a move keeps its animator, so that a new step runs in parallel with the animator.
const runsBeside = move => !("timeline" in move) && !("wait" in move)

// Returns the edits that add a step to the timeline beside its other steps; a timeline of one step becomes a list of
// two steps. In a flow the step is added to a move.
export function addStep(json, step, move) {
  if (json.flow) return addToMove(json, step, move)
  const base = json.screens ? "/transition" : ""
  const holder = base ? (json.transition ?? {}) : json
  if (Array.isArray(holder)) return null
  const timeline = holder.timeline
  if (timeline) {
    if (timeline.parallel) return [{ pointer: `${base}/timeline/parallel/-`, insert: step }]
    return [{ pointer: `${base}/timeline`, value: { parallel: [asStep(timeline), step] } }]
  }
  const short = ["animator", "layers", "params", "direction", "compat", "easing"].filter(key => key in holder)
  const first = base && holder.animator ? [Object.fromEntries(short.map(key => [key, holder[key]]))] : []
  return [
    ...(first.length ? short.map(key => ({ pointer: `${base}/${key}`, remove: true })) : []),
    { pointer: `${base}/timeline`, value: { parallel: [...first, step] } },
  ]
}

function addToMove(json, step, pointer) {
  const move = pointer && at(json, pointer)
  if (!move) return null
  if (runsBeside(move)) return [{ pointer: `${pointer}/alongside/-`, insert: step }]
  const { timeline } = move
  if (timeline?.parallel) return [{ pointer: `${pointer}/timeline/parallel/-`, insert: step }]
  return [
    { pointer: `${pointer}/timeline`, value: { parallel: timeline ? [asStep(timeline), step] : [step] } },
  ]
}

// Returns the pointer of a step that `addStep` inserts.
export function stepPlace(json, move) {
  if (json.flow && move && runsBeside(at(json, move))) {
    return `${move}/alongside/${at(json, `${move}/alongside`)?.length ?? 0}`
  }
  const base = json.flow ? move : json.screens ? "/transition" : ""
  const timeline = at(json, `${base}/timeline`)
  if (timeline?.parallel) return `${base}/timeline/parallel/${timeline.parallel.length}`
  return `${base}/timeline/parallel/${timeline || at(json, "/transition/animator") ? 1 : 0}`
}

export function duplicate(pointer) {
  return [{ pointer: sibling(pointer, index(pointer) + 1), copy: pointer }]
}

// Returns the pointer that is removed with an entry, which is the pointer of its list if the list may not be empty.
export function wholeOf(json, pointer) {
  const [, list] = pointer.match(/^(\/camera|\/touches|\/captions\/items)\/\d+$/) ?? []
  return list && at(json, list).length < 2 ? `/${parts(list)[0]}` : pointer
}

export const erase = pointers =>
  [...pointers].sort((a, b) => byPlace(b, a)).map(pointer => ({ pointer, erase: true }))

// Compares pointers by their order in the document.
export function byPlace(a, b) {
  const [x, y] = [parts(a), parts(b)]
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (x[i] !== y[i]) return /^\d+$/.test(x[i]) && /^\d+$/.test(y[i]) ? x[i] - y[i] : x[i] < y[i] ? -1 : 1
  }
  return x.length - y.length
}

// MARK: Keyframes

// Returns the times of keyframes in their step, from 0 to 1: keyframes without a time are evenly spaced between
// keyframes with a time.
export function offsets(frames) {
  const known = frames.map(f => (typeof f.offset === "number" ? f.offset : null))
  if (!known.length) return []
  known[0] ??= known.length === 1 ? 1 : 0
  known[known.length - 1] ??= 1
  for (let i = 0; i < known.length; i++) {
    if (known[i] !== null) continue
    const next = known.findIndex((v, k) => k > i && v !== null)
    const [from, to] = [known[i - 1], known[next]]
    for (let k = i; k < next; k++) known[k] = from + ((to - from) * (k - i + 1)) / (next - i + 1)
  }
  return known
}

const near = 1e-4

// Returns the edits that give a step's layers a value at a time, in the keyframe at this time or in a new keyframe.
export function setKey(step, pointer, offset, values) {
  const frames = step.keyframes ?? [],
    moments = offsets(frames)
  const found = moments.findIndex(m => Math.abs(m - offset) < near)
  if (found >= 0)
    return Object.entries(values).map(([name, value]) => ({
      pointer: `${pointer}/keyframes/${found}/${name}`,
      value,
    }))
  const next = moments.findIndex(m => m > offset)
  const place = next < 0 ? frames.length : next
  // The evenly spaced keyframes get explicit times.
  return [
    ...spelt(frames, moments, pointer),
    {
      pointer: `${pointer}/keyframes/${place < frames.length ? place : "-"}`,
      insert: { offset: round(offset, 4), ...values },
    },
  ]
}

function spelt(frames, moments, pointer) {
  return frames.flatMap((frame, i) => {
    const isEnd = (i === 0 && moments[i] === 0) || (i === frames.length - 1 && moments[i] === 1)
    return frame.offset === undefined && !isEnd
      ? [{ pointer: `${pointer}/keyframes/${i}/offset`, value: round(moments[i], 4) }]
      : []
  })
}

// Returns the edits that move keyframes to another time, without passing their neighbours.
export function moveKeys(step, pointer, indices, by) {
  const frames = step.keyframes,
    moments = offsets(frames)
  const chosen = new Set(indices)
  const moved = moments.map((m, i) => (chosen.has(i) ? m + by : m))
  for (let i = 0; i < moved.length; i++) {
    if (!chosen.has(i)) continue
    const low = i === 0 ? 0 : chosen.has(i - 1) ? -Infinity : moments[i - 1] + near
    const high = i === moved.length - 1 ? 1 : chosen.has(i + 1) ? Infinity : moments[i + 1] - near
    moved[i] = Math.min(Math.max(moved[i], low, 0), high, 1)
  }
  return frames.flatMap((frame, i) => {
    const isEnd = (i === 0 && moved[i] === 0) || (i === frames.length - 1 && moved[i] === 1)
    const isSame =
      Math.abs(
        (frame.offset ??
          (isEnd || (Math.abs(moved[i] - moments[i]) < near && !chosen.size) ? moved[i] : NaN)) - moved[i],
      ) < 1e-6
    if (isSame || (frame.offset === undefined && isEnd)) return []
    return [{ pointer: `${pointer}/keyframes/${i}/offset`, value: round(moved[i], 4) }]
  })
}

export function removeKeys(step, pointer, indices) {
  const frames = step.keyframes,
    moments = offsets(frames),
    gone = new Set(indices)
  // A step that has no keyframes left is removed.
  if (gone.size >= frames.length) return [{ pointer, erase: true }]
  return [
    ...spelt(frames, moments, pointer).filter(e => !gone.has(index(above(e.pointer)))),
    ...[...gone].sort((a, b) => b - a).map(i => ({ pointer: `${pointer}/keyframes/${i}`, remove: true })),
  ]
}

// Returns the edits that insert copied keyframes with their easings at another time.
export function pasteKeys(step, pointer, copied, offset) {
  let result = { ...step, keyframes: [...step.keyframes] }
  const edits = []
  for (const { by, frame } of copied) {
    const moment = round(offset + by, 4)
    if (moment < 0 || moment > 1) continue
    const next = setKey(result, pointer, moment, without(frame, "offset"))
    edits.push(...next)
    result = applied(result, pointer, next)
  }
  return edits
}

// Returns a step after edits of its keyframes.
function applied(step, pointer, edits) {
  const copy = structuredClone(step)
  for (const edit of edits) {
    const words = parts(edit.pointer.slice(pointer.length))
    const holder = words.slice(0, -1).reduce((value, word) => value[word], copy)
    if ("insert" in edit) holder.splice(words.at(-1) === "-" ? holder.length : +words.at(-1), 0, edit.insert)
    else holder[words.at(-1)] = edit.value
  }
  return copy
}

// Returns the value of a step's property at a time, interpolated linearly; undefined if no keyframe sets the property.
export function valueAt(step, name, offset) {
  const frames = step.keyframes ?? [],
    moments = offsets(frames)
  const said = frames.map((f, i) => [moments[i], f[name]]).filter(([, v]) => v !== undefined)
  if (!said.length) return undefined
  const after = said.findIndex(([m]) => m >= offset)
  if (after <= 0) return said[after < 0 ? said.length - 1 : 0][1]
  const [[a, x], [b, y]] = [said[after - 1], said[after]]
  return mixed(x, y, (offset - a) / Math.max(b - a, near))
}

function mixed(x, y, part) {
  if (typeof x === "number" && typeof y === "number") return round(x + (y - x) * part, 4)
  if (Array.isArray(x) && Array.isArray(y) && x.length === y.length)
    return x.map((v, i) => mixed(v, y[i], part))
  return part < 0.5 ? x : y
}

// MARK: Other lists

export const additions = {
  variable: (json, name = "value") => [
    { pointer: `/vars/${fresh(json, name, new Set(Object.keys(json.vars ?? {})))}`, value: 1 },
  ],
  sound: (_, file, time) => [
    { pointer: "/audio/-", insert: time > 0 ? { file, at: round(time, 3) } : { file } },
  ],
  // A GIF output gets 50 frames a second, which is the maximum of the format.
  output: (json, path) => [
    { pointer: "/outputs/-", insert: { path, ...(path.endsWith(".gif") ? { fps: 50 } : {}) } },
  ],
  check: (_, check) => [{ pointer: "/checks/-", insert: check }],
  screen(json, size, file) {
    const name = fresh(json, file ? nameOf(file.file) : "screen")
    const title = {
      id: fresh(json, `${name}-title`),
      frame: [0, Math.round(size[1] / 2 - 30), size[0], 60],
      contents: { text: name, size: 28, weight: "bold", alignment: "center" },
    }
    const isShown = json.flow ? [{ push: name }, { wait: 1 }] : []
    return [
      {
        pointer: `/screens/${name}`,
        value: file ? file.file : { background: "#ffffff", layers: [title] },
      },
      ...isShown.map(insert => ({ pointer: "/flow/-", insert })),
    ]
  },
  move: (_, move) => [{ pointer: "/flow/-", insert: move }],
}

export const round = (value, places = 2) => +value.toFixed(places)

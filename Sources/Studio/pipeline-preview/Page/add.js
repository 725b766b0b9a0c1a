// What can be added, for each `+` of the page, and files that are dropped on it.

import { el } from "./dom.js"
import { act, change, note, tried } from "./edit.js"
import { lengthen } from "./retime.js"
import {
  above,
  addLayer,
  addStep,
  additions,
  fresh,
  nameOf,
  newLayer,
  placeFor,
  round,
  stepPlace,
} from "./model.js"
import { open } from "./panels.js"
import { setPlaying } from "./player.js"
import { dropRecording, isRecording } from "./recording.js"
import { askJSON, Refusal, ask } from "./server.js"
import { state, want, written } from "./state.js"

const size = () => state.document.size

// MARK: Layers

const place = () =>
  placeFor(state.json, state.layer === null ? null : state.document.layers[state.layer].pointer)

export async function layer(kind, more) {
  setPlaying(false)
  const pointer = place()
  const made = newLayer(kind, size(), more)
  if (more?.pixels) made.frame = fittedAtScale(more.pixels)
  if (more?.at) [made.frame[0], made.frame[1]] = more.at.map((v, k) => round(v - made.frame[k + 2] / 2, 1))
  if (pointer.endsWith("/-")) {
    const list = written(above(pointer))
    want("layer", `${above(pointer)}/${list?.length ?? 0}`)
  } else {
    want("layer", pointer)
  }
  return act(addLayer(state.json, pointer, made))
}

function fittedAtScale(pixels) {
  const {
    size: [width, height],
    scale,
  } = state.document
  const [w, h] = pixels.map(v => v / scale),
    by = Math.min(1, width / w, height / h)
  return [(width - w * by) / 2, (height - h * by) / 2, w * by, h * by].map(v => round(v, 1))
}

const shows = { image: "picture", video: "film", lottie: "Lottie", sound: "sound" }

async function folder(kinds) {
  const answer = await tried(() => askJSON("/files"))
  return (answer?.files ?? []).filter(f => kinds.includes(f.kind))
}

export async function layerItems() {
  const files = await folder(["image", "video", "lottie"])
  return [
    { label: "Text", icon: "text", act: () => layer("text") },
    { label: "Rectangle", icon: "rectangle", act: () => layer("rectangle") },
    { label: "Oval", icon: "oval", act: () => layer("oval") },
    { label: "Path", icon: "path", act: () => layer("path") },
    { label: "Group", icon: "group", act: () => layer("group") },
    ...(state.json.screens ? [pairItem()] : []),
    "From the folder",
    ...files.map(f => ({ label: f.file, hint: shows[f.kind], act: () => layer(f.kind, f) })),
    {
      label: "Another file…",
      icon: "export",
      act: () => choose("image/*,video/*,.json,.lottie,.svg", f => layer(f.kind, f)),
    },
  ]
}

// Two layers of the two screens that become one while it moves.
function pairItem() {
  const { screens } = state.json
  const names = Object.keys(screens).slice(0, 2)
  return {
    label: "Matched pair",
    hint: names.join(" and "),
    icon: "pair",
    disabled: names.length < 2,
    act: () => {
      const id = fresh(state.json, "hero"),
        made = newLayer("rectangle", size())
      const small = [size()[0] * 0.1, size()[1] * 0.6, size()[0] * 0.25, size()[0] * 0.25].map(v =>
        Math.round(v),
      )
      act(
        names.map((name, i) => ({
          pointer: `/screens/${name}/layers/-`,
          insert: { ...made, id: i ? `${id}-end` : id, ...(i ? {} : { frame: small }), match: id },
        })),
      )
    },
  }
}

// MARK: Files

export async function dropped(file) {
  if (file.size > 64 << 20) throw new Refusal(413, { message: `${file.name} is larger than 64 MB` })
  return (await ask("/drop", { query: { name: file.name }, bytes: file })).json()
}

function choose(accept, take) {
  const input = el("input", {
    type: "file",
    accept,
    onchange: async () => {
      const told = input.files[0] && (await tried(() => dropped(input.files[0])))
      if (told) take(told)
    },
  })
  input.click()
}

// A file that is dropped on the picture lies where it was dropped; what is none is told there.
export async function dropOn(event, point) {
  for (const file of event.dataTransfer.files) {
    if (isRecording(file)) dropRecording(file, event, () => addFile(file, event, point))
    else await addFile(file, event, point)
  }
}

async function addFile(file, event, point) {
  try {
    const told = await dropped(file)
    if (told.kind === "sound") await act(additions.sound(state.json, told.file, state.time))
    else await layer(told.kind, point ? { ...told, at: point } : told)
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    sayAt(event, refusal.message)
  }
}

// A recording that is chosen by keys, as one that is dropped.
export function chooseRecording(button) {
  const input = el("input", {
    type: "file",
    accept: "video/*,image/gif,.mkv,.mov",
    onchange: () => {
      const { left, bottom } = button.getBoundingClientRect(),
        place = { clientX: left, clientY: bottom }
      if (input.files[0]) dropRecording(input.files[0], place, () => addFile(input.files[0], place))
    },
  })
  input.click()
}

export function sayAt({ clientX, clientY }, message) {
  const line = el(
    "div",
    {
      class: "note here",
      role: "alert",
      style: { left: `${Math.min(clientX, innerWidth - 260)}px`, top: `${clientY + 12}px` },
    },
    message,
  )
  document.body.append(line)
  setTimeout(() => line.remove(), 6000)
}

// MARK: Steps

// The id by which a step names a layer, and the edit that gives it one where it has none.
export function target(index) {
  const layer = state.document.layers[index],
    json = layer.pointer === null ? null : written(layer.pointer)
  if (!json || json.id || /^\/screens\/[^/]+$/.test(layer.pointer)) return { id: layer.id, edits: [] }
  const file =
    typeof json.contents === "string"
      ? json.contents
      : (json.contents?.image ?? (json.contents?.text ? "title" : "layer"))
  const id = fresh(state.json, nameOf(`${file}`))
  return { id, edits: [{ pointer: `${layer.pointer}/id`, value: id }] }
}

const moves = {
  "Fade in": [{ opacity: 0 }, { opacity: 1 }],
  "Move in": [{ translate: [0, 60] }, { translate: [0, 0] }],
  Grow: [{ scale: 0.8 }, { scale: 1 }],
  Turn: [{ rotate: -12 }, { rotate: 0 }],
}

// What holds a step at the playhead, and when that starts: in a flow the move that plays, else the document.
export function stepHolder() {
  const moves = state.document.steps.filter(s => s.kind === "move")
  const move = moves.findLast(s => s.start <= playhead() + 1e-6) ?? moves[0]
  return move ? { move: move.pointer, start: move.start, length: move.length } : { start: 0 }
}

// A step that starts so far into what holds it, and ends before that does.
function placed(made, { move, start, length }) {
  const { at: _, ...rest } = made
  let at = Math.max(0, playhead() - start)
  if (move) {
    const duration = Math.min(rest.duration ?? 0.3, length)
    at = Math.min(at, Math.max(0, length - Math.min(duration, 0.2)))
    if (rest.duration !== undefined) rest.duration = round(Math.min(duration, length - at), 4)
  }
  at = round(at, 4)
  return { ...(at ? { at } : {}), ...rest }
}

export async function step(made, edits = []) {
  const holder = stepHolder()
  const placedStep = placed(made, holder)
  const added = addStep(state.json, placedStep, holder.move)
  if (!added) return note("A list of transitions has its steps in each of them: change them in the file.")
  want("step", stepPlace(state.json, holder.move))
  const longer = holder.move
    ? { edits: [], says: null }
    : lengthen(state.json, (placedStep.at ?? 0) + (placedStep.duration ?? 0), state.document.duration)
  if ((await act([...edits, ...longer.edits, ...added])) && longer.says)
    note(`The film is longer: ${longer.says}.`, "quiet")
}

export const playhead = () => round(Math.round(state.time * state.document.fps) / state.document.fps, 4)

function keyframes(name) {
  const targets = [state.layer, ...state.also].map(target)
  const now = playhead()
  return step(
    {
      ...(now ? { at: now } : {}),
      targets: targets.length === 1 ? targets[0].id : targets.map(t => t.id),
      duration: 0.5,
      easing: "easeOut",
      keyframes: moves[name],
    },
    targets.flatMap(t => t.edits),
  )
}

export async function stepItems() {
  const { animators } = await askJSON("/animators")
  const layer = state.layer === null ? null : state.document.layers[state.layer].id
  return [
    layer ? `Keyframes of ${layer}` : "Keyframes: select a layer first",
    ...Object.keys(moves).map(name => ({
      label: name,
      icon: "key",
      disabled: !layer,
      act: () => keyframes(name),
    })),
    "Animators",
    ...animators.map(animator => ({ label: animator.title, hint: animator.id, act: () => roles(animator) })),
  ]
}

// The roles of an animator, each with the layers there are.
function roles(animator) {
  const { layers } = state.document
  const ids = layers.filter(l => l.pointer !== null && written(l.pointer)).map(l => target(l.index))
  const pairs = [
    ...new Set(
      JSON.stringify(state.json)
        .matchAll(/"match":"([^"]+)"/g)
        .map(m => `@${m[1]}`),
    ),
  ]
  const selected = state.layer === null ? (pairs[0] ?? ids.at(-1)?.id) : target(state.layer).id
  const isFree = role => ["from", "to", "container"].includes(role.name)
  const fields = (animator.roles ?? [])
    .filter(role => !isFree(role))
    .map(role => {
      const names = [...pairs, ...new Set(ids.map(t => t.id))]
      const select = el(
        "select",
        { "aria-label": role.name },
        el("option", { value: "" }, "—"),
        ...names.map(name => el("option", { value: name, selected: name === selected }, name)),
      )
      return {
        role,
        select,
        row: el("div", { class: "field", title: role.doc ?? "" }, el("label", {}, role.name), select),
      }
    })
  const add = () => {
    const bound = Object.fromEntries(
      fields.filter(f => f.select.value).map(f => [f.role.name, f.select.value]),
    )
    const edits = ids.filter(t => t.edits.length && Object.values(bound).includes(t.id)).flatMap(t => t.edits)
    const now = playhead()
    document.getElementById("dialog").close()
    step(
      {
        id: fresh(state.json, animator.id.split(".").at(-1)),
        ...(now ? { at: now } : {}),
        animator: animator.id,
        ...(Object.keys(bound).length ? { layers: bound } : {}),
      },
      edits,
    )
  }
  if (!fields.length) return add()
  open(
    animator.title,
    el("p", { class: "doc" }, animator.doc),
    ...fields.map(f => f.row),
    el(
      "div",
      { class: "buttons" },
      el("button", { class: "main", id: "add-step", onclick: add }, "Add the step"),
    ),
  )
}

// MARK: The rest

export async function soundItems() {
  const files = await folder(["sound", "video"])
  const add = f => act(additions.sound(state.json, f.file, playhead()))
  return [
    ...files.map(f => ({ label: f.file, hint: shows[f.kind], act: () => add(f) })),
    { label: "Another file…", icon: "export", act: () => choose("audio/*,video/*", add) },
  ]
}

export const outputItems = () =>
  ["mp4", "gif", "webm", "apng", "png"].map(ending => {
    const name = (state.json.name ?? "film").toLowerCase().replace(/[^a-z0-9]+/g, "-")
    const path = ending === "png" ? `out/${name}-%03d.png` : `out/${name}.${ending}`
    return {
      label: path,
      hint: {
        mp4: "video",
        gif: "picture that moves",
        webm: "video with alpha",
        apng: "picture with alpha",
        png: "every frame",
      }[ending],
      act: () => act(additions.output(state.json, path)),
    }
  })

// "Hold this value here": what a layer is at the playhead, said as a check.
export function checkItems() {
  if (state.layer === null) return ["Select a layer: its values at the playhead can be held."]
  const values = state.layers.find((l, i) => (l.layer ?? i) === state.layer)
  if (!values) return ["The layer is not there at this moment."]
  const { id, edits } = target(state.layer)
  const offers = {
    opacity: round(values.opacity, 4),
    frame: values.frame.map(v => round(v, 2)),
    cornerRadius: [values.cornerRadius].flat().map(v => round(v, 2))[0],
  }
  return Object.entries(offers)
    .filter(([, v]) => v !== undefined)
    .map(([name, value]) => ({
      label: name,
      hint: `${value}`,
      act: () =>
        act([
          ...edits,
          ...additions.check(state.json, {
            at: playhead(),
            layer: id,
            [name]: value,
            ...(name === "opacity" ? {} : { tolerance: 0.1 }),
          }),
        ]),
    }))
}

export const variable = () => act(additions.variable(state.json))
export const screen = () => act(additions.screen(state.json, size()))

export function moveItems() {
  const add = move => act(additions.move(state.json, move))
  const names = Object.keys(state.json.screens ?? {})
  return [
    "Push",
    ...names.map(name => ({ label: name, act: () => add({ push: name }) })),
    "Present",
    ...names.map(name => ({ label: name, act: () => add({ present: name }) })),
    "Back",
    { label: "Pop", act: () => add({ pop: true }) },
    { label: "Dismiss", act: () => add({ dismiss: true }) },
    { label: "Wait half a second", act: () => add({ wait: 0.5 }) },
  ]
}

export const removeAt = pointer => change([{ pointer, erase: true }])

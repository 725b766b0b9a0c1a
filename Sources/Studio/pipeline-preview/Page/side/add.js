// The items of each `+` button, and the handling of files that are dropped on the page.

import { el } from "../core/dom.js"
import { act, change, note, tried } from "../core/edit.js"
import { lengthen } from "../timeline/retime.js"
import {
  addLayer,
  addStep,
  additions,
  fitted,
  fresh,
  newLayer,
  round,
  stepPlace,
  wholeOf,
} from "../core/model.js"
import { open } from "../panels/panels.js"
import { besideAll, pointerIn, spelled, screenSize, spaceAt, spaceOfNew } from "../stage/spaces.js"
import { typeSoon } from "../stage/typing.js"
import { playhead, stepHolder, target } from "../timeline/playhead.js"
import { setPlaying } from "../stage/player.js"
import { dropRecording, isRecording } from "../recording/recording.js"
import { askJSON, Refusal, ask } from "../core/server.js"
import { layerName, plain, spoken } from "../core/words.js"
import { seek, state, want, written } from "../core/state.js"

const size = () => state.document.size

// MARK: Layers

// Adds a layer. `more` may contain a file and its pixels, the point of the picture where the file was dropped, or
// `beside` for a layer on the canvas itself.
export async function layer(kind, more = {}) {
  setPlaying(false)
  const space = more.beside ? besideAll() : more.at ? spaceAt(more.at) : spaceOfNew()
  const made = { ...newLayer(kind, space.size, more), ...space.more }
  if (more.pixels) made.frame = fitted(more.pixels, space.size, state.document.scale * space.scale)
  if (more.at) {
    const middle = space.toOwn(more.at)
    for (const k of [0, 1]) made.frame[k] = round(middle[k] - made.frame[k + 2] / 2, 1)
  }
  // The layer is placed near the top, because the largest free area is above the device.
  if (more.beside) made.frame[1] = round(space.size[1] * 0.04, 1)
  const pointer = pointerIn(space.list)
  want("layer", pointer)
  const drop = kind === "text" ? typeSoon(pointer) : () => {}
  const isMade = await act(spelled(space.list, addLayer(state.json, space.list, made)))
  if (!isMade) drop()
  return isMade
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
    ...(state.json.screens ? besideItems() : []),
    ...(state.json.screens ? [pairItem()] : []),
    ...((state.json.flow ?? state.json.clips) && !state.json.end
      ? [{ label: "End card", hint: "after the last move", icon: "text", act: endCard }]
      : []),
    "From the folder",
    ...files.map(f => ({ label: f.file, hint: shows[f.kind], act: () => layer(f.kind, f) })),
    {
      label: "Another file…",
      icon: "export",
      act: () =>
        choose("image/*,video/*,.json,.lottie,.tgs,.svg,.qoi,.mkv,.m4v,.ogv,.y4m", f => layer(f.kind, f)),
    },
  ]
}

// Returns the menu items for layers on the canvas itself, beside and above the screens.
function besideItems() {
  const where = state.json.device ? "Beside the device" : "Over all screens"
  return [
    where,
    { label: "Text", hint: "on the picture", icon: "text", act: () => layer("text", { beside: true }) },
    {
      label: "Rectangle",
      hint: "on the picture",
      icon: "rectangle",
      act: () => layer("rectangle", { beside: true }),
    },
    { label: "Caption", hint: "for a while", icon: "text", act: caption },
    "With the screens",
  ]
}

// Adds a caption at the playhead, which stays until the next caption.
export async function caption() {
  setPlaying(false)
  const items = state.json.captions?.items ?? [],
    at = playhead()
  const place = items.findIndex(item => typeof item.at === "number" && item.at > at)
  const number = place < 0 ? items.length : place
  const item = { text: "Caption", at }
  const edits = items.length
    ? [{ pointer: `/captions/items/${place < 0 ? "-" : place}`, insert: item }]
    : [{ pointer: "/captions", value: { items: [item] } }]
  want("layer", `/captions/items/${number}`)
  const drop = typeSoon(`/captions/items/${number}`)
  if (!(await act(edits))) return drop()
  // The playhead moves to a time after the entrance of the new layer, so that the layer is visible.
  seek(Math.min(state.document.duration, at + 0.4))
}

// Adds a card after the last move, which shows the film's name.
export async function endCard() {
  setPlaying(false)
  const card = { title: state.json.name ?? "Your app", subtitle: "On the App Store" }
  want("layer", "/end")
  if (await act([{ pointer: "/end", value: card }])) seek(state.document.duration)
}

// Returns the menu item that creates a matched pair: two layers, one of each screen, that become one layer during the
// transition.
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
        [width, height] = spaceAt(size().map(v => v / 2)).size,
        made = newLayer("rectangle", [width, height])
      const small = [width * 0.1, height * 0.6, width * 0.25, width * 0.25].map(Math.round)
      const lists = names.map(name => `/screens/${name}/layers/-`)
      act(
        lists.flatMap((pointer, i) =>
          spelled(pointer, [
            {
              pointer,
              insert: { ...made, id: i ? `${id}-end` : id, ...(i ? {} : { frame: small }), match: id },
            },
          ]),
        ),
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

// Adds a dropped file at the pointer, or shows there why the file cannot be used.
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

// Lets the user choose a recording by keyboard, with the same result as dropping the recording.
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

const moves = {
  "Fade in": [{ opacity: 0 }, { opacity: 1 }],
  "Move in": [{ translate: [0, 60] }, { translate: [0, 0] }],
  Grow: [{ scale: 0.8 }, { scale: 1 }],
  Turn: [{ rotate: -12 }, { rotate: 0 }],
  Pulse: [{ scale: 1 }, { scale: 1.08 }, { scale: 1 }],
}

// Returns a step that starts at a time in its container and ends within the container.
/**
 * @param {any} made
 * @param {any} holder
 */
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
  if (!added)
    return note(
      "The document has a list of transitions, each with its own steps: change the steps in the file.",
    )
  want("step", stepPlace(state.json, holder.move))
  const longer = holder.move
    ? { edits: [], says: null }
    : lengthen(state.json, (placedStep.at ?? 0) + (placedStep.duration ?? 0), state.document.duration)
  if ((await act([...edits, ...longer.edits, ...added])) && longer.says)
    note(`The film is longer now: ${longer.says}.`, "quiet")
}

// Returns the selected layers, or the layers of the selected step.
const subjects = () =>
  state.layer === null ? (state.document.steps[state.step]?.layers ?? []) : [state.layer, ...state.also]

function keyframes(name) {
  const targets = subjects().map(target)
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

// Returns the menu items for new steps; `beside` are the items for the camera and fingers.
export async function stepItems(beside) {
  const { animators } = await askJSON("/animators")
  const layer = subjects()
    .map(index => layerName(state.json, state.document.layers[index]))
    .join(", ")
  return [
    layer ? `Keyframes of ${layer}` : "Keyframes: select a layer first",
    ...Object.keys(moves).map(name => ({
      label: name,
      icon: "key",
      disabled: !layer,
      act: () => keyframes(name),
    })),
    ...beside,
    "Transitions and effects",
    ...animators.map(animator => ({ label: animator.title, hint: animator.id, act: () => roles(animator) })),
  ]
}

// Returns the names of the matched pairs, which are layers that become one layer.
export const matchedPairs = () => [
  ...new Set([...JSON.stringify(state.json).matchAll(/"match":"([^"]+)"/g)].map(m => `@${m[1]}`)),
]

function roleField(role, names, selected) {
  const options = names.map(name => el("option", { value: name, selected: name === selected }, name))
  const select = el("select", { "aria-label": role.name }, el("option", { value: "" }, "—"), ...options)
  const row = el(
    "div",
    { class: "field", title: plain(role.doc ?? "") },
    el("label", {}, spoken(plain(role.name))),
    select,
  )
  return { role, select, row }
}

// Returns the roles of an animator, each with a list of the layers that it may have.
function roles(animator) {
  const { layers } = state.document
  const ids = layers.filter(l => l.pointer !== null && written(l.pointer)).map(l => target(l.index))
  const pairs = matchedPairs(),
    names = [...pairs, ...new Set(ids.map(t => t.id))]
  const selected = state.layer === null ? (pairs[0] ?? ids.at(-1)?.id) : target(state.layer).id
  const fields = (animator.roles ?? [])
    .filter(role => !["from", "to", "container"].includes(role.name))
    .map(role => roleField(role, names, selected))
  const add = () => {
    const bound = Object.fromEntries(
      fields.filter(f => f.select.value).map(f => [f.role.name, f.select.value]),
    )
    const edits = ids.filter(t => t.edits.length && Object.values(bound).includes(t.id)).flatMap(t => t.edits)
    const now = playhead()
    document.getElementById("dialog").close()
    const made = {
      id: fresh(state.json, animator.id.split(".").at(-1)),
      ...(now ? { at: now } : {}),
      animator: animator.id,
      ...(Object.keys(bound).length ? { layers: bound } : {}),
    }
    step(made, edits)
  }
  if (!fields.length) return add()
  const button = el("button", { class: "main", id: "add-step", onclick: add }, "Add the step")
  const doc = el("p", { class: "doc" }, plain(animator.doc))
  open(animator.title, doc, ...fields.map(f => f.row), el("div", { class: "buttons" }, button))
}

// MARK: The rest

export const soundItems = () => soundsOf(f => act(additions.sound(state.json, f.file, playhead())))

// Returns the menu items for the sounds in the folder; `add` receives the chosen sound.
export async function soundsOf(add) {
  const files = await folder(["sound", "video"])
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

// Returns the menu items "Hold this value here", which add a check with the values of a layer at the playhead.
export function checkItems() {
  if (state.layer === null) return ["To add a check, select the layer whose values the check should compare."]
  const values = state.layers.find((l, i) => (l.layer ?? i) === state.layer)
  if (!values) return ["The layer is not visible at the playhead."]
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
// Adds a screen that is empty or shows a picture; in a flow, the screen is added at the end.
export const screen = file => act(additions.screen(state.json, screenSize(), file))
export const choosePicture = take => choose("image/*", take)

export const removeAt = pointer => change([{ pointer: wholeOf(state.json, pointer), erase: true }])

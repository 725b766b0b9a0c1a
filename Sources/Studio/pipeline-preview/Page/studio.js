// The main module of the page of `pipeline preview`, which stores the server's events in the state, and connects keys
// and buttons.

import { layer as addLayer, chooseRecording } from "./side/add.js"
import { duplicated, grouped, moved, remove, ungrouped } from "./side/acts.js"
import { $, el, icon, say } from "./core/dom.js"
import { note, travel } from "./core/edit.js"
import { cancel, setFeeling, toggleFeeling } from "./stage/feel.js"
import { closeGallery, openGallery } from "./begin/gallery.js"
import { setAutoKey } from "./stage/handles.js"
import "./side/inspector.js"
import "./side/layers.js"
import "./stage/spot.js"
import { canEdit, nudge } from "./stage/moving.js"
import { typeIn } from "./stage/typing.js"
import { exported, exports } from "./panels/exporting.js"
import { checks, compare, help, phone, sheet } from "./panels/panels.js"
import { profile } from "./panels/profile.js"
import { recordingTold } from "./recording/work.js"
import { counts, rebase, setMuted, setPlaying, setSpeed, shownIsDraft } from "./stage/player.js"
import { askJSON, listen } from "./core/server.js"
import { isCurrent } from "./core/turns.js"
import { hand, panBy, setOnion, setPath, zoomBy, zoomToFit, zoomToPixels } from "./stage/stage.js"
import { plainly } from "./core/words.js"
import { frameAt, on, onCalmly, seek, select, setDocument, state, tell } from "./core/state.js"
import { setRange, zoomTime } from "./timeline/timeline.js"

for (const button of document.querySelectorAll("[data-icon]")) button.prepend(icon(button.dataset.icon))
// The interface for measurements from outside the page.
globalThis.studio = { state, counts, isCurrent }

// MARK: Room

// The available width is counted in letters, so that larger letters make the page narrower.
const root = document.documentElement
function measureRoom() {
  const letters = innerWidth / parseFloat(getComputedStyle(root).fontSize)
  root.classList.toggle("narrow", letters <= 73.75)
  root.classList.toggle("narrowest", letters <= 47.5)
}
const letter = el("i", { id: "letter", "aria-hidden": "true" })
document.body.append(letter)
new ResizeObserver(() => requestAnimationFrame(measureRoom)).observe(letter)
addEventListener("resize", measureRoom)
measureRoom()

// MARK: What the server tells

let isConnected = true
listen(
  {
    document(told) {
      const isFirst = state.document === null
      document.body.classList.remove("empty")
      closeGallery()
      setDocument(told)
      showProblems()
      // The film plays automatically, unless reduced motion is requested.
      if (isFirst && !matchMedia("(prefers-reduced-motion: reduce)").matches) setPlaying(true)
    },
    problems(told) {
      state.problems = told
      showProblems()
      tell("problems")
    },
    progress(told) {
      if (told.version !== state.document?.version) return
      state.progress = told
      tell("progress")
    },
    export: exported,
    recording: recordingTold,
    renderer: ({ message }) => note(message),
  },
  connected => {
    isConnected = connected
    showState()
  },
)
document.body.classList.add("empty")
askJSON("/document")
  .then(({ document: told, problems, gallery }) => {
    if (!told && gallery) openGallery()
    else if (!told && problems) {
      state.problems = problems
      showProblems()
    }
  })
  .catch(error => note(error.message))

// Shows the line of the file with the problem, with a mark under the problem's column.
function showProblems() {
  $("notes")
    .querySelectorAll(".problem")
    .forEach(old => old.remove())
  if (!state.problems) return showState()
  const { problems, text } = state.problems
  const lines = (text ?? "").split("\n")
  $("notes").append(
    el(
      "div",
      { class: "note problem", role: "alert" },
      ...problems.slice(0, 4).flatMap(({ text: says, message, pointer, line, column }) => {
        const source = line ? lines[line - 1] : undefined
        return [
          el(
            "p",
            {},
            line ? `Line ${line}: ${plainly(state.json ?? {}, { pointer, message })}` : (says ?? message),
          ),
          source === undefined || says?.includes("\n")
            ? null
            : el(
                "pre",
                {},
                source.slice(0, 200),
                "\n",
                el("i", {}, `${" ".repeat(Math.max(0, column - 1))}^`),
              ),
        ]
      }),
      problems.length > 4 ? el("p", {}, `and ${problems.length - 4} more`) : null,
      state.document ? el("p", { class: "doc" }, "The studio shows the last version without errors.") : null,
    ),
  )
  showState()
}

function showState() {
  const { document: told, progress, problems } = state
  const count = ranges => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const done = Math.max(count(progress.full), 0)
  say(
    $("state"),
    !isConnected
      ? "pipeline preview has ended"
      : problems
        ? "the file has an error"
        : !told
          ? ""
          : done < told.frames
            ? `${done} of ${told.frames} frames`
            : "ready",
  )
  document.body.classList.toggle("ended", !isConnected)
  say($("quality"), told && shownIsDraft() && !state.feeling ? "draft" : "")
}
onCalmly("progress document shown", showState)
on("playing", showState)
onCalmly("document", () => {
  const { file, name, undo, redo } = state.document
  document.title = name ? `${name}, ${file}` : file
  $("name").replaceChildren(name ?? file, el("small", {}, name ? file : ""))
  $("undo").disabled = !undo
  $("redo").disabled = !redo
})

// MARK: Buttons

const toggle = (id, set) => {
  $(id).onclick = () => {
    const isOn = $(id).getAttribute("aria-pressed") !== "true"
    $(id).setAttribute("aria-pressed", isOn)
    set(isOn)
  }
}
$("play").onclick = () => setPlaying(!state.playing)
$("speed").onchange = () => setSpeed(+$("speed").value)
$("undo").onclick = () => travel("undo")
$("redo").onclick = () => travel("redo")
$("checks").onclick = checks
$("sheet").onclick = sheet
$("export").onclick = exports
$("help").onclick = help
$("phone").onclick = phone
$("profile").onclick = profile
$("recording").onclick = () => chooseRecording($("recording"))
$("feel").onclick = toggleFeeling
$("compare").onclick = () => compare()
$("zoom").onclick = zoomToFit
$("time-out").onclick = () => zoomTime(0.7)
$("time-in").onclick = () => zoomTime(1.4)
$("mute").onclick = () => setMuted(!state.muted)
$("loop").onclick = () => setRange(state.range ? null : middleThird())
toggle("auto", setAutoKey)
toggle("onion", setOnion)
toggle("path", setPath)

// Returns the start and end of the selected step, or of the middle third of the film.
function middleThird() {
  const { steps, duration } = state.document
  const step = steps[state.step]
  return step ? [step.start, step.end] : [duration / 3, (2 * duration) / 3]
}

// MARK: Keys

const go = by => {
  setPlaying(false)
  seek((frameAt(state.time) + by) / state.document.fps)
}
const edge = i => {
  const range = [...(state.range ?? [0, state.document.duration])]
  range[i] = (frameAt(state.time) + i) / state.document.fps
  setRange(range)
}
const nextStep = by => {
  const { steps } = state.document
  select({ step: state.step === null ? 0 : (state.step + by + steps.length) % steps.length })
}
// While a layer is selected and the picture has the focus, the arrow keys move the layer; Escape returns them
// to the playhead.
const arrows = (event, way, otherwise) => {
  const isMine = document.activeElement === $("stage") && state.layer !== null && canEdit(state.layer)
  if (!isMine || !nudge(way.map(v => v * (event.shiftKey ? 10 : 1)))) otherwise()
}
const actions = {
  Delete: () => remove(),
  Backspace: () => remove(),
  k: () => $("auto").click(),
  t: () => addLayer("text"),
  Enter: () => {
    if (state.layer !== null) typeIn(state.layer)
  },
  "{": () => zoomTime(0.8),
  "}": () => zoomTime(1.25),
  ArrowLeft: event => arrows(event, [-1, 0], () => go(event.shiftKey ? -10 : -1)),
  ArrowRight: event => arrows(event, [1, 0], () => go(event.shiftKey ? 10 : 1)),
  ",": () => go(-1),
  ".": () => go(1),
  Home: () => {
    seek(0)
    rebase()
  },
  End: () => {
    setPlaying(false)
    seek(state.document.duration)
  },
  i: () => edge(0),
  o: () => edge(1),
  x: () => setRange(null),
  "[": () => nextStep(-1),
  "]": () => nextStep(1),
  "+": () => zoomBy(1.25),
  "=": () => zoomBy(1.25),
  "-": () => zoomBy(0.8),
  0: zoomToFit,
  1: zoomToPixels,
  ArrowUp: event => arrows(event, [0, -1], () => panBy(0, 40)),
  ArrowDown: event => arrows(event, [0, 1], () => panBy(0, -40)),
  f: () => {
    if (state.document.interactions.length) toggleFeeling()
  },
  n: () => $("onion").click(),
  p: () => $("path").click(),
  d: () => compare(),
  c: checks,
  s: sheet,
  e: exports,
  w: profile,
  r: () => chooseRecording($("recording")),
  m: () => setMuted(!state.muted),
  "?": help,
  Escape() {
    if (cancel()) return
    if ($("feel").getAttribute("aria-pressed") === "true") setFeeling(false)
    else select({})
  },
}

// Selects all siblings of the selected layer or, without a selection, the top-level layers of the file.
function selectAll() {
  const { layers } = state.document
  const own = layers.filter(l => l.pointer !== null && canEdit(l.index))
  const holder = state.layer === null ? null : layers[state.layer].parent
  const isTop = l => !own.some(o => o.index === l.parent)
  const all = own.filter(l => (holder === null ? isTop(l) : l.parent === holder)).map(l => l.index)
  if (all.length) select({ layer: all[0], also: all.slice(1) })
}

const commands = {
  a: selectAll,
  d: duplicated,
  g: event => (event.shiftKey ? ungrouped() : grouped()),
  "[": () => moved(-1),
  "]": () => moved(1),
}

document.addEventListener("keydown", event => {
  const { target, key } = event
  if (!state.document || $("dialog").open || event.defaultPrevented) return
  const isText = target.closest?.("input:not([type=range]):not([type=checkbox]), textarea, select")
  const command = event.ctrlKey || event.metaKey
  if (command && !isText && (key === "z" || key === "Z" || key === "y")) {
    event.preventDefault()
    return travel(key === "y" || event.shiftKey ? "redo" : "undo")
  }
  const does = command && !isText && commands[event.key.toLowerCase()]
  if (does) {
    event.preventDefault()
    return does(event)
  }
  if (isText || command || event.altKey) return
  if (key === " ") {
    // Space presses a button that has the focus by keyboard; if a bar or a layer has the focus, space plays the film.
    if (
      target.closest?.("button:focus-visible, summary, [type=checkbox]") &&
      !target.closest(".bar, .layer, .name")
    )
      return
    event.preventDefault()
    if (!event.repeat) hand.isHeld = true
    return
  }
  if (target.closest?.("[type=range]") && key.startsWith("Arrow")) return
  const action = actions[key.length === 1 ? key.toLowerCase() : key]
  if (!action) return
  event.preventDefault()
  action(event)
})
document.addEventListener("keyup", event => {
  if (event.key !== " " || !hand.isHeld) return
  event.preventDefault()
  hand.isHeld = false
  // A space bar that was held during a drag does not start playback.
  if (hand.wasUsed) hand.wasUsed = false
  else setPlaying(!state.playing)
})
addEventListener("blur", () => {
  hand.isHeld = false
})

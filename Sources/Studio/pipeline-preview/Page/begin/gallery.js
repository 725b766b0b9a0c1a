// The start page without a document. The page plays every animator with its command; two pictures create a document
// with an animator.

import { $, el } from "../core/dom.js"
import { note, tried } from "../core/edit.js"
import { copyButton, open } from "../panels/panels.js"
import { isRecording, recordingZone } from "../recording/recording.js"
import { offerRecording } from "./recorded.js"
import { showStarters } from "./starters.js"
import { isPicture, tray, trayStrip } from "./tray.js"
import { askJSON, askPicture, bytesOf } from "../core/server.js"
import { plain } from "../core/words.js"

// The number of frames of each preview.
const moments = 16
const cards = []
// The function that receives pictures that are dropped outside the drop targets.
let taker = null,
  zone = null
for (const name of ["dragover", "drop"]) {
  addEventListener(name, event => {
    if (!isOpen) return
    event.preventDefault()
    if (name === "dragover") return
    const files = [...event.dataTransfer.files],
      recording = files.find(isRecording)
    if (!$("dialog").open && recording)
      return offerRecording(
        recording,
        { x: event.clientX, y: event.clientY, bottom: event.clientY },
        zone.take,
      )
    if (taker && $("dialog").open) return taker(files, 0)
    tray.add(files)
    const other = files.find(file => !isPicture(file))
    if (other) note(`${other.name} is not a picture or a recording.`)
  })
}
let isOpen = false
const beneath = ["top", "layers", "stage", "inspector", "bottom"]

export async function openGallery() {
  isOpen = true
  document.body.classList.add("begins")
  // The keyboard cannot reach the parts below the gallery.
  for (const part of beneath) $(part).inert = true
  $("gallery").hidden = false
  const { animators } = await askJSON("/animators")
  zone = recordingZone(offerRecording)
  const grid = el("div", { class: "cards" }),
    starters = el("div", { class: "blank" })
  $("gallery").replaceChildren(
    el(
      "header",
      {},
      el("h1", {}, "Choose a transition"),
      el(
        "p",
        {},
        "Then drop two screenshots. The studio creates a document from the screenshots in this folder.",
      ),
      trayStrip(),
      blank(),
      starters,
      zone.part,
    ),
    grid,
  )
  for (const animator of animators) {
    const canvas = el("canvas", { width: 1, height: 1 })
    const card = { animator, canvas, line: el("code", {}), pictures: [], told: null }
    cards.push(card)
    grid.append(
      el(
        "button",
        { class: "card", "data-id": animator.id, onclick: () => choose(card) },
        el("div", { class: "screen" }, canvas),
        el("b", {}, animator.title),
        el("span", { class: "doc" }, plain(animator.doc)),
        card.line,
      ),
    )
  }
  requestAnimationFrame(play)
  showStarters(starters, $("gallery"))
  await Promise.all([load(0), load(1)])
}

export function closeGallery() {
  if (!isOpen) return
  isOpen = false
  for (const part of beneath) $(part).inert = false
  taker = null
  tray.clear()
  document.body.classList.remove("begins")
  $("gallery").hidden = true
  $("gallery").replaceChildren()
  if ($("dialog").open) $("dialog").close()
  for (const { pictures } of cards.splice(0)) for (const { picture } of pictures) picture.close()
}

// Loads the previews of two animators at a time: a few frames of every animator first, then the frames in between.
async function load(lane) {
  for (const [from, by] of [
    [0, 4],
    [2, 4],
    [1, 2],
  ]) {
    for (let i = lane; i < cards.length && isOpen; i += 2) {
      const card = cards[i]
      try {
        card.told ??= await askJSON(`/gallery/${card.animator.id}`)
        card.line.textContent = card.told.line
        const { frames } = card.told
        for (let k = from; k < moments && isOpen; k += by) {
          const number = Math.round((k * (frames - 1)) / (moments - 1))
          if (card.pictures.some(p => p.number === number)) continue
          const picture = await askPicture(`/gallery/${card.animator.id}/${number}`)
          card.pictures.push({ number, picture })
          card.pictures.sort((a, b) => a.number - b.number)
        }
      } catch {
        card.canvas.closest(".card")?.classList.add("failed")
      }
    }
  }
}

// Plays each animator from start to end, with a pause at both.
function play(now) {
  if (!isOpen) return
  for (const { canvas, pictures, told } of cards) {
    if (!pictures.length) continue
    const whole = told.duration * 1000,
      rest = 700
    const time = Math.min(Math.max((now % (whole + 2 * rest)) - rest, 0), whole)
    const number = (time / whole) * (told.frames - 1)
    const shown = pictures.findLast(p => p.number <= number + 0.5) ?? pictures[0]
    if (canvas.dataset.shown === `${shown.number} ${pictures.length}`) continue
    canvas.dataset.shown = `${shown.number} ${pictures.length}`
    const { width, height } = shown.picture
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    const pen = canvas.getContext("2d")
    pen.clearRect(0, 0, width, height)
    pen.drawImage(shown.picture, 0, 0)
  }
  requestAnimationFrame(play)
}

// The sizes of an empty canvas, by purpose.
const canvases = { Phone: [393, 852], Square: [540, 540], Wide: [960, 540], Story: [540, 960] }
const blank = () =>
  el(
    "div",
    { class: "blank" },
    el("span", {}, "Start with an empty picture:"),
    ...Object.entries(canvases).map(([name, size]) =>
      el(
        "button",
        {
          class: "copy",
          "data-blank": name,
          onclick: () => tried(() => askJSON("/begin", { body: { size } })),
        },
        name,
        el("small", {}, ` ${size.join(" × ")}`),
      ),
    ),
  )

// Creates a zone in which a picture is dropped or chosen, and then shown.
function pictureZone(name, take) {
  const image = el("img", { alt: "", hidden: true })
  const input = el("input", {
    type: "file",
    accept: "image/*,.qoi",
    "aria-label": `${name}: a picture`,
    onchange: () => take([...input.files]),
  })
  const zone = el(
    "label",
    { class: "drop" },
    image,
    el("b", {}, name),
    el("span", {}, "Drop a screenshot, or choose one"),
    input,
  )
  zone.ondragover = () => zone.classList.add("over")
  zone.ondragleave = () => zone.classList.remove("over")
  zone.ondrop = event => {
    event.preventDefault()
    event.stopPropagation()
    zone.classList.remove("over")
    take([...event.dataTransfer.files])
  }
  const show = file => {
    if (image.src) URL.revokeObjectURL(image.src)
    image.src = URL.createObjectURL(file)
    image.hidden = false
  }
  return { zone, show }
}

// Creates a document from an animator and two pictures.
async function beginWith(animator, files, device) {
  const [from, to] = await Promise.all(files.map(bytesOf))
  const [fromName, toName] = files.map(file => file.name)
  await askJSON("/begin", { body: { animator: animator.id, from, to, fromName, toName, device } })
}

async function choose({ animator, told }) {
  told ??= await tried(() => askJSON(`/gallery/${animator.id}`))
  if (!told) return
  const files = [null, null]
  const device = el("input", { type: "checkbox", class: "switch", id: "device" })
  const fault = el("p", { class: "doc bad", role: "alert" })
  const begin = el("button", { class: "main", id: "begin", disabled: true }, "Begin the document")
  begin.onclick = async () => {
    begin.disabled = true
    fault.textContent = ""
    try {
      await beginWith(animator, files, device.checked)
    } catch (refusal) {
      fault.textContent = refusal.message
    }
    begin.disabled = false
  }
  const zones = ["From", "To"].map((name, i) => pictureZone(name, list => take(list, i)))
  // Two pictures that are dropped together fill both zones.
  const take = (list, first) => {
    const other = list.find(f => !isPicture(f))
    fault.textContent = other ? `${other.name} is not a picture.` : ""
    const pictures = list.filter(isPicture).slice(0, 2)
    pictures.forEach((file, k) => {
      const i = (first + k) % 2
      files[i] = file
      zones[i].show(file)
    })
    begin.disabled = !files.every(Boolean)
  }
  taker = take
  if (tray.files.length) take(tray.files.slice(0, 2), 0)
  const text = JSON.stringify(told.document, null, 2)
  const source = [el("summary", {}, "The document"), el("pre", {}, text), copyButton(text)]
  open(
    animator.title,
    el("p", { class: "doc" }, plain(animator.doc)),
    el("div", { class: "drops" }, ...zones.map(z => z.zone)),
    fault,
    el("div", { class: "field" }, el("label", { for: "device" }, "In a phone"), device),
    begin,
    el("h3", {}, "The line"),
    el("div", { class: "line" }, el("code", {}, told.line), copyButton(told.line)),
    el("details", { class: "source" }, ...source),
  )
}

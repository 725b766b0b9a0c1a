// The pictures that were dropped on the start page, which are shown at once and kept in order for the new document.

import { el } from "../core/dom.js"

export const isPicture = file =>
  file.type.startsWith("image/") || (!file.type && /\.(qoi|hei[cf]|avif)$/i.test(file.name))

const files = []
const listeners = new Set()
export const tray = { files, add, clear }

function add(given) {
  files.push(...given.filter(isPicture))
  changed()
}
function clear() {
  files.length = 0
  listeners.clear()
}
const changed = () => {
  for (const listener of listeners) listener()
}

// Creates a row of pictures, which can be reordered and removed by dragging. `hear` is called when the pictures change.
export function trayStrip(hear = () => {}) {
  const strip = el("div", { class: "tray", role: "list", "aria-label": "Pictures, in order" })
  const draw = () => {
    for (const image of strip.querySelectorAll("img")) URL.revokeObjectURL(image.src)
    strip.replaceChildren(...files.map(item))
    strip.hidden = !files.length
  }
  const listener = () => {
    draw()
    hear()
  }
  listeners.add(listener)
  draw()
  return strip
}

const move = (from, to) => {
  const [file] = files.splice(from, 1)
  files.splice(to > from ? to - 1 : Math.max(0, to), 0, file)
  changed()
}

function item(file, i) {
  const box = el(
    "div",
    {
      class: "item-of",
      role: "listitem",
      tabIndex: 0,
      draggable: true,
      title: `${file.name}: drag it to another place`,
      "aria-label": `${i + 1}: ${file.name}. Alt and the arrow keys move this picture, Delete removes it.`,
      ondragstart: event => event.dataTransfer.setData("text/x-tray", `${i}`),
      onkeydown: event => {
        if (event.altKey && event.key === "ArrowLeft") move(i, i - 1)
        else if (event.altKey && event.key === "ArrowRight") move(i, Math.min(files.length, i + 2))
        else if (event.key === "Delete") take(i)
        else return
        event.preventDefault()
        event.stopPropagation()
      },
    },
    el("img", { src: URL.createObjectURL(file), alt: "", draggable: false }),
    el("b", {}, `${i + 1}`),
    el("small", {}, file.name),
    el("button", { title: "Take it out", "aria-label": `Remove ${file.name}`, onclick: () => take(i) }, "×"),
  )
  for (const type of ["dragover", "drop"])
    box.addEventListener(type, event => {
      if (!event.dataTransfer.types.includes("text/x-tray")) return
      event.preventDefault()
      event.stopPropagation()
      if (type !== "drop") return
      const { left, width } = box.getBoundingClientRect()
      move(+event.dataTransfer.getData("text/x-tray"), i + (event.clientX > left + width / 2 ? 1 : 0))
    })
  return box
}

const take = i => {
  files.splice(i, 1)
  changed()
}

// MARK: The device

// The widths in pixels of screenshots of iPhones.
const iPhones = [640, 750, 828, 1125, 1170, 1179, 1206, 1242, 1284, 1290, 1320]

// Guesses the device of a screenshot from the screenshot's size.
export async function guessedDevice(file) {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return "phone"
  const { width, height } = picture
  picture.close()
  return deviceOfSize(width, height)
}

export function deviceOfSize(width, height) {
  const ratio = height / width
  if (ratio < 0.9) return "browser"
  if (ratio < 1.3) return Math.min(width, height) <= 520 ? "watch" : "tablet"
  if (ratio < 1.6) return "tablet"
  return iPhones.includes(width) ? "iphone-16" : "phone"
}

// A recording on the first page: it is measured, or put in a phone as it is.

import { openMenu } from "../core/menu.js"
import { askJSON, ask, Refusal } from "../core/server.js"
import { note } from "../core/edit.js"

// How long a film is, and how large, as the browser reads it; nulls where it cannot.
const factsOf = file =>
  new Promise(done => {
    const video = document.createElement("video"),
      address = URL.createObjectURL(file)
    const end = facts => {
      URL.revokeObjectURL(address)
      done(facts)
    }
    video.onloadedmetadata = () =>
      end({
        seconds: Number.isFinite(video.duration) ? video.duration : null,
        width: video.videoWidth,
        height: video.videoHeight,
      })
    video.onerror = () => end({ seconds: null, width: 0, height: 0 })
    setTimeout(() => end({ seconds: null, width: 0, height: 0 }), 4000)
    video.src = address
  })

// A document that shows the film in a phone, for as long as it is.
export async function putInPhone(file) {
  const { seconds, width, height } = await factsOf(file)
  const isWide = width > height
  try {
    await askJSON("/begin", { body: { size: isWide ? [960, 540] : [540, 960] } })
    const told = await (await ask("/drop", { query: { name: file.name }, bytes: file })).json()
    const { document: shown } = await askJSON("/document")
    const screen = isWide ? [852, 393] : [393, 852]
    const layer = { id: "recording", frame: [0, 0, ...screen], contents: { [told.kind]: told.file } }
    const edits = [
      ...["layers", "timeline", "duration"].map(key => ({ pointer: `/${key}`, remove: true })),
      { pointer: "/canvas/background", value: "#e9e9ed" },
      { pointer: "/device", value: isWide ? { model: "browser" } : { model: "iphone-16" } },
      { pointer: "/screens", value: { film: { layers: [layer] } } },
      { pointer: "/flow", value: [{ wait: seconds ? +seconds.toFixed(2) : 5 }] },
    ]
    await ask("/edit", { body: { base: shown.hash, edits } })
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    note(refusal.message)
  }
}

export function offerRecording(file, place, measure) {
  openMenu(place, file.name, [
    file.name,
    { label: "Measure it", hint: "its moves", icon: "path", act: () => measure([file]) },
    { label: "Put it in a phone", hint: "as it is", icon: "phone", act: () => putInPhone(file) },
  ])
}

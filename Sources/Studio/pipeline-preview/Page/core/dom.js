// Helpers that create elements.

/** @type {(id: string) => any} */
export const $ = id => document.getElementById(id)

function setStyle(style, value) {
  for (const [name, text] of Object.entries(value)) {
    if (name.startsWith("--")) style.setProperty(name, text)
    else style[name] = text
  }
}

// Names with a hyphen, and names that are not properties, become attributes; functions become event handlers.
function set(made, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue
    if (name === "class") made.className = value
    else if (name === "style") setStyle(made.style, value)
    else if (name.includes("-") || name === "role" || name === "for") made.setAttribute(name, value)
    else made[name] = value
  }
  return made
}

/** @returns {any} */
export function el(tag, properties = {}, ...children) {
  const made = set(document.createElement(tag), properties)
  made.append(...children.flat().filter(child => child != null))
  return made
}

/** @returns {any} */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made[name] = value
    else if (value !== undefined) made.setAttribute(name, value)
  }
  made.append(...children)
  return made
}

const icons = {
  play: "M5 3.2v9.6L12.8 8z",
  pause: "M5 3.5v9M11 3.5v9",
  undo: "M6 3 2.8 6.2 6 9.4M3 6.2h6.2a3.5 3.5 0 0 1 0 7H6",
  redo: "m10 3 3.2 3.2L10 9.4M13 6.2H6.8a3.5 3.5 0 0 0 0 7H10",
  loop: "M3 8V6.5a2 2 0 0 1 2-2h7.5M10.5 2.2l2.3 2.3-2.3 2.3M13 8v1.5a2 2 0 0 1-2 2H3.5M5.5 13.8l-2.3-2.3 2.3-2.3",
  sound: "M2.5 6.2v3.6h2.3L8 12.6V3.4L4.8 6.2zM10.5 5.8a3 3 0 0 1 0 4.4M12.3 4a5.6 5.6 0 0 1 0 8",
  silent: "M2.5 6.2v3.6h2.3L8 12.6V3.4L4.8 6.2zM10.8 6.3l3.4 3.4M14.2 6.3l-3.4 3.4",
  profile: "M3 13.5V9M6.4 13.5V2.5M9.8 13.5V6.5M13.2 13.5v-3",
  checks: "m3 8.5 3.2 3.2L13 4.9",
  sheet: "M2.5 3h4.5v4H2.5zM9 3h4.5v4H9zM2.5 9h4.5v4H2.5zM9 9h4.5v4H9z",
  export: "M8 10V2.5M5 5.2l3-2.7 3 2.7M2.8 9.5v3.7h10.4V9.5",
  help: "M5.6 6a2.4 2.4 0 1 1 3.5 2.1c-.7.4-1.1.9-1.1 1.7M8 12.4v.1",
  feel: "M8 2.2v7M8 9.2V6.5M5.5 8.5 4.3 7.4a1 1 0 0 0-1.5 1.3l3 3.8c.6.8 1.3 1.1 2.3 1.1h1.5a2.8 2.8 0 0 0 2.8-2.8V7.6a1 1 0 0 0-2 0M8 6.6a1 1 0 0 1 2.4 0",
  onion: "M2.2 5.5h6.3v8H2.2zM5 5.5V3.7h6.3v8H8.5M7.8 3.7V2h6v8h-2.5",
  path: "M2.8 12.5C4 5 8 12 9.5 7.5c.7-2 2-3.5 3.7-4M2.8 12.5h.1M13.2 3.5h.1",
  compare: "M8 2v12M2.5 4h3.3v8H2.5M13.5 4h-3.3v8h3.3",
  plus: "M8 3.2v9.6M3.2 8h9.6",
  minus: "M3.2 8h9.6",
  text: "M3.5 4.8V3.2h9v1.6M8 3.2v9.6M6.3 12.8h3.4",
  rectangle: "M2.8 3.8h10.4v8.4H2.8z",
  oval: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3z",
  group: "M2.5 5.5v7h11v-7zM2.5 5.5v-2h4l1.3 2",
  pair: "M2.5 4h4.3v5.5H2.5zM9.2 6.5h4.3V12H9.2zM6.8 6.7 9.2 9",
  up: "M8 12.5v-9M4.5 7 8 3.5 11.5 7",
  key: "m8 2.8 5.2 5.2L8 13.2 2.8 8z",
  screen: "M4.5 2.2h7v11.6h-7zM7 11.8h2",
  eye: "M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  lock: "M4 7.2h8v6H4zM5.5 7.2V5.3a2.5 2.5 0 0 1 5 0v1.9",
  twin: "M6 6h7v7H6zM4 10H3V3h7v1",
  bin: "M3 4.5h10M6.3 4.5V3h3.4v1.5M4.3 4.5l.6 8.7h6.2l.6-8.7",
  auto: "m8 3.2 4.8 4.8L8 12.8 3.2 8zM8 6.2v3.6M6.2 8h3.6",
  film: "M2.5 3.5h11v9h-11zM5.2 3.5v9M10.8 3.5v9M2.5 6.5h2.7M2.5 9.5h2.7M10.8 6.5h2.7M10.8 9.5h2.7",
  phone: "M5 2.2h6v11.6H5zM7.2 11.9h1.6",
  close: "m4 4 8 8M12 4l-8 8",
  fold: "m5 6.5 3 3 3-3",
  reset: "M3.5 8a4.5 4.5 0 1 0 1.5-3.3M3 2.8v2.4h2.4",
}

export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" },
    svg("path", { d: icons[name] }),
  )
}

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value))
// Rounds a number to remove rounding errors of its calculation.
export const round = (value, places = 4) => +value.toFixed(places)
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)

// Sets the text of an element, unless the text is unchanged.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/**
 * @param {any} event
 * @param {(event: any) => void} move
 * @param {(event: any) => void} end
 */
// Follows a pointer from its press to its release; `move` and `end` receive the events.
export function follow(event, move, end = () => {}) {
  const holder = event.currentTarget
  holder.setPointerCapture(event.pointerId)
  const off = new AbortController()
  const only = handler => later => {
    if (later.pointerId === event.pointerId) handler(later)
  }
  const finish = only(later => {
    off.abort()
    end(later)
  })
  holder.addEventListener("pointermove", only(move), { signal: off.signal })
  holder.addEventListener("pointerup", finish, { signal: off.signal })
  holder.addEventListener("pointercancel", finish, { signal: off.signal })
}

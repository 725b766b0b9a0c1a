// A menu that opens beside a button, for the mouse and the keyboard.

import { el, icon } from "./dom.js"

let open = null

export function closeMenu() {
  open?.remove()
  open = null
}

// Opens a menu with `items`: each is { label, hint, icon, act } or the text of a heading; the list may be a promise.
export async function openMenu(button, title, items) {
  closeMenu()
  const list = el("div", { class: "menu", role: "menu", "aria-label": title })
  open = list
  document.body.append(list)
  place(list, button)
  const made = await items
  if (open !== list) return
  list.append(
    ...made.filter(Boolean).map(item =>
      typeof item === "string"
        ? el("div", { class: "menu-head" }, item)
        : el(
            "button",
            {
              role: "menuitem",
              disabled: item.disabled,
              title: item.hint,
              onclick: () => {
                closeMenu()
                button.focus?.({ preventScroll: true })
                item.act()
              },
            },
            item.icon ? icon(item.icon) : null,
            el("span", {}, item.label),
            item.hint ? el("small", {}, item.hint) : null,
          ),
    ),
  )
  place(list, button)
  list.querySelector("button:not(:disabled)")?.focus()
  list.onkeydown = event => {
    const all = [...list.querySelectorAll("button:not(:disabled)")],
      now = all.indexOf(document.activeElement)
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === "Escape" || event.key === "Tab") {
      closeMenu()
      button.focus?.()
    } else if (next !== undefined) all[(next + all.length) % all.length]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

function place(list, button) {
  const box = button.getBoundingClientRect?.() ?? { left: button.x, bottom: button.y, top: button.y }
  const { width, height } = list.getBoundingClientRect()
  list.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`
  list.style.top = `${Math.max(8, box.bottom + 4 + height < innerHeight ? box.bottom + 4 : Math.max(8, box.top - height - 4))}px`
}

addEventListener(
  "pointerdown",
  event => {
    if (open && !event.target.closest(".menu")) closeMenu()
  },
  true,
)
addEventListener("blur", closeMenu)

// Creates a button that opens a menu.
export const menuButton = (label, sign, items, properties = {}) => {
  const button = el(
    "button",
    {
      class: "plus",
      title: label,
      "aria-label": label,
      "aria-haspopup": "menu",
      ...properties,
      onclick: event => {
        event.stopPropagation()
        openMenu(button, label, items())
      },
    },
    icon(sign),
  )
  return button
}

// Edits a name in place: Enter accepts it, Escape cancels.
export function typeName(shown, now, take) {
  const input = el("input", {
    type: "text",
    class: "rename",
    value: now,
    "aria-label": "Name",
    spellcheck: false,
  })
  let isOver = false
  const end = isTaken => {
    if (isOver) return
    isOver = true
    input.replaceWith(shown)
    if (isTaken && input.value !== now && input.value.trim()) take(input.value.trim())
  }
  input.onkeydown = event => {
    event.stopPropagation()
    if (event.key === "Enter") end(true)
    if (event.key === "Escape") end(false)
  }
  for (const type of ["pointerdown", "click", "dblclick"])
    input[`on${type}`] = event => event.stopPropagation()
  input.onblur = () => end(true)
  shown.replaceWith(input)
  input.focus()
  input.select()
}

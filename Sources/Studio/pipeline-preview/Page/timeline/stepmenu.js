// The menu of a step; its name is edited in place.

import { openMenu, typeName } from "../core/menu.js"
import { copyEasing, duplicated, moved, pasted, remove, renamed } from "../side/acts.js"
import { addKey } from "./keys.js"
import { playhead } from "./playhead.js"

const isHolder = step => ["sequence", "parallel", "stagger"].includes(step.kind)
const isOwn = step => step.pointer !== null && /\/\d+$/.test(step.pointer)
export const rename = (row, step) => {
  if (step.pointer !== null)
    typeName(row.querySelector("b"), step.id ?? "", name => renamed(step.pointer, name))
}

export function actions(place, step, row) {
  openMenu(place, "Step", [
    { label: "Rename", hint: "F2", disabled: step.pointer === null, act: () => rename(row, step) },
    step.kind === "keyframes"
      ? {
          label: "Keyframe at the playhead",
          disabled: step.pointer === null,
          act: () => addKey(step, playhead()),
        }
      : null,
    {
      label: "Copy the easing",
      disabled: step.pointer === null || isHolder(step),
      act: () => copyEasing(step),
    },
    { label: "Paste", hint: "Ctrl V", act: () => pasted("") },
    { label: "Duplicate", hint: "Ctrl D", disabled: !isOwn(step), act: duplicated },
    { label: "Earlier in the list", hint: "Ctrl [", disabled: !isOwn(step), act: () => moved(-1) },
    { label: "Later in the list", hint: "Ctrl ]", disabled: !isOwn(step), act: () => moved(1) },
    { label: "Delete", hint: "Delete", disabled: !isOwn(step), act: remove },
  ])
}

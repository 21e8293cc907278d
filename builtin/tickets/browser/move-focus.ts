/** Moves the focus to the next or previous of some elements; begins at the first, or where `start` says. */
export function moveFocus(selector: string, step: 1 | -1, start = 0): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => element.checkVisibility?.() ?? true,
  )
  const current = all.findIndex((element) => element === document.activeElement)
  const next = current < 0 ? start : Math.min(Math.max(0, current + step), all.length - 1)
  all[next]?.focus()
  all[next]?.scrollIntoView({ block: 'nearest' })
}

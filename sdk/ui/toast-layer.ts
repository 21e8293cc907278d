/** The open modal dialogs, the topmost last: all that is outside of it can be neither clicked nor read aloud. */
const dialogs: HTMLElement[] = []
let box: HTMLElement | undefined

/** Puts the messages where they can be reached, and in front, since the top layer draws the last shown there. */
const settle = () => {
  const parent = dialogs.at(-1) ?? document.body
  if (!box || box.parentElement === parent) return
  parent.append(box)
  const messages = box.querySelector<HTMLElement>('[popover]')
  if (typeof messages?.showPopover === 'function') messages.showPopover()
}

/** The element that the messages are drawn into: within the topmost dialog, else at the end of the page. */
export const toastLayer = (): HTMLElement => {
  box ??= document.createElement('div')
  settle()
  return box
}

/** Takes the messages into a dialog that has opened; returns what gives them back before it goes. */
export const holdToasts = (dialog: HTMLElement): (() => void) => {
  dialogs.push(dialog)
  settle()
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1)
    settle()
  }
}

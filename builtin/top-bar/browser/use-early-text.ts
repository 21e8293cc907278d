import { useEffect, useState } from 'react'

const createEarlyText = () => {
  let text = ''
  const keep = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event
    if (ctrlKey || metaKey || altKey || isComposing || (key.length > 1 && key !== 'Backspace')) return
    event.preventDefault()
    event.stopPropagation()
    text = key.length > 1 ? text.slice(0, -1) : text + key
  }
  return {
    /** From the shortcut on; before a field of the page that still has the focus. */
    listen: () => {
      text = ''
      document.addEventListener('keydown', keep, true)
    },
    /** Once the field is there, or nothing waits any more. */
    take: () => {
      document.removeEventListener('keydown', keep, true)
      return text
    },
  }
}

/** Keeps the keys that are pressed after the shortcut while the palette is still loading. */
export const useEarlyText = () => {
  const [early] = useState(createEarlyText)
  useEffect(() => () => void early.take(), [early])
  return early
}

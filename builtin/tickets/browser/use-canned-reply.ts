import { placeholdersIn } from '@spawnpoint/contracts/mail/schemas'
import { replyVariables } from '@spawnpoint/contracts/tickets'
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { CannedReply } from './reply-picker.tsx'

/** Variables of canned replies that stand in a text without a value. */
export const variablesLeft = (text: string) =>
  placeholdersIn(text)
    .filter((name) => replyVariables.some((each) => each === name))
    .map((name) => `{{${name}}}`)

interface Box {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly onText: (text: string) => void
}

/** Puts canned replies where the cursor of an editor is. `/` in the empty editor and Ctrl+/ open the list. */
export function useCannedReply({ box, text, onText }: Box) {
  const [isOpen, setOpen] = useState(false)
  const slashed = useRef(false)
  const write = (added: string, marked: string | undefined) => {
    const { selectionStart: from, selectionEnd: to } = box.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
    }
    onText(text.slice(0, from) + added + text.slice(to))
    setOpen(false)
    // The closed dialog gives the focus back, and the text is drawn first.
    requestAnimationFrame(() => {
      const at = marked === undefined ? -1 : added.indexOf(marked)
      const start = from + (at < 0 ? added.length : at)
      box.current?.focus()
      box.current?.setSelectionRange(start, start + (at < 0 ? 0 : (marked?.length ?? 0)))
    })
  }
  return {
    isOpen,
    open: () => {
      slashed.current = false
      setOpen(true)
    },
    /** Selects a variable that is still missing, so that typing replaces it. */
    pick: (reply: CannedReply) => write(reply.text, variablesLeft(reply.text)[0]),
    close: () => {
      // The key was meant as a character.
      if (slashed.current) write('/', undefined)
      setOpen(false)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.nativeEvent.isComposing) return
      const isAsked = event.ctrlKey || event.metaKey
      if (!isAsked && text !== '') return
      event.preventDefault()
      slashed.current = !isAsked
      setOpen(true)
    },
  }
}

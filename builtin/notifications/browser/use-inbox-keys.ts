import { moveFocus, useSingleKeys } from '@spawnpoint/sdk/browser'
import { useRef } from 'react'
import type { Entry, Panel } from './notification-entry.tsx'
import type { Marks } from './use-marking.ts'

const rows = '[role=tabpanel]:not([hidden]) [data-notification]'

const focused = () => document.activeElement?.closest<HTMLElement>('[data-notification]') ?? null

/** From anywhere within a notification to the next or the one before. */
const step = (by: 1 | -1) => {
  focused()?.focus()
  moveFocus(rows, by)
}

/** The notification that has the focus hands it on, because it leaves the list. */
const leave = () => {
  const own = focused()
  step(1)
  if (document.activeElement === own) moveFocus(rows, -1)
}

/** Single keys of one list in the inbox; gives the mark of its element. */
export function useInboxKeys({
  items,
  isShown,
  mark,
  setPanel,
}: {
  items: readonly Entry[]
  /** False while another tab is open. */
  isShown: boolean
  mark: (id: string, marks: Marks) => void
  setPanel: (id: string, panel: Panel) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const withEntry = (act: (entry: Entry) => void) => () => {
    const own = focused()?.dataset['notification']
    const entry = items.find(({ id }) => id === own)
    if (entry) act(entry)
  }
  const actions = {
    j: () => step(1),
    k: () => step(-1),
    e: withEntry(({ id, done }) => {
      leave()
      mark(id, { done: !done })
    }),
    s: withEntry(({ id, saved }) => mark(id, { saved: !saved })),
    h: withEntry(({ id }) => setPanel(id, 'snooze')),
    u: withEntry(({ id, read }) => mark(id, { read: !read })),
  }
  useSingleKeys(isShown ? actions : {}, list)
  return list
}

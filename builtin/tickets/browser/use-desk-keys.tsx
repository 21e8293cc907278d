import type { readQueuedTicket } from '@spawnpoint/contracts/tickets'
import {
  moveFocus,
  useHost,
  useOpenPath,
  useSession,
  useSingleKeys,
  useStore,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { ConfirmDialog } from '@spawnpoint/sdk/ui'
import { useState, type ReactNode } from 'react'
import { KeySheet, type SheetKey } from './key-sheet.tsx'
import { SnoozeDialog } from './snooze.tsx'
import { useChange } from './triage-card.tsx'
import { leftQueue } from './use-queue-keys.tsx'

const messages = 'main [data-message]'

const sheet: readonly SheetKey[] = [
  { keys: ['R'], does: 'reply' },
  { keys: ['I'], does: 'note' },
  { keys: ['A'], does: 'assign' },
  { keys: ['C'], does: 'close' },
  { keys: ['H'], does: 'snooze' },
  { keys: ['J'], does: 'nextMessage' },
  { keys: ['K'], does: 'previousMessage' },
  { keys: ['U'], does: 'back' },
  { keys: ['Ctrl', 'Enter'], does: 'send' },
  { keys: ['Ctrl', '/'], does: 'canned' },
]

/** The queue as it was left, for those who may open it. */
export const useQueuePath = (): string | null => {
  const queue = useOpenPath()('ticket-queue')
  const { search } = useStore(leftQueue)
  return queue && `${queue}${search}`
}

/** Single keys of a ticket, except those of the editor; gives the dialogs that they open. */
export function useDeskKeys(ticket: ReplyOf<typeof readQueuedTicket>['ticket']): ReactNode {
  const t = useT()
  const host = useHost()
  const queue = useQueuePath()
  const me = String(useSession(({ user }) => user['uuid']) ?? '')
  const [isListing, setListing] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const [isSnoozing, setSnoozing] = useState(false)
  const { save, isSaving } = useChange(ticket)
  useSingleKeys({
    j: () => moveFocus(messages, 1),
    k: () => moveFocus(messages, -1),
    a: () => {
      if (ticket.assignee?.id !== me) void save({ assigneeId: me })
    },
    c: () => setClosing(ticket.status !== 'closed'),
    h: () => setSnoozing(ticket.status !== 'closed'),
    u: () => {
      if (queue) host.navigate(queue)
    },
    '?': () => setListing(true),
  })
  const close = async () => {
    await save({ status: 'closed' })
    setClosing(false)
  }
  return (
    <>
      {isListing && <KeySheet own={sheet} onClose={() => setListing(false)} />}
      {isSnoozing && (
        <SnoozeDialog
          onClose={() => setSnoozing(false)}
          onChoose={(until) => void save(until).then(() => setSnoozing(false))}
          isSaving={isSaving}
        />
      )}
      <ConfirmDialog
        open={isClosing}
        onClose={() => setClosing(false)}
        onConfirm={close}
        title={t('view.closeTitle')}
        text={t('keys.closeText')}
        confirmLabel={t('view.close')}
        loading={isSaving}
      />
    </>
  )
}

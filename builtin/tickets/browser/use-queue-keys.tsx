import { changeTicket, countQueue, listQueue, readQueuedTicket } from '@spawnpoint/contracts/tickets'
import {
  createStore,
  moveFocus,
  useCall,
  useExplain,
  useHost,
  useLocation,
  useSession,
  useSingleKeys,
  useT,
} from '@spawnpoint/sdk/browser'
import type { CallOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { ConfirmDialog } from '@spawnpoint/sdk/ui'
import { useEffect, useState, type ReactNode } from 'react'
import { KeySheet, type SheetKey } from './key-sheet.tsx'
import { SnoozeDialog } from './snooze.tsx'

const rows = '.sp-row-link[href*="/mc-admin/tickets/"]'

/** The search and filters of the queue as it was left. */
export const leftQueue = createStore(() => ({ search: '' }))

const sheet: readonly SheetKey[] = [
  { keys: ['J'], does: 'next' },
  { keys: ['K'], does: 'previous' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['R'], does: 'openReply' },
  { keys: ['I'], does: 'openNote' },
  { keys: ['A'], does: 'assign' },
  { keys: ['C'], does: 'close' },
  { keys: ['H'], does: 'snooze' },
  { keys: ['/'], does: 'search' },
]

/** The ticket whose row has the focus. */
const focused = () => {
  const link = document.activeElement?.closest<HTMLAnchorElement>(rows)
  return link ? (new URL(link.href).pathname.split('/').at(-1) ?? null) : null
}

type Values = Omit<NonNullable<CallOf<typeof changeTicket>['body']>, 'version'>

/** Changes the ticket of a row as it is at this moment. */
const useChangeRow = () => {
  const host = useHost()
  const call = useCall()
  const explain = useExplain()
  const change = useAction(changeTicket, { refreshes: [listQueue, countQueue, readQueuedTicket] })
  const save = async (id: string, values: Values, done: string) => {
    try {
      const { ticket } = await call(readQueuedTicket, { params: { id } })
      await change.mutateAsync({ params: { id }, body: { version: ticket.version, ...values } })
      host.notify.toast({ title: done, tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return { save, isSaving: change.isPending }
}

/** Single keys of the queue; gives the dialogs that they open. */
export function useQueueKeys(): ReactNode {
  const t = useT()
  const host = useHost()
  const { search } = useLocation()
  const me = String(useSession(({ user }) => user['uuid']) ?? '')
  const mayWork = host.can('admin.tickets.view')
  const [isListing, setListing] = useState(false)
  const [closing, setClosing] = useState<string | null>(null)
  const [snoozing, setSnoozing] = useState<string | null>(null)
  const { save: change, isSaving } = useChangeRow()
  useEffect(() => leftQueue.setState({ search }), [search])
  const withRow = (act: (id: string) => void) => () => {
    const id = focused()
    if (id !== null && mayWork) act(id)
  }
  const openAt = (hash: string) =>
    withRow((id) => host.navigate(`${host.pathTo('queued-ticket', { id })}${hash}`))
  useSingleKeys({
    j: () => moveFocus(rows, 1),
    k: () => moveFocus(rows, -1),
    r: openAt('#reply'),
    i: openAt('#note'),
    a: withRow((id) => void change(id, { assigneeId: me }, t('keys.assigned'))),
    c: withRow(setClosing),
    h: withRow(setSnoozing),
    '/': () => document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
    '?': () => setListing(true),
  })
  const close = async () => {
    if (closing !== null) await change(closing, { status: 'closed' }, t('keys.closed'))
    setClosing(null)
  }
  return (
    <>
      {isListing && <KeySheet own={sheet} onClose={() => setListing(false)} />}
      {snoozing !== null && (
        <SnoozeDialog
          onClose={() => setSnoozing(null)}
          onChoose={(until) => void change(snoozing, until, t('snooze.done')).then(() => setSnoozing(null))}
          isSaving={isSaving}
        />
      )}
      <ConfirmDialog
        open={closing !== null}
        onClose={() => setClosing(null)}
        onConfirm={close}
        title={t('view.closeTitle')}
        text={t('keys.closeText')}
        confirmLabel={t('view.close')}
      />
    </>
  )
}

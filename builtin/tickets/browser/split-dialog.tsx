import {
  countQueue,
  listQueue,
  readQueuedTicket,
  splitTicket,
  ticketBounds,
} from '@spawnpoint/contracts/tickets'
import { useExplain, useHost, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Dialog, FormError, TextField } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

/** Moves a message of the customer and all after it into a ticket of its own, and opens that. */
export const SplitDialog = ({
  ticket,
  from,
  onClose,
}: {
  ticket: ReplyOf<typeof readQueuedTicket>['ticket']
  from: string
  onClose: () => void
}) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const [subject, setSubject] = useState(ticket.subject)
  const withKey = useRequestKey()
  const split = useAction(splitTicket, { refreshes: [readQueuedTicket, listQueue, countQueue] })
  const submit = async () => {
    const values = { from, subject: subject.trim(), version: ticket.version }
    const made = await withKey((requestKey) =>
      split.mutateAsync({ params: { id: ticket.id }, body: { ...values, requestKey } }),
    ).catch(() => null)
    if (!made) return
    onClose()
    host.notify.toast({ title: t('split.done', { number: made.number }), tone: 'success' })
    host.navigate(host.pathTo('queued-ticket', { id: made.id }))
  }
  return (
    <Dialog open onClose={onClose} title={t('split.title')} description={t('split.text')} size="sm">
      <form
        className="sp-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!split.isPending) void submit()
        }}
      >
        <FormError message={split.error && explain(split.error)} />
        <TextField
          label={t('split.subject')}
          value={subject}
          required
          maxLength={ticketBounds.subject}
          onChange={({ target }) => setSubject(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={split.isPending}>
            {t('split.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

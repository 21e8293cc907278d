import { answerIncident, listIncidentTickets } from '@spawnpoint/contracts/tickets'
import { useExplain, useHost, useOpenPath, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Button,
  Card,
  Checkbox,
  Dialog,
  Empty,
  FormError,
  Markdown,
  Skeleton,
  TextLink,
} from '@spawnpoint/sdk/ui'
import { Send, Ticket } from '@spawnpoint/sdk/ui/icons'
import { useState, type SyntheticEvent } from 'react'
import { MarkdownField } from './markdown-field.tsx'
import { StatusBadge } from './ticket-badges.tsx'

type Gathered = ReplyOf<typeof listIncidentTickets>['tickets']

const Row = ({
  ticket: { id, number, subject, status, owner, server },
  checked,
  onChange,
}: {
  ticket: Gathered[number]
  checked: boolean
  onChange: (checked: boolean) => void
}) => {
  const t = useT()
  const openPath = useOpenPath()
  return (
    <li className="flex min-w-0 items-center gap-3 border-t border-border py-2">
      <Checkbox
        hideLabel
        label={t('incident.select', { number })}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="me-auto min-w-0">
        <p className="truncate">
          <TextLink to={openPath('queued-ticket', { id }) ?? ''}>#{number}</TextLink> {subject}
        </p>
        <p className="sp-hint truncate">
          {owner?.name ?? t('deletedAccount')} · {server}
        </p>
      </div>
      <StatusBadge status={status} view="desk" />
    </li>
  )
}

/** The answer is written, then read once more as its customers will see it, then sent. */
const AnswerDialog = ({
  id,
  tickets,
  onClose,
}: {
  id: string
  tickets: readonly string[]
  onClose: () => void
}) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const withKey = useRequestKey()
  const [body, setBody] = useState('')
  const [isReviewed, setReviewed] = useState(false)
  const send = useAction(answerIncident, { refreshes: [listIncidentTickets] })
  const count = tickets.length
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (body.trim() === '' || send.isPending) return
    if (!isReviewed) return setReviewed(true)
    const answered = await withKey((requestKey) =>
      send.mutateAsync({ params: { id }, body: { body, tickets: [...tickets], requestKey } }),
    ).catch(() => null)
    if (!answered) return
    onClose()
    host.notify.toast({ title: t('incident.sent', { count: answered.sent }), tone: 'success' })
    if (answered.skipped.length > 0)
      host.notify.toast({
        title: t('incident.skipped', { numbers: answered.skipped.map((each) => `#${each}`).join(', ') }),
        tone: 'warning',
      })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isReviewed ? 'incident.review' : 'incident.answer')}
      description={t(isReviewed ? 'incident.reviewText' : 'incident.answerText', { count })}
    >
      <form className="sp-form" onSubmit={(event) => void submit(event)}>
        <FormError message={send.error && explain(send.error)} />
        {isReviewed ? (
          <div className="sp-card p-4">
            <Markdown text={body} author="visitor" />
          </div>
        ) : (
          <MarkdownField label={t('composer.reply')} value={body} onChange={setBody} rows={8} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={isReviewed ? () => setReviewed(false) : onClose}>
            {t(isReviewed ? 'incident.back' : 'cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            {...(isReviewed && { icon: <Send aria-hidden /> })}
            loading={send.isPending}
            disabled={body.trim() === ''}
          >
            {isReviewed ? t('incident.send', { count }) : t('incident.next')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const Tickets = ({ id, tickets }: { id: string; tickets: Gathered }) => {
  const t = useT()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isOpen, setOpen] = useState(false)
  const chosen = tickets.filter((ticket) => !left.has(ticket.id)).map((ticket) => ticket.id)
  const change = (ticket: string, checked: boolean) =>
    setLeft(
      (before) => new Set(checked ? [...before].filter((each) => each !== ticket) : [...before, ticket]),
    )
  return (
    <>
      <ul>
        {tickets.map((ticket) => (
          <Row
            key={ticket.id}
            ticket={ticket}
            checked={!left.has(ticket.id)}
            onChange={(checked) => change(ticket.id, checked)}
          />
        ))}
      </ul>
      <div className="sp-form-actions">
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => setOpen(true)}>
          {t('incident.answerCount', { count: chosen.length })}
        </Button>
      </div>
      {isOpen && <AnswerDialog id={id} tickets={chosen} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Below an incident: the open tickets about servers in its locations, and one answer to all of them. */
export default function IncidentTickets({ id }: { id: string }) {
  const t = useT()
  const query = useEndpoint(listIncidentTickets, { params: { id } })
  return (
    <Card title={t('incident.title')} description={t('incident.text')}>
      <Loaded query={query} loading={<Skeleton lines={4} />}>
        {({ tickets }) =>
          tickets.length === 0 ? (
            <Empty icon={<Ticket />} title={t('incident.none')} text={t('incident.noneText')} />
          ) : (
            <Tickets id={id} tickets={tickets} />
          )
        }
      </Loaded>
    </Card>
  )
}

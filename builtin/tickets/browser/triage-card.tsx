import {
  changeTicket,
  countQueue,
  findAssignees,
  listQueue,
  listQueueDepartments,
  readQueuedTicket,
  ticketPriorities,
  ticketStatuses,
} from '@spawnpoint/contracts/tickets'
import { useExplain, useFormat, useHost, useOpenPath, useSession, useT } from '@spawnpoint/sdk/browser'
import type { CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, KeyValue, Select, TextLink } from '@spawnpoint/sdk/ui'
import { Clock, User } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { MergeButton } from './merge-button.tsx'
import { SnoozeDialog } from './snooze.tsx'

type Shown = ReplyOf<typeof readQueuedTicket>['ticket']
type Change = Omit<NonNullable<CallOf<typeof changeTicket>['body']>, 'version'>

/** Changes a ticket as it is shown; who is late hears of it, and sees the ticket as it is now. */
export const useChange = ({ id, version }: Pick<Shown, 'id' | 'version'>) => {
  const host = useHost()
  const explain = useExplain()
  const change = useAction(changeTicket, { refreshes: [readQueuedTicket, listQueue, countQueue] })
  const again = useEndpoint(readQueuedTicket, { params: { id } }, { enabled: false })
  const save = async (values: Change) => {
    try {
      await change.mutateAsync({ params: { id }, body: { version, ...values } })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
      await again.refetch()
    }
  }
  return { save, isSaving: change.isPending }
}

const AssigneeField = ({ ticket, save }: { ticket: Shown; save: (values: Change) => Promise<void> }) => {
  const t = useT()
  const me = String(useSession(({ user }) => user['uuid']) ?? '')
  const { data } = useEndpoint(findAssignees, { query: { text: '' } })
  const current = ticket.assignee
  const others = (data?.people ?? []).filter(({ id }) => id !== current?.id)
  const people = current ? [{ id: current.id, name: current.name }, ...others] : others
  return (
    <div className="grid gap-2">
      <Select
        label={t('columns.assignee')}
        placeholder={t('desk.nobody')}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={current?.id ?? ''}
        onChange={(event) => void save({ assigneeId: event.target.value || null })}
      />
      {current?.id !== me && (
        <Button icon={<User aria-hidden />} onClick={() => void save({ assigneeId: me })}>
          {t('desk.assignToMe')}
        </Button>
      )}
    </div>
  )
}

const DepartmentField = ({ ticket, save }: { ticket: Shown; save: (values: Change) => Promise<void> }) => {
  const t = useT()
  const { data } = useEndpoint(listQueueDepartments)
  const current = ticket.department
  const known = data?.departments ?? []
  const isListed = current === null || known.some(({ id }) => id === current.id)
  const missing = isListed ? [] : [{ value: current.id, label: current.name ?? t('deletedDepartment') }]
  const options = [...missing, ...known.map(({ id, name }) => ({ value: id, label: name }))]
  if (options.length === 0) return null
  return (
    <Select
      label={t('columns.department')}
      placeholder="–"
      options={options}
      value={current?.id ?? ''}
      onChange={(event) => void save({ departmentId: event.target.value || null })}
    />
  )
}

const SnoozeButton = ({ ticket }: { ticket: Shown }) => {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { save, isSaving } = useChange(ticket)
  return (
    <>
      <Button icon={<Clock aria-hidden />} onClick={() => setOpen(true)}>
        {t('snooze.open')}
      </Button>
      {isOpen && (
        <SnoozeDialog
          onClose={() => setOpen(false)}
          onChoose={(until) => void save(until).then(() => setOpen(false))}
          isSaving={isSaving}
        />
      )}
    </>
  )
}

/** Status, priority, department and assignee; each is saved when it is chosen. */
export const TriageCard = ({ ticket }: { ticket: Shown }) => {
  const t = useT()
  const format = useFormat()
  const openPath = useOpenPath()
  const { save } = useChange(ticket)
  const { previous, server } = ticket
  return (
    <Card title={t('view.facts')}>
      <div className="grid gap-4">
        <Select
          label={t('columns.status')}
          options={ticketStatuses.map((value) => ({ value, label: t(`status.desk.${value}`) }))}
          value={ticket.status}
          // The options are these.
          onChange={(event) => void save({ status: event.target.value as Shown['status'] })}
        />
        <Select
          label={t('columns.priority')}
          options={ticketPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
          value={ticket.priority}
          onChange={(event) => void save({ priority: event.target.value as Shown['priority'] })}
        />
        <DepartmentField ticket={ticket} save={save} />
        <AssigneeField ticket={ticket} save={save} />
        <div className="flex flex-wrap gap-2 *:flex-1">
          {ticket.status !== 'closed' && ticket.snoozedUntil === null && <SnoozeButton ticket={ticket} />}
          <MergeButton ticket={ticket} />
        </div>
        <KeyValue
          items={[
            ...(server ? [{ label: t('create.server'), value: server.name }] : []),
            ...(previous
              ? [
                  {
                    label: t('view.previous'),
                    value: (
                      <TextLink to={openPath('queued-ticket', { id: previous.id }) ?? ''}>
                        #{previous.number}
                      </TextLink>
                    ),
                  },
                ]
              : []),
            ...(ticket.rating ? [{ label: t('rating.label'), value: t(`rating.${ticket.rating}`) }] : []),
            ...(ticket.ratingComment
              ? [
                  {
                    label: t('rating.comment'),
                    value: <span className="whitespace-pre-wrap">{ticket.ratingComment}</span>,
                  },
                ]
              : []),
            { label: t('columns.createdAt'), value: format.dateTime(ticket.createdAt) },
          ]}
        />
      </div>
    </Card>
  )
}

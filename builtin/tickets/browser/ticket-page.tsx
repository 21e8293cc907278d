import {
  closeTicket,
  listTickets,
  readTicket,
  removeDiagnosis,
  watchTicket,
} from '@spawnpoint/contracts/tickets'
import { useExplain, useFormat, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Button,
  Card,
  ConfirmDialog,
  Empty,
  KeyValue,
  LinkButton,
  Page,
  TextLink,
} from '@spawnpoint/sdk/ui'
import { Lock, Ticket, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { Conversation } from './conversation.tsx'
import { DiagnosisFacts } from './diagnosis-facts.tsx'
import { OwnReply } from './own-reply.tsx'
import { RatingCard } from './rating-card.tsx'
import { PriorityBadge, StatusBadge, useDepartmentName } from './ticket-badges.tsx'
import { useLive } from './use-live.ts'

type Shown = ReplyOf<typeof readTicket>

const refetchEveryMs = 5_000

const CloseButton = ({ id }: { id: string }) => {
  const t = useT()
  const explain = useExplain()
  const host = useHost()
  const [asking, setAsking] = useState(false)
  const close = useAction(closeTicket, { refreshes: [readTicket, listTickets] })
  const confirm = async () => {
    await close.mutateAsync({ params: { id } }).catch(() => undefined)
    setAsking(false)
    await host.refreshSession('refresh')
  }
  return (
    <>
      <Button icon={<Lock aria-hidden />} onClick={() => setAsking(true)}>
        {t('view.close')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('view.closeTitle')}
        text={t('view.closeText')}
        confirmLabel={t('view.close')}
        loading={close.isPending}
        error={close.error && explain(close.error)}
      />
    </>
  )
}

const Closed = ({ ticket }: Pick<Shown, 'ticket'>) => {
  const t = useT()
  const { pathTo } = useHost()
  return (
    <Alert
      tone="info"
      title={t('view.closed')}
      action={
        <LinkButton icon={<Ticket aria-hidden />} to={`${pathTo('ticket-create')}?about=${ticket.id}`}>
          {t('view.again')}
        </LinkButton>
      }
    >
      {t('view.closedText')}
    </Alert>
  )
}

const Merged = ({ into: { id, number } }: { into: NonNullable<Shown['ticket']['mergedInto']> }) => {
  const t = useT()
  const { pathTo } = useHost()
  return (
    <Alert
      tone="info"
      title={t('merge.own', { into: number })}
      action={<LinkButton to={pathTo('ticket', { id })}>{t('merge.view', { into: number })}</LinkButton>}
    >
      {t('merge.ownText')}
    </Alert>
  )
}

const DiagnosisCard = ({ ticket: { id, diagnosis } }: Pick<Shown, 'ticket'>) => {
  const t = useT()
  const remove = useAction(removeDiagnosis, { refreshes: [readTicket] })
  if (!diagnosis) return null
  return (
    <Card
      title={t('diagnosis.title')}
      description={t('diagnosis.text')}
      actions={
        <Button
          size="sm"
          variant="danger-quiet"
          icon={<Trash2 aria-hidden />}
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { id } })}
        >
          {t('diagnosis.remove')}
        </Button>
      }
    >
      <DiagnosisFacts diagnosis={diagnosis} />
    </Card>
  )
}

const Facts = ({ ticket }: Pick<Shown, 'ticket'>) => {
  const t = useT()
  const format = useFormat()
  const { pathTo } = useHost()
  const departmentName = useDepartmentName()
  const { status, priority, department, server, previous, createdAt } = ticket
  return (
    <Card title={t('view.facts')}>
      <KeyValue
        items={[
          { label: t('columns.status'), value: <StatusBadge status={status} view="own" /> },
          { label: t('columns.priority'), value: <PriorityBadge priority={priority} /> },
          { label: t('columns.department'), value: departmentName(department) },
          ...(server ? [{ label: t('create.server'), value: server.name }] : []),
          ...(previous
            ? [
                {
                  label: t('view.previous'),
                  value: <TextLink to={pathTo('ticket', { id: previous.id })}>#{previous.number}</TextLink>,
                },
              ]
            : []),
          { label: t('columns.createdAt'), value: format.dateTime(createdAt) },
        ]}
      />
    </Card>
  )
}

const TicketView = ({ ticket, messages, events }: Shown) => {
  const t = useT()
  const { pathTo } = useHost()
  const isClosed = ticket.status === 'closed'
  return (
    <Page
      title={ticket.subject}
      subject={ticket.subject}
      breadcrumbs={[{ label: t('pages.list.title'), to: pathTo('tickets') }, { label: `#${ticket.number}` }]}
      actions={!isClosed && <CloseButton id={ticket.id} />}
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <Conversation messages={messages} events={events} view="own" />
          {ticket.mergedInto ? (
            <Merged into={ticket.mergedInto} />
          ) : isClosed ? (
            <>
              <Closed ticket={ticket} />
              <RatingCard ticket={ticket} />
            </>
          ) : (
            <OwnReply key={ticket.id} id={ticket.id} />
          )}
        </div>
        <div className="grid gap-4">
          <Facts ticket={ticket} />
          <DiagnosisCard ticket={ticket} />
        </div>
      </div>
    </Page>
  )
}

export default function TicketPage() {
  const t = useT()
  const { pathTo } = useHost()
  const { id = '' } = useParams()
  const query = useEndpoint(readTicket, { params: { id } }, { refetchEvery: refetchEveryMs })
  useLive(watchTicket, id, () => void query.refetch())
  const back = <LinkButton to={pathTo('tickets')}>{t('create.toList')}</LinkButton>
  return (
    <Loaded
      query={query}
      gone={<Empty icon={<Ticket />} title={t('view.gone')} text={t('view.goneText')} action={back} />}
    >
      {(shown) => <TicketView {...shown} />}
    </Loaded>
  )
}

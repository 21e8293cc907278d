import {
  listQueue,
  readDraft,
  readQueuedTicket,
  undoReply,
  watchQueuedTicket,
  type Viewer,
} from '@spawnpoint/contracts/tickets'
import { useExplain, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Card, Empty, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { Ticket } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { Conversation, type ShownMessage } from './conversation.tsx'
import { CustomerCard } from './customer-card.tsx'
import { DiagnosisFacts } from './diagnosis-facts.tsx'
import { MergedAlert } from './merge-button.tsx'
import { SlaCard } from './sla-parts.tsx'
import { SplitDialog } from './split-dialog.tsx'
import { StaffReply, type Undone } from './staff-reply.tsx'
import { SnoozedAlert } from './snooze.tsx'
import { TriageCard, useChange } from './triage-card.tsx'
import { useDeskKeys, useQueuePath } from './use-desk-keys.tsx'
import { useLive } from './use-live.ts'

type Shown = ReplyOf<typeof readQueuedTicket>

const refetchEveryMs = 5_000

/** Takes a reply back, and gives its text to the editor. */
const useUndo = (id: string, onUndone: (undone: Undone) => void) => {
  const host = useHost()
  const explain = useExplain()
  const undo = useAction(undoReply, { refreshes: [readQueuedTicket, listQueue, readDraft] })
  return async (message: ShownMessage) => {
    try {
      const { body, compensation } = await undo.mutateAsync({ params: { id, message: message.id } })
      onUndone({ text: body, compensation })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
}

const Snoozed = ({ ticket, until }: Pick<Shown, 'ticket'> & { until: string }) => {
  const { save, isSaving } = useChange(ticket)
  return <SnoozedAlert until={until} onWake={(awake) => void save(awake)} isSaving={isSaving} />
}

/** The editor below the conversation, or what stands in its place. */
const Below = ({
  ticket,
  ...editor
}: Pick<Shown, 'ticket' | 'messages'> & { undone: Undone; viewers: readonly Viewer[] }) => {
  const t = useT()
  const { clock } = useHost()
  if (ticket.mergedInto) return <MergedAlert ticket={ticket} now={clock.now()} />
  return (
    <>
      {ticket.snoozedUntil && <Snoozed ticket={ticket} until={ticket.snoozedUntil} />}
      {ticket.status === 'closed' && <Alert tone="info">{t('desk.closed')}</Alert>}
      <StaffReply ticket={ticket} {...editor} />
    </>
  )
}

const Side = ({ ticket, customer }: Pick<Shown, 'ticket' | 'customer'>) => {
  const t = useT()
  return (
    <div className="grid gap-4">
      {!ticket.mergedInto && <TriageCard key={ticket.version} ticket={ticket} />}
      <SlaCard clocks={ticket.sla} />
      <CustomerCard customer={customer} />
      {ticket.diagnosis && (
        <Card title={t('diagnosis.title')}>
          <DiagnosisFacts diagnosis={ticket.diagnosis} />
        </Card>
      )}
    </div>
  )
}

const Desk = ({ ticket, messages, events, customer, viewers }: Shown & { viewers: readonly Viewer[] }) => {
  const t = useT()
  const queue = useQueuePath()
  const dialogs = useDeskKeys(ticket)
  const [splitting, setSplitting] = useState<string | null>(null)
  // A new key starts the editor again with the text that was taken back.
  const [undone, setUndone] = useState<Undone & { times: number }>({ times: 0, text: '', compensation: null })
  const undo = useUndo(ticket.id, (taken) => setUndone(({ times }) => ({ times: times + 1, ...taken })))
  return (
    <Page
      title={ticket.subject}
      subject={ticket.subject}
      breadcrumbs={[
        { label: t('pages.queue.title'), ...(queue && { to: queue }) },
        { label: `#${ticket.number}` },
      ]}
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <Conversation
            messages={messages}
            events={events}
            view="desk"
            onUndo={(message) => void undo(message)}
            {...(!ticket.mergedInto && { onSplit: ({ id }: ShownMessage) => setSplitting(id) })}
          />
          <Below key={undone.times} {...{ ticket, messages, undone, viewers }} />
        </div>
        <Side ticket={ticket} customer={customer} />
      </div>
      {dialogs}
      {splitting !== null && (
        <SplitDialog ticket={ticket} from={splitting} onClose={() => setSplitting(null)} />
      )}
    </Page>
  )
}

export default function DeskPage() {
  const t = useT()
  const { id = '' } = useParams()
  const queue = useQueuePath()
  const query = useEndpoint(readQueuedTicket, { params: { id } }, { refetchEvery: refetchEveryMs })
  const viewers = useLive(watchQueuedTicket, id, () => void query.refetch())
  const back = queue && <LinkButton to={queue}>{t('desk.toQueue')}</LinkButton>
  return (
    <Loaded
      query={query}
      gone={<Empty icon={<Ticket />} title={t('view.gone')} text={t('desk.goneText')} action={back} />}
    >
      {(shown) => <Desk key={shown.ticket.id} {...shown} viewers={viewers} />}
    </Loaded>
  )
}

import type { SlaClock } from '@spawnpoint/contracts/tickets'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Badge, Card, KeyValue, type Tone } from '@spawnpoint/sdk/ui'

const tones: Readonly<Record<SlaClock['state'], Tone>> = {
  running: 'info',
  overdue: 'danger',
  paused: 'neutral',
  met: 'success',
  missed: 'danger',
}

const Due = ({ at }: { at: string }) => {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.ago(at)}
    </time>
  )
}

/** The clock of a ticket that is due first, in the queue. */
export const DueMark = ({ due }: { due: SlaClock | null }) => {
  const t = useT()
  if (!due?.dueAt) return <span className="text-muted">–</span>
  return (
    <span className="whitespace-nowrap" title={t(`sla.kinds.${due.kind}`)}>
      {due.state === 'overdue' ? (
        <span className="flex items-center gap-2">
          <Badge tone="danger">{t('sla.states.overdue')}</Badge>
          <Due at={due.dueAt} />
        </span>
      ) : (
        <Due at={due.dueAt} />
      )}
    </span>
  )
}

/** The clocks of a ticket beside it. */
export const SlaCard = ({ clocks }: { clocks: readonly SlaClock[] }) => {
  const t = useT()
  if (clocks.length === 0) return null
  return (
    <Card title={t('sla.title')}>
      <KeyValue
        items={clocks.map(({ kind, state, dueAt }) => ({
          label: t(`sla.kinds.${kind}`),
          value: (
            <span className="flex flex-wrap items-center gap-2">
              <Badge tone={tones[state]}>{t(`sla.states.${state}`)}</Badge>
              {dueAt && (state === 'running' || state === 'overdue') && <Due at={dueAt} />}
            </span>
          ),
        }))}
      />
    </Card>
  )
}

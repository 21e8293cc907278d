import { readBulk } from '@spawnpoint/contracts/servers'
import { useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Dialog, ProgressBar, Skeleton, Status, type Tone } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

const movingMs = 1_500
const restingMs = 60_000

type Bulk = ReplyOf<typeof readBulk>
type Row = Bulk['rows'][number]

const tones: Readonly<Record<Row['state'], Tone>> = {
  queued: 'neutral',
  waiting: 'info',
  done: 'success',
  refused: 'danger',
}

const isSettled = ({ state }: Row) => state === 'done' || state === 'refused'

const Results = ({ bulk: { rows } }: { bulk: Bulk }) => {
  const t = useT()
  const settled = rows.filter(isSettled).length
  return (
    <div className="grid gap-4">
      <ProgressBar
        label={t('staff.bulk.progress', { done: settled, all: rows.length })}
        value={rows.length === 0 ? 1 : settled / rows.length}
      />
      <ul className="max-h-80 divide-y divide-border overflow-y-auto" aria-live="polite">
        {rows.map(({ id, name, state, code }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 truncate">{name}</span>
            <Status tone={tones[state]}>{t(`staff.bulk.states.${state}`)}</Status>
            {state === 'refused' && <span className="sp-hint w-full">{t(`errors.${code}`)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows the outcome of an action on many servers, server by server; it goes on when this is closed. */
export const BulkResults = ({ id, close }: { id: string; close: () => void }) => {
  const t = useT()
  const [everyMs, setEveryMs] = useState(movingMs)
  const query = useEndpoint(readBulk, { params: { id } }, { refetchEvery: everyMs })
  const { data } = query
  const isOver = data?.rows.every(isSettled) === true
  const wantedMs = isOver ? restingMs : movingMs
  if (wantedMs !== everyMs) setEveryMs(wantedMs)
  return (
    <Dialog
      open
      onClose={close}
      size="md"
      title={t(data ? `staff.bulk.titles.${data.action}` : 'staff.bulk.title')}
      {...(!isOver && { description: t('staff.bulk.text') })}
      footer={<Button onClick={close}>{t('staff.bulk.close')}</Button>}
    >
      <Loaded query={query} loading={<Skeleton shape="block" className="h-48" />}>
        {(bulk) => <Results bulk={bulk} />}
      </Loaded>
    </Dialog>
  )
}

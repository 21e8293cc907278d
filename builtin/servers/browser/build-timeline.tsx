import { useT } from '@spawnpoint/sdk/browser'
import { Card, Spinner } from '@spawnpoint/sdk/ui'
import { Check, X } from '@spawnpoint/sdk/ui/icons'
import type { ServerRow } from './server-rows.ts'
import { ServerNote } from './server-state.tsx'

const stages = ['queue', 'check', 'account', 'create', 'install'] as const

/** How many stages are behind a build, by the last step that the queue wrote. */
const stagesBehind: Readonly<Record<string, number>> = {
  started: 1,
  resumed: 1,
  checked: 2,
  'account-found': 3,
  'account-created': 3,
  creating: 3,
  found: 4,
  completed: 4,
}

const Mark = ({ state }: { state: 'done' | 'now' | 'failed' | 'next' }) => {
  if (state === 'now') return <Spinner />
  if (state === 'done') return <Check aria-hidden className="size-4 text-success" />
  return state === 'failed' ? (
    <X aria-hidden className="size-4 text-danger" />
  ) : (
    <span aria-hidden className="size-2 rounded-full border-2 border-control" />
  )
}

/** The steps of a build, as the queue does them; nothing once the server is there. */
export const BuildTimeline = ({ row }: { row: ServerRow }) => {
  const t = useT()
  const { live, queued } = row
  if (live && live.panelState !== 'installing') return null
  const behind = live ? 4 : (stagesBehind[queued.step] ?? 0)
  const current = queued?.status === 'failed' ? 'failed' : 'now'
  const isWaiting = queued?.status === 'failed' || (queued?.reason ?? null) !== null
  return (
    <Card title={t('timeline.title')}>
      <ol className="grid gap-3" aria-live="polite">
        {stages.map((stage, index) => {
          const state = index < behind ? 'done' : index === behind ? current : 'next'
          return (
            <li
              key={stage}
              aria-current={index === behind ? 'step' : undefined}
              className="flex items-center gap-3 text-muted aria-[current]:font-medium aria-[current]:text-text"
            >
              <span className="grid size-6 flex-none place-items-center">
                <Mark state={state} />
              </span>
              {t(`timeline.${stage}`)}
            </li>
          )
        })}
      </ol>
      {isWaiting && (
        <p className="mt-4">
          <ServerNote row={row} />
        </p>
      )}
    </Card>
  )
}

import type { ServerItem } from '@spawnpoint/contracts/servers'
import { useFormat, useHashTab, useT } from '@spawnpoint/sdk/browser'
import { Card, Empty, Skeleton, Tabs } from '@spawnpoint/sdk/ui'
import { Activity } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useMemo, useState } from 'react'
import { LinkNotice, NoConsole } from './console-notice.tsx'
import type { Console, ConsoleState } from './console-store.ts'
import { GameStart } from './game-start.tsx'
import { GameStatus, PowerButtons } from './power-buttons.tsx'
import { readUsage, type Usage } from './read-usage.ts'
import { LiveServerFrame } from './server-frame.tsx'
import { ResourcesHistory } from './resources-history.tsx'
import { useBytes } from './use-bytes.ts'
import { useConsole } from './use-console.ts'
import { UsageGraph } from './usage-graph.tsx'

const drawEveryMs = 2_000
const megabyte = 1_048_576

/** Reports come each second; drawing four charts that often would keep a phone warm for nothing. */
const useCalmState = ({ store }: Console): ConsoleState => {
  const [state, setState] = useState(store.getState)
  const isFirst = state.stats.length < 2
  useEffect(() => {
    if (isFirst) return store.subscribe(() => setState(store.getState()))
    const timer = setInterval(() => setState(store.getState()), drawEveryMs)
    return () => clearInterval(timer)
  }, [store, isFirst])
  return state
}

const useSeries = (usage: Usage) => {
  const t = useT()
  return useMemo(
    () => ({
      cpu: [{ label: t('usage.cpu'), values: usage.cpu }],
      memory: [{ label: t('usage.memory'), values: usage.memory, tone: 'success' as const }],
      network: [
        { label: t('usage.received'), values: usage.received, tone: 'info' as const },
        { label: t('usage.sent'), values: usage.sent, tone: 'warning' as const },
      ],
      disk: [{ label: t('usage.disk'), values: usage.disk, tone: 'accent' as const }],
    }),
    [t, usage],
  )
}

const Graphs = ({ item, stats }: { item: ServerItem; stats: ConsoleState['stats'] }) => {
  const t = useT()
  const { number } = useFormat()
  const { bytes, rate } = useBytes()
  const usage = useMemo(() => readUsage(stats), [stats])
  const series = useSeries(usage)
  const percent = useMemo(
    () => (value: number) => t('units.percent', { value: number(Math.round(value)) }),
    [t, number],
  )
  const last = <T,>(values: readonly T[]) => values.at(-1)
  const of = (text: string, limit: number) =>
    limit > 0 ? t('usage.of', { limit: text }) : t('usage.unlimited')
  const { x } = usage
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <UsageGraph
        {...{ x, series: series.cpu, format: percent, title: t('usage.cpu') }}
        now={percent(last(usage.cpu) ?? 0)}
        note={of(percent(item.cpu), item.cpu)}
        limit={item.cpu || undefined}
      />
      <UsageGraph
        {...{ x, series: series.memory, format: bytes, bytes: true, title: t('usage.memory') }}
        now={bytes(last(usage.memory) ?? 0)}
        note={of(bytes(item.memory * megabyte), item.memory)}
        limit={item.memory * megabyte || undefined}
      />
      <UsageGraph
        {...{ x, series: series.network, format: rate, bytes: true, title: t('usage.network') }}
        now={t('usage.both', {
          received: rate(last(usage.received) ?? 0),
          sent: rate(last(usage.sent) ?? 0),
        })}
      />
      <UsageGraph
        {...{ x, series: series.disk, format: bytes, bytes: true, title: t('usage.disk') }}
        now={bytes(last(usage.disk) ?? 0)}
        note={of(bytes(item.disk * megabyte), item.disk)}
        limit={item.disk * megabyte || undefined}
      />
    </div>
  )
}

const Waiting = () => (
  <div className="grid gap-4 lg:grid-cols-2">
    {['cpu', 'memory', 'network', 'disk'].map((key) => (
      <Skeleton key={key} shape="block" className="h-72" />
    ))}
  </div>
)

const Shown = ({ item, state }: { item: ServerItem; state: ConsoleState }) => {
  const t = useT()
  const { stats, game } = state
  if (game === 'offline')
    return (
      <Card>
        <Empty icon={<Activity />} title={t('usage.offline.title')} text={t('usage.offline.text')} />
      </Card>
    )
  return stats.length < 2 ? <Waiting /> : <Graphs item={item} stats={stats} />
}

const ResourcesView = ({ item, isOwn }: { item: ServerItem; isOwn: boolean }) => {
  const t = useT()
  const tab = useHashTab()
  const past = { id: item.id, isOwn, loading: <Waiting /> }
  const state = useCalmState(useConsole(item.id, isOwn))
  return (
    <div className="grid gap-4">
      <LinkNotice {...state} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <GameStatus game={state.game} />
          <GameStart game={state.game} stats={state.stats} />
        </p>
        <PowerButtons id={item.id} name={item.name} isOwn={isOwn} game={state.game} />
      </div>
      <Tabs
        {...tab}
        label={t('usage.spans')}
        tabs={[
          { id: 'live', label: t('usage.live'), content: <Shown item={item} state={state} /> },
          { id: 'day', label: t('usage.day'), content: <ResourcesHistory {...past} span="day" /> },
          { id: 'month', label: t('usage.month'), content: <ResourcesHistory {...past} span="month" /> },
        ]}
      />
    </div>
  )
}

const ResourcesPage = () => (
  <LiveServerFrame tab="usage" loading={<Waiting />}>
    {({ live, owner, console: isOn }) =>
      isOn ? <ResourcesView item={live} isOwn={owner === null} /> : <NoConsole />
    }
  </LiveServerFrame>
)

export default ResourcesPage

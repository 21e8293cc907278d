import { countQueue, readTicketFigures } from '@spawnpoint/contracts/tickets'
import { useFormat, useOpenPath, useT, type HomeFiguresProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

const refetchEvery = 60_000
const sum = (values: readonly number[] = []) => values.reduce((total, each) => total + each, 0)

/** How many were open at the end of each day, from those now and what came and went since. */
const openByDay = (now: number, opened: readonly number[], closed: readonly number[]) =>
  opened.map((_, day) => now - sum(opened.slice(day + 1)) + sum(closed.slice(day + 1)))

export default function HomeFigures({ Figure }: HomeFiguresProps) {
  const t = useT()
  const { number } = useFormat()
  const to = useOpenPath()('ticket-queue')
  const { data: now } = useEndpoint(countQueue, {}, { refetchEvery })
  const { data: month } = useEndpoint(readTicketFigures, undefined, { refetchEvery })
  const urgent = now?.urgent ?? 0
  return (
    <>
      <Figure
        label={t('queue.counts.active')}
        value={now && number(now.active)}
        note={urgent > 0 ? t('queue.urgent', { count: urgent }) : t('queue.noneUrgent')}
        {...(urgent > 0 && { tone: 'warning' })}
        trend={now && month && openByDay(now.active, month.opened, month.closed)}
        to={to}
      />
      <Figure
        label={t('staff.home.opened')}
        value={month && number(sum(month.opened))}
        note={t('staff.home.closed', { value: number(sum(month?.closed)) })}
        trend={month?.opened}
      />
    </>
  )
}

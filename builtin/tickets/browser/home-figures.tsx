import { countQueue } from '@spawnpoint/contracts/tickets'
import { useFormat, useOpenPath, useT, type HomeFiguresProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

export default function HomeFigures({ Figure }: HomeFiguresProps) {
  const t = useT()
  const { number } = useFormat()
  const to = useOpenPath()('ticket-queue')
  const { data } = useEndpoint(countQueue, {}, { refetchEvery: 60_000 })
  const urgent = data?.urgent ?? 0
  return (
    <Figure
      label={t('queue.counts.active')}
      value={data && number(data.active)}
      note={urgent > 0 ? t('queue.urgent', { count: urgent }) : t('queue.noneUrgent')}
      {...(urgent > 0 && { tone: 'warning' })}
      to={to}
    />
  )
}

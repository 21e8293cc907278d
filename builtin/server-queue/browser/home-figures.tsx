import { countBuilds } from '@spawnpoint/contracts/server-queue'
import { useFormat, useOpenPath, useT, type HomeFiguresProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

export default function HomeFigures({ Figure }: HomeFiguresProps) {
  const t = useT()
  const { number } = useFormat()
  const to = useOpenPath()('server-queue-list')
  const { data } = useEndpoint(countBuilds, {}, { refetchEvery: 60_000 })
  const failed = data?.failed ?? 0
  return (
    <Figure
      label={t('staff.home.builds')}
      value={data && number(data.pending + data.building)}
      note={failed > 0 ? t('staff.home.failed', { count: failed }) : t('staff.home.noneFailed')}
      {...(failed > 0 && { tone: 'danger' })}
      to={to}
    />
  )
}

import { countBuilds } from '@spawnpoint/contracts/server-queue'
import { useOpenPath, useT, type HomeAttention, type HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

export default function HomeAttentionLines({ Lines }: HomeAttentionProps) {
  const t = useT()
  const openPath = useOpenPath()
  const list = openPath('server-queue-list')
  const settings = openPath('settings')
  const { data } = useEndpoint(countBuilds, {}, { refetchEvery: 60_000 })
  if (!data) return <Lines items={undefined} />
  const items: HomeAttention[] = []
  if (data.paused)
    items.push({
      id: 'paused',
      tone: 'danger',
      title: t('paused.title'),
      text: t('paused.text'),
      action: t('paused.open'),
      to: settings && `${settings}#servers`,
      covers: 'server-queue/queue',
    })
  if (data.failed > 0)
    items.push({
      id: 'failed',
      tone: 'danger',
      title: t('staff.home.failedTitle', { count: data.failed }),
      text: t('staff.home.failedText'),
      action: t('staff.home.review'),
      to: list && `${list}?filter=status:failed`,
    })
  return <Lines items={items} />
}

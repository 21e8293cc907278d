import { countBuilds } from '@spawnpoint/contracts/server-queue'
import { useOpenPath, useT, type HomeAttention, type HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

export default function HomeAttentionLines({ Lines }: HomeAttentionProps) {
  const t = useT()
  const list = useOpenPath()('server-queue-list')
  const { data } = useEndpoint(countBuilds, {}, { refetchEvery: 60_000 })
  if (!data) return <Lines items={undefined} />
  const items: HomeAttention[] = []
  if (data.paused)
    items.push({ id: 'paused', tone: 'danger', title: t('paused.title'), text: t('paused.text') })
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

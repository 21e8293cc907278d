import { countReports } from '@spawnpoint/contracts/image-reports'
import { useOpenPath, useT, type HomeAttention, type HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

/** Reports and appeals that wait for staff. */
export default function ReportsAttention({ Lines }: HomeAttentionProps) {
  const t = useT()
  const page = useOpenPath()('image-reports-list')
  const { data } = useEndpoint(countReports, {}, { refetchEvery: 60_000 })
  if (!data) return <Lines items={undefined} />
  const item = (id: 'pending' | 'appeals', status: string): HomeAttention[] =>
    data[id] === 0
      ? []
      : [
          {
            id,
            tone: 'warning',
            title: t(`home.${id}`, { count: data[id] }),
            text: t(`home.${id}Text`),
            action: t('home.review'),
            to: page && `${page}?filter=status:${status}`,
          },
        ]
  return <Lines items={[...item('pending', 'pending'), ...item('appeals', 'resolved')]} />
}

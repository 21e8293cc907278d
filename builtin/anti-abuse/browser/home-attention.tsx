import { countHolds } from '@spawnpoint/contracts/anti-abuse'
import { useOpenPath, useT, type HomeAttention, type HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

/** Appeals that wait for an answer. */
export default function HoldsAttention({ Lines }: HomeAttentionProps) {
  const t = useT()
  const page = useOpenPath()('earning-holds')
  const { data } = useEndpoint(countHolds, {}, { refetchEvery: 60_000 })
  if (!data) return <Lines items={undefined} />
  const items: HomeAttention[] =
    data.appealed === 0
      ? []
      : [
          {
            id: 'appeals',
            tone: 'warning',
            title: t('staff.home.appeals', { count: data.appealed }),
            text: t('staff.home.appealsText'),
            action: t('staff.home.review'),
            to: page && `${page}?filter=state:appealed`,
          },
        ]
  return <Lines items={items} />
}

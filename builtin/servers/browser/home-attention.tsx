import { readServerFigures } from '@spawnpoint/contracts/servers'
import { useFormat, useOpenPath, useT, type HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

/** Full locations: no customer can create a server there. */
export default function HomeAttention({ Lines }: HomeAttentionProps) {
  const t = useT()
  const { number } = useFormat()
  const openPath = useOpenPath()
  const { data } = useEndpoint(readServerFigures, undefined, { refetchEvery: 60_000 })
  return (
    <Lines
      items={data?.full.map(({ id, name, slots }) => ({
        id,
        tone: 'warning',
        title: t('staff.home.isFull', { name }),
        text: t('staff.home.isFullText', { value: number(slots) }),
        action: t('staff.home.raise'),
        to: openPath('locations-edit', { id }),
      }))}
    />
  )
}

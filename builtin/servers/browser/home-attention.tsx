import { readServerFigures } from '@spawnpoint/contracts/servers'
import { useFormat, useOpenPath, useT, type HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

/** Full locations and broken eggs: no customer can create a server there, or of them. */
export default function HomeAttention({ Lines }: HomeAttentionProps) {
  const t = useT()
  const { number } = useFormat()
  const openPath = useOpenPath()
  const { data } = useEndpoint(readServerFigures, undefined, { refetchEvery: 60_000 })
  if (!data) return <Lines items={undefined} />
  const full = data.full.map(({ id, name, slots }) => ({
    id,
    tone: 'warning' as const,
    title: t('staff.home.isFull', { name }),
    text: t('staff.home.isFullText', { value: number(slots) }),
    action: t('staff.home.raise'),
    to: openPath('locations-edit', { id }),
  }))
  const broken = data.brokenEggs.map(({ id, name, variables }) => ({
    id,
    tone: 'warning' as const,
    title: t('staff.home.isBroken', { name }),
    text:
      variables.length > 0
        ? t('staff.home.isBrokenText', { variables: variables.join(', ') })
        : t('staff.home.isGoneText'),
    action: t('staff.home.editEgg'),
    to: openPath('eggs-edit', { id }),
    covers: 'servers/eggs',
  }))
  return <Lines items={[...full, ...broken]} />
}

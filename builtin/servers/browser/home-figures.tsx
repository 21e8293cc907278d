import { readServerFigures } from '@spawnpoint/contracts/servers'
import { useFormat, useOpenPath, useT, type HomeFiguresProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

export default function HomeFigures({ Figure }: HomeFiguresProps) {
  const t = useT()
  const { number } = useFormat()
  const openPath = useOpenPath()
  const { data } = useEndpoint(readServerFigures, undefined, { refetchEvery: 60_000 })
  const added = data?.created.reduce((sum, each) => sum + each, 0) ?? 0
  const full = data?.full.length ?? 0
  return (
    <>
      <Figure
        label={t('staff.home.servers')}
        value={data && number(data.all)}
        note={t('staff.home.created', { value: number(added) })}
        trend={data?.created}
      />
      <Figure
        label={t('staff.home.locations')}
        value={data && number(data.locations)}
        note={full > 0 ? t('staff.home.full', { count: full }) : t('staff.home.noneFull')}
        {...(full > 0 && { tone: 'warning' })}
        to={openPath('locations-list')}
      />
    </>
  )
}

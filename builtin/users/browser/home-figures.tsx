import { readUserFigures } from '@spawnpoint/contracts/users'
import { useFormat, useOpenPath, useT, type HomeFiguresProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

export default function HomeFigures({ Figure }: HomeFiguresProps) {
  const t = useT()
  const { number } = useFormat()
  const { data } = useEndpoint(readUserFigures, undefined, { refetchEvery: 60_000 })
  const to = useOpenPath()('users-list')
  const added = data?.joined.reduce((sum, each) => sum + each, 0) ?? 0
  return (
    <>
      <Figure
        label={t('staff.home.users')}
        value={data && number(data.all)}
        note={t('staff.home.joined', { value: number(added) })}
        trend={data?.joined}
        to={to}
      />
      <Figure
        label={t('staff.home.active')}
        value={data && number(data.activeInWeek)}
        note={t('staff.home.activeNote', { value: number(data?.activeInMonth ?? 0) })}
        to={to}
      />
    </>
  )
}

import {
  appearances,
  changeAppearance,
  readLeaderboard,
  type Appearance,
} from '@spawnpoint/contracts/leaderboard'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Select } from '@spawnpoint/sdk/ui'

/** How the visitor appears to others; saved as soon as it is chosen. */
export const AppearanceChoice = ({ value }: { value: Appearance }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const change = useAction(changeAppearance, { refreshes: [readLeaderboard] })
  const choose = async (text: string) => {
    const appearance = appearances.find((each) => each === text)
    if (!appearance) return
    try {
      await change.mutateAsync({ body: { appearance } })
      host.notify.toast({ title: t('appearance.saved'), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return (
    <Select
      label={t('appearance.label')}
      hint={t(`appearance.hints.${value}`)}
      options={appearances.map((each) => ({ value: each, label: t(`appearance.values.${each}`) }))}
      value={change.isPending ? (change.variables.body?.appearance ?? value) : value}
      disabled={change.isPending}
      onChange={({ target }) => void choose(target.value)}
    />
  )
}

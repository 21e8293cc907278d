import { readCoinFigures } from '@spawnpoint/contracts/coins'
import { useFormat, useT, type HomeFiguresProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)
const signed = (text: string, value: number) => (value > 0 ? `+${text}` : text)

/** The balance at the end of each day, from the balance now and what changed since. */
const balances = (now: number, changes: readonly number[]) =>
  changes.map((_, day) => now - sum(changes.slice(day + 1)))

export default function HomeFigures({ Figure }: HomeFiguresProps) {
  const t = useT()
  const { number, percent } = useFormat()
  const { data } = useEndpoint(readCoinFigures, undefined, { refetchEvery: 60_000 })
  const { issued = [], removed = [] } = data ?? {}
  const changes = issued.map((each, day) => each - (removed[day] ?? 0))
  const change = sum(changes)
  const compare = (days: readonly number[], before: number) => {
    if (before === 0) return t('staff.home.inMonth')
    const share = sum(days) / before - 1
    return t('staff.home.compared', { value: signed(percent(share), share) })
  }
  return (
    <>
      <Figure
        label={t('staff.home.circulating')}
        value={data && number(data.circulating)}
        note={t('staff.home.changed', { value: signed(number(change), change) })}
        trend={data && balances(data.circulating, changes)}
      />
      <Figure
        label={t('staff.economy.issued')}
        value={data && number(sum(issued))}
        note={data && compare(issued, data.issuedBefore)}
        trend={data?.issued}
      />
      <Figure
        label={t('staff.economy.removed')}
        value={data && number(sum(removed))}
        note={data && compare(removed, data.removedBefore)}
        trend={data?.removed}
      />
    </>
  )
}

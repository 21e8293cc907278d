import type { readPayment } from '@spawnpoint/contracts/payments'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useMoney } from './use-money.ts'

type Entry = ReplyOf<typeof readPayment>['timeline'][number]

/** The way of the money, in the order in which it was learned. */
export const PaymentTimeline = ({ entries }: { entries: readonly Entry[] }) => {
  const t = useT()
  const money = useMoney()
  const { dateTime, number } = useFormat()
  return (
    <ol className="grid gap-0">
      {entries.map(({ id, kind, at, money: moved, coins }) => (
        <li key={id} className="relative flex gap-3 pb-4 last:pb-0">
          <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
            <span>
              {t(`timeline.${kind}`)}
              {moved && <span className="tabular-nums"> · {money(moved)}</span>}
              {coins !== null && (
                <span className="tabular-nums"> · {t('coins', { count: coins, coins: number(coins) })}</span>
              )}
            </span>
            <time className="sp-hint" dateTime={at}>
              {dateTime(at)}
            </time>
          </span>
        </li>
      ))}
    </ol>
  )
}

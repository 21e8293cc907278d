import type { readPayment } from '@spawnpoint/contracts/payments'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useMoney } from './use-money.ts'

type Entry = ReplyOf<typeof readPayment>['timeline'][number]

/** The source of an entry, for staff. */
export interface Note {
  readonly id: string
  readonly source: 'webhook' | 'asked' | 'product' | 'staff'
  readonly by: string | null
  readonly reference: string
  readonly detail: string | null
}

const NoteOf = ({ note, kind }: { note: Note | undefined; kind: Entry['kind'] }) => {
  const t = useT()
  if (!note) return null
  const said = t(`staff.sources.${note.source}`, { name: note.by ?? t('staff.deleted') })
  // The dashboard's own entries have the reference of the payment, which the page begins with. A refund that was asked for
  // has a key that only the dashboard uses, until the provider gives it a number.
  const reference = note.source === 'product' || kind === 'refund-requested' ? null : note.reference
  return (
    <span className="sp-hint block basis-full wrap-anywhere">
      {[said, reference, note.detail].filter(Boolean).join(' · ')}
    </span>
  )
}

/** The way of the money, in the order in which it was learned. */
export const PaymentTimeline = ({
  entries,
  notes = [],
}: {
  entries: readonly Entry[]
  notes?: readonly Note[]
}) => {
  const noteOf = new Map(notes.map((note) => [note.id, note]))
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
            <NoteOf note={noteOf.get(id)} kind={kind} />
          </span>
        </li>
      ))}
    </ol>
  )
}

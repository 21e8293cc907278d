import type { readPayment } from '@spawnpoint/contracts/payments'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { TextLink } from '@spawnpoint/sdk/ui'
import { useMoney } from './use-money.ts'

type Payment = ReplyOf<typeof readPayment>

export const DocumentList = ({
  payment: { documents, currency },
  pathOf,
}: {
  payment: Pick<Payment, 'documents' | 'currency'>
  pathOf: (id: string) => string
}) => {
  const t = useT()
  const money = useMoney()
  const { date } = useFormat()
  return (
    <ul className="divide-y divide-border">
      {documents.map(({ id, number, kind, amount, at }) => (
        <li key={id} className="flex items-baseline justify-between gap-x-4 py-2">
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <TextLink to={pathOf(id)}>{t(`receipt.${kind}`, { number })}</TextLink>
            <span className="sp-hint">{date(at)}</span>
          </span>
          <span className="flex-none tabular-nums">
            {kind === 'credit-note' && '−'}
            {money({ amount, currency })}
          </span>
        </li>
      ))}
    </ul>
  )
}

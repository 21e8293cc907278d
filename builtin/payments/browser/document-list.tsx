import type { readPayment } from '@spawnpoint/contracts/payments'
import { useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { TextLink } from '@spawnpoint/sdk/ui'
import { useMoney } from './use-money.ts'

type Payment = ReplyOf<typeof readPayment>

export const DocumentList = ({
  payment: { documents, currency },
}: {
  payment: Pick<Payment, 'documents' | 'currency'>
}) => {
  const t = useT()
  const money = useMoney()
  const { date } = useFormat()
  const { pathTo } = useHost()
  return (
    <ul className="divide-y divide-border">
      {documents.map(({ id, number, kind, amount, at }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span>
            <TextLink to={pathTo('receipt', { id })}>{t(`receipt.${kind}`, { number })}</TextLink>
            <span className="sp-hint"> · {date(at)}</span>
          </span>
          <span className="tabular-nums">
            {kind === 'credit-note' && '−'}
            {money({ amount, currency })}
          </span>
        </li>
      ))}
    </ul>
  )
}

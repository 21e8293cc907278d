import type { Money } from '@spawnpoint/contracts/payments'
import { StateBadge, type State } from './state-badge.tsx'
import { useMoney } from './use-money.ts'

/** The two facts that a payment is opened for: how much, and what has become of it. */
export const PaymentHead = ({ payment }: { payment: Money & { readonly state: State } }) => {
  const money = useMoney()
  return (
    <p className="mb-4 flex flex-wrap items-center gap-3">
      <span className="text-2xl font-semibold tabular-nums">{money(payment)}</span>
      <StateBadge state={payment.state} />
    </p>
  )
}

import { PaymentHistory } from './payment-history.tsx'

/** Payments and receipts stay within reach while nothing is for sale. */
export default function PaymentsTab() {
  return <PaymentHistory />
}

import { randomUUID } from 'node:crypto'

export interface Movement {
  readonly id: string
  status: string
  status_details?: { readonly reason: string }
  amount: { currency_code: string; value: string }
  readonly custom_id?: string
  readonly create_time: string
  readonly links: readonly { readonly rel: string; readonly href: string }[]
  readonly supplementary_data: { readonly related_ids: { readonly order_id: string } }
}
export interface Order {
  readonly id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  readonly custom_id: string
  readonly create_time: string
  amount: { currency_code: string; value: string }
  /** How the capture will end. */
  outcome: 'COMPLETED' | 'PENDING' | 'DECLINED'
  readonly captures: Movement[]
  readonly refunds: Movement[]
}
export interface Dispute {
  readonly dispute_id: string
  readonly create_time: string
  readonly dispute_amount: Amount
  readonly disputed_transactions: readonly {
    readonly seller_transaction_id: string
    readonly gross_amount: Amount
  }[]
  readonly dispute_life_cycle_stage: 'CHARGEBACK'
  readonly reason: 'UNAUTHORISED'
  status: 'OPEN' | 'RESOLVED'
  dispute_outcome?: { readonly outcome_code: string; readonly amount_refunded?: Amount }
}

export type Reply = { readonly status: number; readonly body: unknown }

export const issue = (status: number, name: string, code: string): Reply => ({
  status,
  body: { name, message: code, debug_id: randomUUID(), details: [{ issue: code }] },
})
export const missing = issue(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
export const newId = () => randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase()
const whole = new Set(['JPY', 'HUF', 'TWD'])

export const present = ({ id, status, custom_id, amount, captures, refunds, create_time }: Order) => ({
  id,
  status,
  create_time,
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: custom_id,
      custom_id,
      amount,
      ...(captures.length > 0 && { payments: { captures, ...(refunds.length > 0 && { refunds }) } }),
    },
  ],
  links: [
    { rel: 'self', href: `https://api-m.sandbox.paypal.com/v2/checkout/orders/${id}` },
    { rel: 'payer-action', href: `https://www.sandbox.paypal.com/checkoutnow?token=${id}` },
  ],
})

type Amount = Readonly<Movement['amount']>
export interface Ordered {
  readonly purchase_units?: readonly { readonly custom_id?: string; readonly amount?: Amount }[]
}
export type Refunding = { readonly amount?: Amount | null; readonly custom_id?: string }

const sumRefunds = ({ refunds }: Order) =>
  refunds
    .filter(({ status }) => status !== 'FAILED')
    .reduce((sum, each) => sum + Number(each.amount.value), 0)
/** A capture says itself whether any of it went back. */
const mark = (order: Order): void => {
  const gone = sumRefunds(order)
  const [first] = order.captures
  if (!first || !/COMPLETED|REFUNDED/.test(first.status)) return
  const isWhole = gone >= Number(order.amount.value)
  first.status = gone === 0 ? 'COMPLETED' : isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

/** A capture, or a refund of the capture `up`. */
const createMover =
  (time: () => string) =>
  (order: Order, status: string, amount: Movement['amount'], custom_id: string, up?: string): Movement => ({
    id: newId(),
    status,
    amount: { ...amount },
    custom_id,
    create_time: time(),
    links:
      up === undefined
        ? []
        : [{ rel: 'up', href: `https://api-m.sandbox.paypal.com/v2/payments/captures/${up}` }],
    supplementary_data: { related_ids: { order_id: order.id } },
  })

export function createBooks(clock: { now(): Date }) {
  const orders = new Map<string, Order>()
  const disputes = new Map<string, Dispute>()
  /** Orders that PayPal answers 404 for, though it knows their captures. */
  const forgotten = new Set<string>()
  const time = () => clock.now().toISOString()
  const move = createMover(time)
  const create = (given: Ordered): Reply => {
    const [unit] = given.purchase_units ?? []
    const { amount, custom_id = '' } = unit ?? {}
    const hasPlaces = amount?.value.includes('.') === true
    if (!amount || whole.has(amount.currency_code) === hasPlaces)
      return issue(422, 'UNPROCESSABLE_ENTITY', 'DECIMAL_PRECISION')
    const order: Order = {
      id: newId(),
      status: 'PAYER_ACTION_REQUIRED',
      custom_id,
      create_time: time(),
      amount: { ...amount },
      outcome: 'COMPLETED',
      captures: [],
      refunds: [],
    }
    orders.set(order.id, order)
    return { status: 201, body: present(order) }
  }
  const capture = (order: Order): Reply => {
    if (order.captures.length > 0) return issue(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return issue(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
    // The order stays open for another way to pay. https://developer.paypal.com/docs/checkout/standard/customize/handle-funding-failures/
    if (order.outcome === 'DECLINED') return issue(422, 'UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED')
    order.status = 'COMPLETED'
    order.captures.push(move(order, order.outcome, order.amount, order.custom_id))
    return { status: 201, body: present(order) }
  }
  const find = (charge: string) =>
    [...orders.values()].find(({ captures }) => captures.some(({ id }) => id === charge))
  const refund = (charge: string, { amount, custom_id }: Refunding): Reply => {
    const order = find(charge)
    if (!order) return missing
    const value = amount ?? order.amount
    const gone = sumRefunds(order)
    if (gone + Number(value.value) > Number(order.amount.value))
      return issue(422, 'UNPROCESSABLE_ENTITY', 'CAPTURE_FULLY_REFUNDED')
    const made = move(order, 'COMPLETED', value, custom_id ?? order.custom_id, charge)
    order.refunds.push(made)
    mark(order)
    return { status: 201, body: made }
  }
  return { orders, disputes, forgotten, time, move, create, capture, find, mark, refund }
}
export type Books = ReturnType<typeof createBooks>

import type { FactKind, Money, PaymentFact, PaymentProvider } from '@spawnpoint/contracts/payments'
import { randomUUID } from 'node:crypto'

/** How the provider behaves; a test changes it. */
const createBehavior = () => ({
  enabled: true,
  missing: [] as string[],
  /** Calls that are not answered. */
  silent: false,
  refuses: false,
  refundKind: 'refunded' as FactKind,
  /** Called with `status` in between, so that two questions overlap. */
  onStatus: async () => {},
})

/** The calls that it got. */
const createRecord = () => ({
  starts: [] as string[],
  /** Texts that the customer reads on the checkout. */
  descriptions: [] as string[],
  asked: [] as string[],
  /** Charges whose money goes back. */
  charges: [] as string[],
})

/** A provider without a company behind it: a test says what it knows and how it behaves. */
export function createTestProvider(clock: { now(): Date }) {
  const facts = new Map<string, PaymentFact[]>()
  const state = createBehavior()
  const record = createRecord()
  const answerable = () => {
    if (state.silent) throw new Error('no answer')
  }
  const provider: PaymentProvider = {
    id: 'test',
    name: 'Test Pay',
    isEnabled: () => state.enabled,
    missing: () => state.missing,
    accepts: ({ currency }) => currency !== 'XAU',
    async start({ reference, description }) {
      record.descriptions.push(description)
      record.starts.push(reference)
      answerable()
      if (state.refuses) return { refused: 'not wanted' }
      return { checkout: `co_${reference}`, address: `https://pay.example/${reference}` }
    },
    async status({ reference }) {
      record.asked.push(reference)
      answerable()
      await state.onStatus()
      return facts.get(reference) ?? []
    },
    async refund({ payment, charge, money, key }) {
      record.charges.push(charge)
      answerable()
      return {
        kind: state.refundKind,
        order: payment.reference,
        reference: `re_${key}`,
        money,
        at: clock.now(),
        request: key,
      }
    },
    async webhook(body) {
      if (body.toString('utf8') === 'forged') return { refused: 'signature' }
      const told = JSON.parse(body.toString('utf8')) as PaymentFact[] // The tests write it.
      return { facts: told.map((fact) => ({ ...fact, at: new Date(fact.at) })) }
    },
  }
  return {
    provider,
    state,
    ...record,
    /** Lets something happen at the provider; answers the fact as a webhook would tell it. */
    happen(order: string, kind: FactKind, money: Money | null, over: Partial<PaymentFact> = {}): PaymentFact {
      const fact = { kind, order, reference: `${kind}-${randomUUID()}`, money, at: clock.now(), ...over }
      facts.set(order, [...(facts.get(order) ?? []), fact])
      return { ...fact, event: `evt-${randomUUID()}` }
    },
  }
}

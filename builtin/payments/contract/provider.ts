import { defineService } from '@spawnpoint/sdk/common'

/** An amount in minor units of an ISO 4217 currency: 1050 and EUR are €10.50, 1050 and JPY are ¥1,050. */
export interface Money {
  readonly currency: string
  readonly amount: number
}

/**
 * Everything that a provider may report. `pending`: the customer has paid by a method that takes days. `refunded` and `disputed` take
 * coins back, `refund-failed` and `dispute-won` give them back again.
 */
export const factKinds = [
  'pending',
  'paid',
  'failed',
  'expired',
  'refund-pending',
  'refunded',
  'refund-failed',
  'disputed',
  'dispute-won',
  'dispute-lost',
] as const
export type FactKind = (typeof factKinds)[number]

/** One fact about a payment, as the provider says it. The same fact told twice is recorded once. */
export interface PaymentFact {
  readonly kind: FactKind
  /** The `reference` of the order that the provider was given. */
  readonly order: string
  /** The provider's id of what this is about: the charge, the refund, the dispute. */
  readonly reference: string
  /** The amount that was really paid, refunded or disputed; null where no money moved. */
  readonly money: Money | null
  /** When it happened. An outcome of a dispute that was asked for has the moment at which it was asked: nobody tells when it fell. */
  readonly at: Date
  /** The provider's id of the event that told it; absent where the provider was asked. */
  readonly event?: string
  /**
   * The `key` of the refund that asked for this one. A refund without it that was made while a dispute was open is taken for
   * the end of that dispute; where the provider never tells of one sum as both, its refunds name themselves.
   */
  readonly request?: string
  /** The reference of the `paid` fact that a refund or dispute is about. */
  readonly charge?: string
  readonly detail?: string
}

export interface PaymentOrder {
  /** Our id, unique for ever. Also the key under which starting it twice is starting it once. */
  readonly reference: string
  readonly money: Money
  readonly description: string
  readonly email: string
  /** Language of the customer, such as `de`. */
  readonly language: string
  readonly createdAt: Date
  /** Pages of ours to which the customer comes back. Coming back proves nothing. */
  readonly returnTo: string
  readonly cancelTo: string
}

/** Where the customer pays, or why the provider does not want the order. A lost answer throws. */
export type StartOutcome =
  | { readonly checkout: string; readonly address: string }
  | { readonly refused: string }

/** A payment that the provider knows by `checkout`. */
export interface OpenPayment {
  readonly reference: string
  readonly checkout: string
  readonly money: Money
  /** References of its `paid` facts so far: where an order can be paid twice, refunds and disputes of each are asked for. */
  readonly charges: readonly string[]
}

export interface RefundRequest {
  readonly payment: OpenPayment
  /** The provider's reference of the `paid` fact. */
  readonly charge: string
  readonly money: Money
  /** Asking twice with the same key is one refund. */
  readonly key: string
}

/** `signature`: not from the provider. `stale`: too old to be trusted. `malformed`: nothing that can be read. */
export type WebhookOutcome =
  | {
      readonly facts: readonly PaymentFact[]
      /** References of payments whose `status` is to be asked for: what would be done with them is for ours alone. */
      readonly ask?: readonly string[]
    }
  | { readonly refused: 'signature' | 'stale' | 'malformed' }

/**
 * A company that takes money. It only translates: the plugin `payments` owns orders, amounts and coins, and checks what
 * every fact says. A call that throws has an unknown outcome and is asked again.
 */
export interface PaymentProvider {
  readonly id: string
  readonly name: string
  /** Turned on by the operator. */
  isEnabled(): boolean
  /** Settings that are still missing; while there are any, nobody can pay by it and no webhook is believed. */
  missing(): readonly string[]
  /** Whether it can take exactly this amount. */
  accepts(money: Money): boolean
  start(order: PaymentOrder): Promise<StartOutcome>
  /** Asks for everything that happened to a payment, and completes what the customer has approved. */
  status(payment: OpenPayment): Promise<readonly PaymentFact[]>
  refund(request: RefundRequest): Promise<PaymentFact>
  /** Verifies a call and reads it. `body` is as it came over the wire. */
  webhook(body: Buffer, headers: Readonly<Record<string, string | undefined>>): Promise<WebhookOutcome>
}

export interface PaymentProvidersService {
  /** Adds a provider; returns its undo. Throws `E_PAYMENT_PROVIDER` for an id that is there already. */
  add(provider: PaymentProvider): () => void
  list(): readonly PaymentProvider[]
}

/** Providers of payments; a plugin adds its own while it runs. */
export const PaymentProviders = defineService<PaymentProvidersService>('payments.providers')

/** An order that a customer has begun at the provider. @example const { checkout }: TestOrder = await harness.order() */
export interface TestOrder {
  readonly id: string
  readonly user: string
  /** The provider's id of its checkout. */
  readonly checkout: string
}

/** A payment as the product shows it. @example const untouched: TestStanding = { state: 'started', balance: 0, owed: 0 } */
export interface TestStanding {
  readonly state: string
  readonly balance: number
  readonly owed: number
}

/** A call to the webhook address, with its bytes. @example const empty: TestDelivery = { body: '', headers: {} } */
export interface TestDelivery {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** An event as the provider would tell it, not signed yet. @example const told: TestEvent = { id: 'evt_1', type: 'checkout.session.completed' } */
export type TestEvent = object

/** Something that went back, and the event that tells of it. @example const returned: TestReturn = { id: 're_1', event: { id: 'evt_2' } } */
export interface TestReturn {
  readonly id: string
  readonly event: TestEvent
}

/**
 * A running product whose provider is a double of its company on this machine. 1000 coins cost 10.00, one coin a cent.
 * Amounts are minor units.
 *
 * @example const harness: PaymentHarness = await openHarness()
 */
export interface PaymentHarness {
  /** Begins an order of so many coins; 1000 where nothing is said. */
  order(options?: { readonly coins?: number; readonly currency?: string }): Promise<TestOrder>
  /** Begins an order whose answer may be lost; the code of the failure, or null. The same key is the same order. */
  tryOrder(key: string): Promise<string | null>
  /** Orders that the provider has for that key. */
  ordersOf(key: string): Promise<number>
  standing(order: TestOrder): Promise<TestStanding>
  /** The customer's browser comes back from the provider. */
  comeBack(order: TestOrder): Promise<unknown>
  /** Sends a call to the webhook address; its status. */
  deliver(delivery: TestDelivery): Promise<number>
  /** Runs the job that asks about open payments. */
  settle(): Promise<void>
  /** Moves the product's clock, in milliseconds. */
  wait(ms: number): void
  spend(order: TestOrder, coins: number): Promise<void>
  /** Staff refund an amount. */
  refund(order: TestOrder, amount: number): Promise<number>
  /** While true, every transaction that issues a receipt breaks off, as if the process were killed before its commit. */
  breakBooks(broken: boolean): Promise<void>
  /** Sum over all accounts, and payments whose coins are not those that are due although the account has some: both are 0. */
  audit(): Promise<{ readonly total: number; readonly wrong: number }>
  readonly provider: {
    /** False where an old call does no harm, since the provider is asked for what it says. */
    readonly refusesOld: boolean
    /** True where the provider ends disputes by refunds that it lists like any other: the same money is told of twice. */
    readonly settlesByRefund: boolean
    pay(order: TestOrder, wrong?: { readonly currency?: string; readonly amount?: number }): TestEvent
    /** The customer's way to pay is declined; the order stays open for another one. */
    decline(order: TestOrder): TestEvent
    payLater(order: TestOrder): TestEvent
    arrive(order: TestOrder): TestEvent
    bounce(order: TestOrder): TestEvent
    expire(order: TestOrder): TestEvent
    refund(order: TestOrder, amount: number): TestReturn
    failRefund(id: string): TestEvent
    dispute(order: TestOrder, amount: number): TestReturn
    closeDispute(id: string, outcome: 'won' | 'lost'): TestEvent
    /** A payment that the account takes for something else, under this reference of theirs. */
    foreign(reference?: string): TestEvent
    /** True once that payment was captured, which is nobody's to do but theirs. */
    isForeignCaptured(): boolean
    sign(event: TestEvent): TestDelivery
    /** Signed with another secret. */
    forge(event: TestEvent): TestDelivery
    /** Signed six minutes ago. */
    signOld(event: TestEvent): TestDelivery
    /** Names of the headers that carry the signature. */
    readonly signatureHeaders: readonly string[]
    refundsOf(order: TestOrder): number
    setOutage(outage: 'none' | 'down' | 'lost-answers'): void
  }
  stop(): Promise<void>
}

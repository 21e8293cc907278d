import type { AnyEndpoint, CallOf, ReplyOf, ServicesOf, ServiceToken } from '@spawnpoint/sdk/common'

/** A person in the demo data. @example { id, username: 'marta', part: 'staff', since: new Date('2026-05-04') } */
export interface DemoPerson {
  readonly id: string
  readonly username: string
  readonly part: 'customer' | 'staff'
  /** When the account was created. */
  readonly since: Date
}

/** Tools for filling the demo. Numbers and ids are the same in every run. @example stage.random() */
export interface DemoStage {
  /** From 0 up to, but not including, 1. */
  random(): number
  uuid(): string
  /** Makes a person known to the plugins that are filled later. */
  join(person: DemoPerson): void
  /** Takes somebody out again who can do nothing more. */
  leave(person: DemoPerson): void
  people(part: DemoPerson['part']): readonly DemoPerson[]
  /** Throws `E_DEMO_NOBODY` when nobody of that name has joined. */
  person(username: string): DemoPerson
  /** Lets the product's clock, not the database's, show another time while `work` runs. */
  at<R>(moment: Date, work: () => Promise<R>): Promise<R>
  /**
   * A moment of the last 90 days and after `since`, in the rhythm of players: evenings, weekends, and more of the recent
   * days. With a key always the same one.
   */
  past(since: Date, key?: string): Date
  /** Runs the work when all is filled, in the order of the moments, and dates what it writes to its moment. */
  plan(moment: Date, work: () => Promise<unknown>): void
  /** Calls an endpoint as that person would, rights and limits included. Throws `E_DEMO_CALL` with the code of a refusal. */
  call<E extends AnyEndpoint>(
    person: DemoPerson,
    endpoint: E,
    input?: Omit<CallOf<E>, 'signal'>,
  ): Promise<ReplyOf<E>>
  /** Asks again until the answer is neither null nor false. Throws `E_DEMO_WAIT` after ten minutes. */
  until<R>(what: string, ask: () => Promise<R | null | false>): Promise<R>
  /** No background job runs before `work` is done. */
  withoutJobs<R>(work: () => Promise<R>): Promise<R>
  /** Prints a link at each start with which that person is signed in, once; `start` is the path that opens then. */
  offerSignIn(role: string, person: DemoPerson, start?: string): void
  /** People who get a log-in link so far. */
  signIns(): readonly DemoPerson[]
  /** Password of the people with log-in links; generated for each demo and printed with the links. */
  readonly password: string
}

/** A plugin's part of the demonstration; made by {@link defineDemo}. @example const demo: DemoPart = defineDemo({ uses: {}, fill: async (_, stage) => stage.leave(stage.person('marta')) }) */
export interface DemoPart<
  U extends Record<string, ServiceToken<unknown>> = Record<string, ServiceToken<unknown>>,
> {
  readonly kind: 'demo-part'
  readonly uses: U
  fill(services: ServicesOf<U>, stage: DemoStage): Promise<void>
}

/**
 * Declares what `npm run demo` fills a plugin with, as the export `demo` of its `server/demo.ts`. It is filled after
 * the plugins whose services it uses, and through the same endpoints as at any other time.
 *
 * @example
 * export const demo = defineDemo({
 *   uses: { ledger: Ledger },
 *   async fill({ ledger }, stage) {
 *     for (const { id } of stage.people('customer')) await ledger.grant(id, 100)
 *   },
 * })
 */
export const defineDemo = <const U extends Record<string, ServiceToken<unknown>>>(part: {
  uses: U
  fill(services: ServicesOf<U>, stage: DemoStage): Promise<void>
}): DemoPart<U> => ({ ...part, kind: 'demo-part' })

import { holds, type AnyEndpoint, type FailureOf, type ReplyOf } from '@spawnpoint/sdk/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Grants, Used, Uses } from './uses.ts'

/** The signed-in person who calls. @example actor.can('admin.users.edit') */
export interface Actor {
  readonly id: string
  readonly session: string
  readonly permissions: readonly string[]
  /** Id of the member of staff who acts in this person's place; null as a rule. */
  readonly impersonator: string | null
  can(permission: string): boolean
}

/** Makes an actor. @example createActor({ id, session: 'cli', permissions: ['admin.users.list'] }) */
export const createActor = (
  from: Omit<Actor, 'can' | 'impersonator'> & Partial<Pick<Actor, 'impersonator'>>,
): Actor => ({
  impersonator: null,
  ...from,
  can: (permission) => holds(from.permissions, permission),
})

// Found by every copy of this module: the build of a plugin contains a copy of its own.
const FAILURE = Symbol.for('spawnpoint.endpoint-failure')

/** An expected failure on its way to the answer; made by a handler's `fail`. @example throw new EndpointFailure('COINS_TO_SELF', 409) */
export class EndpointFailure extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && FAILURE in value
  }
  readonly [FAILURE] = true
  readonly code: string
  readonly status: number
  readonly details: Readonly<Record<string, string | number>> | undefined
  readonly fields: Readonly<Record<string, string>> | undefined
  constructor(
    code: string,
    status: number,
    more: {
      details?: Readonly<Record<string, string | number>> | undefined
      fields?: Readonly<Record<string, string>> | undefined
    } = {},
  ) {
    super(code)
    this.name = 'EndpointFailure'
    this.code = code
    this.status = status
    this.details = more.details
    this.fields = more.fields
  }
}

type Output<E, K extends string, Otherwise> = E extends { readonly [P in K]?: infer S }
  ? NonNullable<S> extends z.ZodType
    ? z.output<NonNullable<S>>
    : Otherwise
  : Otherwise

/** Input of a handler. `actor` is present exactly when the endpoint's access requires a user. @example const isSelf = ({ actor, body }: HandlerInput<typeof giftCoins>) => body.to === actor.id */
export interface HandlerInput<E extends AnyEndpoint> {
  readonly actor: E['access'] extends { readonly public: string } ? Actor | null : Actor
  readonly params: Output<E, 'params', Record<string, never>>
  readonly query: Output<E, 'query', Record<string, never>>
  readonly body: Output<E, 'body', undefined>
  readonly ip: string
  readonly requestId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Makes an expected failure of this endpoint, to be thrown. */
  fail(
    code: FailureOf<E>,
    more?: { details?: Readonly<Record<string, string | number>>; fields?: Readonly<Record<string, string>> },
  ): EndpointFailure
}

/** Answers an endpoint. @example const handle: EndpointHandler<typeof listNotes> = async () => ({ notes: [] }) */
export type EndpointHandler<E extends AnyEndpoint> = (input: HandlerInput<E>) => Promise<ReplyOf<E>>

/** The argument of `run` in an {@link answer}: the call, and what it uses. An added plugin gets no raw request, so that its code runs in a worker as well. @example type Call = EndpointCall<typeof giftCoins, { ledger: typeof Ledger }> */
export type EndpointCall<E extends AnyEndpoint, U extends Uses> = Used<U> &
  (U extends Grants ? Omit<HandlerInput<E>, 'request' | 'reply'> : HandlerInput<E>)

/** An endpoint with its handler, for the list `endpoints` of a plugin's server module. @example const endpoints: readonly Answer[] = [handleGiftCoins] */
export interface Answer<U extends Uses = Uses> {
  readonly endpoint: AnyEndpoint
  readonly uses: U
  run(call: never): Promise<unknown>
}

/**
 * An endpoint and its handler as one value. `run` receives the call and what `uses` names: services by token, or, in an
 * added plugin, the members of the context that its manifest grants.
 *
 * @example
 * export const handleGiftCoins = answer(giftCoins, { ledger: Ledger }, async ({ actor, body, fail, ledger }) => {
 *   if (body.to === actor.id) throw fail('COINS_TO_SELF')
 *   return { balance: await ledger.transfer(actor.id, body.to, body.amount) }
 * })
 */
export const answer = <E extends AnyEndpoint, const U extends Uses>(
  endpoint: E,
  uses: U,
  run: (call: EndpointCall<E, U>) => Promise<ReplyOf<E>>,
): Answer<U> => ({ endpoint, uses, run })

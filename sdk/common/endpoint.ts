import type { z } from 'zod'

/**
 * Access rule of an endpoint. `public` names the reason; `origin: 'signature'` is for calls that another
 * service signs (webhooks). `alternatives` are permissions that open it as well, such as editing for reading one row.
 * `flag` names a boolean public setting that must be on. `duringRequiredStep` allows a
 * write while the account still has a required step to complete, such as setting up a second factor. `duringMaintenance`
 * keeps a call open for everybody while the instance is closed for maintenance: signing in, and what its page shows.
 *
 * @example { permission: 'admin.users.list' }
 */
export type Access =
  | {
      readonly public: string
      readonly origin?: 'signature'
      readonly flag?: string
      readonly duringMaintenance?: true
    }
  | {
      readonly user: true
      readonly flag?: string
      readonly duringRequiredStep?: true
      readonly duringMaintenance?: true
    }
  | {
      readonly permission: string
      readonly alternatives?: readonly string[]
      readonly flag?: string
      readonly duringRequiredStep?: true
      readonly duringMaintenance?: true
    }

/** The HTTP methods an endpoint may have. GET never changes state. @example 'POST' */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An expected failure: its code and the HTTP status it answers with (default 400). @example { COINS_TO_SELF: 409 } */
export type Failures = Readonly<Record<string, number>>

type Schema = z.ZodType

/** A declared HTTP call; made by {@link defineEndpoint}. @example Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType, Failures> */
export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  F extends Failures = Failures,
> {
  readonly kind: 'endpoint'
  readonly method: Method
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply: R
  readonly fails: F
  /** Calls a minute allowed per person (or per address where nobody is signed in). */
  readonly limit?: number
  /** Bytes a body may have, where the kernel's 256 KiB are not enough. */
  readonly bodyLimit?: number
  /** Media type of a body that is a file and not JSON: the caller passes a `Blob` of it, the handler gets its bytes. */
  readonly accepts?: string
}

/**
 * Declares one HTTP call; both sides read this value. Bodies are `z.strictObject`: unknown keys are refused.
 * `fails` lists expected failure codes with their HTTP status; each code is also the message key
 * `<plugin>.errors.<CODE>`.
 *
 * @example
 * export const giftCoins = defineEndpoint({
 *   method: 'POST', path: '/api/coins/gifts', summary: 'Gift coins',
 *   access: { user: true, flag: 'allow_coins_sharing' },
 *   body: z.strictObject({ to: userId, amount: coins.min(1), requestKey: z.uuid() }),
 *   reply: z.object({ balance: coins }),
 *   fails: { COINS_INSUFFICIENT: 409 },
 * })
 */
export function defineEndpoint<
  R extends Schema,
  P extends Schema = z.ZodObject<Record<never, never>>,
  Q extends Schema = z.ZodObject<Record<never, never>>,
  B extends Schema = z.ZodUndefined,
  const F extends Failures = Record<never, never>,
>(declaration: {
  method: Method
  path: `/api/${string}`
  access: Access
  summary: string
  params?: P
  query?: Q
  body?: B
  reply: R
  fails?: F
  limit?: number
  bodyLimit?: number
  accepts?: string
}): Endpoint<P, Q, B, R, F> {
  return { ...declaration, kind: 'endpoint', fails: declaration.fails ?? ({} as F) }
}

/** Arguments of a call to an endpoint. @example CallOf<typeof giftCoins> */
export interface CallOf<E extends AnyEndpoint> {
  readonly params?: E extends Endpoint<infer P, infer _Q, infer _B, infer _R, infer _F> ? z.input<P> : never
  readonly query?: E extends Endpoint<infer _P, infer Q, infer _B, infer _R, infer _F> ? z.input<Q> : never
  readonly body?: E extends Endpoint<infer _P, infer _Q, infer B, infer _R, infer _F> ? z.input<B> : never
  readonly signal?: AbortSignal
}

/** Any endpoint. @example const all: AnyEndpoint[] = [] */
// Variance: an endpoint with a narrower schema is still an endpoint.
export type AnyEndpoint = Omit<Endpoint, 'fails'> & { readonly fails: Failures }

/** Successful reply of an endpoint, without the envelope's `success: true`. @example ReplyOf<typeof giftCoins> */
export type ReplyOf<E> = E extends { readonly reply: infer R extends Schema } ? z.output<R> : never

/** The codes an endpoint may fail with. @example FailureOf<typeof giftCoins> // 'COINS_INSUFFICIENT' */
export type FailureOf<E> = E extends { readonly fails: infer F } ? Extract<keyof F, string> : never

/** The answer to a failed call, of every endpoint. @example { success: false, error_code: 'NOT_FOUND', message: 'There is no such note', request_id: 'r1' } */
export interface FailureAnswer {
  readonly success: false
  readonly error_code: string
  readonly message: string
  readonly request_id: string
  readonly fields?: Readonly<Record<string, string>>
  /** Numbers and names a message may show, such as `required` and `available`. */
  readonly details?: Readonly<Record<string, string | number>>
}

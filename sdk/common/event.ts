import type { z } from 'zod'

/** A fact that a plugin tells others, past tense, `<plugin>:<fact>`; made by {@link defineEvent}. @example EventType<z.ZodType> */
export interface EventType<S extends z.ZodType = z.ZodType> {
  readonly kind: 'event'
  readonly name: string
  readonly payload: S
}

/**
 * Declares an event. It is written to the outbox in the transaction that made it true and delivered
 * at least once after commit.
 *
 * @example
 * export const gifted = defineEvent('coins:gifted', z.object({ from: userId, to: userId, amount: coins }))
 */
export const defineEvent = <S extends z.ZodType>(name: `${string}:${string}`, payload: S): EventType<S> => ({
  kind: 'event',
  name,
  payload,
})

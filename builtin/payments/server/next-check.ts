import type { Payment } from './tables.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const days = [1, 2, 3, 4, 5, 6, 7].map((each) => each * day)
/** Ages at which an open payment is asked about. */
const whileOpen = [2 * minute, 10 * minute, hour, 6 * hour, ...days]
/** Refunds and disputes may come for half a year, and their webhooks may be lost. */
const onceSettled = [...days, ...Array.from({ length: 25 }, (_, week) => (week + 2) * 7 * day)]

const ages: Readonly<Record<Payment['state'], readonly number[]>> = {
  started: whileOpen,
  pending: onceSettled,
  paid: onceSettled,
  held: onceSettled,
  'partly-refunded': onceSettled,
  disputed: onceSettled,
  // A refund may fail days after it was made.
  refunded: onceSettled,
  failed: [],
  expired: [],
}

/** An order of this age that nothing is known about is given up. */
export const GIVEN_UP_AFTER = 7 * day
/** How long it waits for another question where the last one had no answer. */
export const AGAIN_AFTER = day

/** When the provider is asked next, whether or not a webhook comes; null: never again. */
export function nextCheck(
  { state, createdAt }: Pick<Payment, 'state' | 'createdAt'>,
  now: Date,
): Date | null {
  const age = ages[state].find((each) => createdAt.getTime() + each > now.getTime())
  return age === undefined ? null : new Date(createdAt.getTime() + age)
}

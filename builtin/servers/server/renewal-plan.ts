const dayMs = 86_400_000
const hourMs = 3_600_000

/** The steps of the renewal cycle, in their order. */
export const renewalStep = {
  none: 0,
  week: 1,
  threeDays: 2,
  day: 3,
  expired: 4,
  suspended: 5,
  deleted: 6,
} as const

// Days before the expiry at which the reminders 1 to 3 are due.
const reminders = [7, 3, 1]

export interface RenewalState {
  readonly expiresAt: Date
  readonly step: number
  /** When the step was taken; null before the first. */
  readonly stepAt: Date | null
  /** The panel has confirmed that the server is suspended. */
  readonly stopped: boolean
}

export interface RenewalRules {
  readonly graceDays: number
  readonly deleteDays: number
}

const plusDays = (at: Date, days: number) => new Date(at.getTime() + days * dayMs)

/** The latest reminder whose time has come: those before it would tell the customer what is no longer true. */
const reminderAt = (expiresAt: Date, now: Date): number =>
  reminders.findLastIndex((days) => now.getTime() >= plusDays(expiresAt, -days).getTime()) + 1

/** The step of a period that has just begun: reminders that were due before it are not sent. */
export const firstStep = (expiresAt: Date, now: Date): number => reminderAt(expiresAt, now)

/** When the running step ends. Grace and the wait for deletion count from the email, not from a date that nobody was told. */
const stepEnd = (
  { step, stepAt, expiresAt }: RenewalState,
  { graceDays, deleteDays }: RenewalRules,
): Date => {
  if (step < renewalStep.expired) return expiresAt
  return plusDays(stepAt ?? expiresAt, step === renewalStep.expired ? graceDays : deleteDays)
}

/**
 * The step to take now, or null. One step at a time and none left out, however long nobody looked; only outdated
 * reminders are passed over.
 */
export const nextStep = (state: RenewalState, now: Date, rules: RenewalRules): number | null => {
  const { step, expiresAt, stopped } = state
  const isOver = now.getTime() >= stepEnd(state, rules).getTime()
  if (step >= renewalStep.expired) {
    const mayGoOn = isOver && (step === renewalStep.expired || stopped)
    return mayGoOn ? step + 1 : null
  }
  if (isOver) return renewalStep.expired
  const reminder = reminderAt(expiresAt, now)
  return reminder > step ? reminder : null
}

/** When to look again. */
export const dueAt = (state: RenewalState, now: Date, rules: RenewalRules): Date => {
  const days = reminders[state.step]
  const at = days === undefined ? stepEnd(state, rules) : plusDays(state.expiresAt, -days)
  // A step that could not be taken now, such as one that the panel has not confirmed, is tried again in an hour.
  return at.getTime() > now.getTime() ? at : new Date(now.getTime() + hourMs)
}

/** The next step without a renewal, and when it comes at the earliest. */
export const outlook = (
  state: RenewalState,
  rules: RenewalRules,
): { step: 'expired' | 'suspended' | 'deleted'; at: Date } => {
  const at = stepEnd(state, rules)
  if (state.step < renewalStep.expired) return { step: 'expired', at }
  return { step: state.step === renewalStep.expired ? 'suspended' : 'deleted', at }
}

/** From the old expiry while the server runs, from now where it stands still: days without a server are not paid for. */
export const extend = (
  { expiresAt, step }: Pick<RenewalState, 'expiresAt' | 'step'>,
  now: Date,
  days: number,
): Date => {
  const extended = plusDays(expiresAt, days)
  const stood = step >= renewalStep.suspended || extended.getTime() <= now.getTime()
  return stood ? plusDays(now, days) : extended
}

/** Whether an automatic renewal is due: on the last day and from then on. */
export const isAutoDue = (expiresAt: Date, now: Date): boolean =>
  now.getTime() >= plusDays(expiresAt, -1).getTime()

export const daysLeft = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs))

/** A new period, as the columns of a server. */
export const newPeriod = (expiresAt: Date, now: Date, rules: RenewalRules) => {
  const step = firstStep(expiresAt, now)
  return {
    expiresAt,
    renewalStep: step,
    renewalStepAt: null,
    renewalDueAt: dueAt({ expiresAt, step, stepAt: null, stopped: false }, now, rules),
    suspendedForExpiry: false,
    shortOfCoins: false,
    renewalRefused: false,
  }
}

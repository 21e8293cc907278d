import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { soak } from '../../../tests/support/soak.ts'
import {
  daysLeft,
  dueAt,
  extend,
  firstStep,
  newPeriod,
  nextStep,
  renewalStep,
  type RenewalState,
} from './renewal-plan.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
// Over the end of the year, and over both changes to and from daylight-saving time.
const start = Date.parse('2027-10-01T09:30:00Z')
const rules = { graceDays: 3, deleteDays: 7 }

interface Taken {
  readonly step: number
  readonly at: number
  readonly left: number
}

/** Runs the plan by the hour, but for those in which the job or the panel is away, as the job does. */
const simulate = ({
  periodDays,
  isDown,
  isPanelDown,
  renewAt,
  days,
}: {
  periodDays: number
  isDown: (hour: number) => boolean
  isPanelDown: (hour: number) => boolean
  renewAt: ReadonlySet<number>
  days: number
}) => {
  const begin = new Date(start)
  let expiresAt = new Date(start + periodDays * dayMs)
  let state: RenewalState = { expiresAt, step: firstStep(expiresAt, begin), stepAt: null, stopped: false }
  let due = newPeriod(expiresAt, begin, rules).renewalDueAt
  const periods: Taken[][] = [[]]
  for (let hour = 0; hour < days * 24; hour += 1) {
    const now = new Date(start + hour * hourMs)
    if (state.step === renewalStep.suspended && !isPanelDown(hour)) state = { ...state, stopped: true }
    if (renewAt.has(hour) && state.step !== renewalStep.deleted) {
      const before = expiresAt
      expiresAt = extend(state, now, periodDays)
      expect(expiresAt.getTime()).toBeGreaterThan(now.getTime())
      expect(expiresAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
      state = { expiresAt, step: firstStep(expiresAt, now), stepAt: null, stopped: false }
      due = newPeriod(expiresAt, now, rules).renewalDueAt
      periods.push([])
    }
    if (isDown(hour) || now < due || state.step === renewalStep.deleted) continue
    const step = nextStep(state, now, rules)
    if (step !== null) {
      periods.at(-1)?.push({ step, at: now.getTime(), left: expiresAt.getTime() - now.getTime() })
      state = { ...state, step, stepAt: now }
    }
    due = dueAt(state, now, rules)
  }
  return { periods, state }
}

const check = (taken: readonly Taken[]) => {
  const steps = taken.map(({ step }) => step)
  // In order, none twice.
  expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b))
  const at = (step: number) => taken.find((each) => each.step === step)
  // No step that takes something away is left out or comes early.
  if (at(renewalStep.suspended)) expect(at(renewalStep.expired)).toBeDefined()
  if (at(renewalStep.deleted)) expect(at(renewalStep.suspended)).toBeDefined()
  for (const [index, days] of [7, 3, 1].entries()) {
    const reminder = at(index + 1)
    if (!reminder) continue
    expect(reminder.left).toBeGreaterThan(0)
    expect(reminder.left).toBeLessThanOrEqual(days * dayMs)
  }
  const expired = at(renewalStep.expired)
  const suspended = at(renewalStep.suspended)
  const deleted = at(renewalStep.deleted)
  if (expired) expect(expired.left).toBeLessThanOrEqual(0)
  if (expired && suspended) expect(suspended.at - expired.at).toBeGreaterThanOrEqual(rules.graceDays * dayMs)
  if (suspended && deleted) expect(deleted.at - suspended.at).toBeGreaterThanOrEqual(rules.deleteDays * dayMs)
}

const never = () => false

describe('the renewal cycle', () => {
  it('[SRV50] takes every step once and in time where nothing fails', () => {
    const { periods, state } = simulate({
      periodDays: 30,
      isDown: never,
      isPanelDown: never,
      renewAt: new Set(),
      days: 45,
    })
    expect(state.step).toBe(renewalStep.deleted)
    expect(periods[0]?.map(({ step, at }) => [step, (at - start) / dayMs])).toEqual([
      [1, 23],
      [2, 27],
      [3, 29],
      [4, 30],
      [5, 33],
      [6, 40],
    ])
  })

  it('[SRV51] repeats and skips nothing over 400 days with outages of job and panel, and with renewals', () => {
    const hours = 400 * 24
    const outage = fc.tuple(fc.integer({ min: 0, max: hours }), fc.integer({ min: 1, max: 40 * 24 }))
    const outages = fc.array(outage, { maxLength: 6 })
    const within = (all: readonly (readonly [number, number])[]) => (hour: number) =>
      all.some(([from, length]) => hour >= from && hour < from + length)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }),
        outages,
        outages,
        fc.uniqueArray(fc.integer({ min: 0, max: hours }), { maxLength: 15 }),
        (periodDays, down, panelDown, renewals) => {
          const { periods } = simulate({
            periodDays,
            isDown: within(down),
            isPanelDown: within(panelDown),
            renewAt: new Set(renewals),
            days: 400,
          })
          for (const taken of periods) check(taken)
        },
      ),
      { numRuns: soak(2_000, 40) },
    )
  })

  it('[SRV51] reminds once after an outage, with the days that are left', () => {
    const expiresAt = new Date(start + 10 * dayMs)
    const state = { expiresAt, step: 0, stepAt: null, stopped: false }
    const late = new Date(start + 8.5 * dayMs)
    expect(nextStep(state, late, rules)).toBe(renewalStep.threeDays)
    expect(daysLeft(expiresAt, late)).toBe(2)
    expect(nextStep({ ...state, step: renewalStep.threeDays }, late, rules)).toBeNull()
  })

  it('[SRV51] deletes nothing before the panel has confirmed the suspension', () => {
    const expiresAt = new Date(start)
    const state = { expiresAt, step: renewalStep.suspended, stepAt: expiresAt, stopped: false }
    const late = new Date(start + 100 * dayMs)
    expect(nextStep(state, late, rules)).toBeNull()
    expect(nextStep({ ...state, stopped: true }, late, rules)).toBe(renewalStep.deleted)
  })

  it('[SRV49] counts from the old expiry while the server runs, from now where it stood still', () => {
    const now = new Date(start)
    const soon = { expiresAt: new Date(start + 2 * dayMs), step: 2 }
    expect(extend(soon, now, 30).getTime()).toBe(start + 32 * dayMs)
    const grace = { expiresAt: new Date(start - dayMs), step: renewalStep.expired }
    expect(extend(grace, now, 30).getTime()).toBe(start + 29 * dayMs)
    const stood = { expiresAt: new Date(start - 5 * dayMs), step: renewalStep.suspended }
    expect(extend(stood, now, 30).getTime()).toBe(start + 30 * dayMs)
  })

  it('[SRV49] [SRV50] counts days of 24 hours, also where the process is in a zone whose clocks change', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const before of ['2027-10-20T12:00:00Z', '2028-03-20T12:00:00Z']) {
      const expiresAt = new Date(before)
      const later = (days: number) => new Date(expiresAt.getTime() + days * dayMs)
      // Otherwise nothing is shown here.
      expect(later(15).getTimezoneOffset()).not.toBe(expiresAt.getTimezoneOffset())
      expect(extend({ expiresAt, step: 0 }, expiresAt, 30)).toEqual(later(30))
      const state = { expiresAt, step: renewalStep.suspended, stepAt: later(4), stopped: true }
      expect(dueAt(state, expiresAt, { ...rules, deleteDays: 10 })).toEqual(later(14))
      const running = { expiresAt: later(15), step: 0, stepAt: null, stopped: false }
      expect(dueAt(running, expiresAt, rules)).toEqual(later(8))
    }
  })

  it('[SRV50] sends no reminder that was due before the period began', () => {
    const now = new Date(start)
    expect(firstStep(new Date(start + 30 * dayMs), now)).toBe(0)
    expect(firstStep(new Date(start + 5 * dayMs), now)).toBe(1)
    expect(firstStep(new Date(start + dayMs), now)).toBe(3)
  })
})

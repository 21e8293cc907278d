import { describe, expect, it } from 'vitest'
import type { JobRun, ScheduledJob } from '@spawnpoint/sdk/server'
import { scheduleState } from './server/schedule-state.ts'

const at = (time: string) => new Date(`2026-05-${time}Z`)
const aJob = (isDue: ScheduledJob['isDue'], since = at('01T00:00:00')) => ({
  isDue,
  timeoutMs: 60_000,
  since,
})
const stateOf = (job: ReturnType<typeof aJob>, lastRun: JobRun | null, now: Date) =>
  scheduleState({ ...job, lastRun }, now)
const aRun = (over: Partial<JobRun> = {}): JobRun => ({
  startedAt: at('04T03:23:01'),
  endedAt: at('04T03:23:02'),
  durationMs: 1_000,
  failure: null,
  ...over,
})
const nightly = aJob((time) => time.getUTCHours() === 3 && time.getUTCMinutes() === 23)
const eachMinute = () => true

describe('[ADH10] a scheduled job', () => {
  it('is in time until it is due again, and for two minutes more', () => {
    expect(stateOf(nightly, aRun(), at('05T03:22:59'))).toBe('in-time')
    expect(stateOf(nightly, aRun(), at('05T03:24:59'))).toBe('in-time')
    expect(stateOf(nightly, aRun(), at('05T03:25:00'))).toBe('late')
  })

  it('has failed until a later run goes well', () => {
    const broken = aRun({ failure: 'no space left' })
    expect(stateOf(nightly, broken, at('04T12:00:00'))).toBe('failed')
    expect(stateOf(nightly, { ...broken, startedAt: at('05T03:23:01') }, at('05T03:23:05'))).toBe('failed')
    expect(stateOf(nightly, aRun(), at('04T12:00:00'))).toBe('in-time')
  })

  it('is in time while it runs, and late when its run has no end', () => {
    const running = aRun({ startedAt: at('05T03:23:01') })
    expect(stateOf(nightly, running, at('05T03:24:30'))).toBe('in-time')
    expect(stateOf(nightly, running, at('05T03:26:02'))).toBe('late')
    expect(stateOf(nightly, { ...running, endedAt: null }, at('05T03:26:02'))).toBe('late')
  })

  it('that never ran is measured from when it was known', () => {
    expect(stateOf(aJob(eachMinute, at('04T12:00:30')), null, at('04T12:02:30'))).toBe('in-time')
    expect(stateOf(aJob(eachMinute, at('04T12:00:30')), null, at('04T12:03:00'))).toBe('late')
    expect(
      stateOf(
        aJob((time) => time.getUTCMonth() === 0),
        null,
        at('20T00:00:00'),
      ),
    ).toBe('in-time')
  })
})

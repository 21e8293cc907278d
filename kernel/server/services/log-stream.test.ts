import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ALIKE_A_MINUTE, LONGEST_LINE } from './log-stream.ts'
import { createLog } from './log.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

interface Line {
  readonly level: string
  readonly time: string
  readonly msg: string
  readonly repeated?: number
  readonly err?: { readonly message: string; readonly stack?: string }
}

function aLog(level: 'info' | 'warn' = 'info') {
  const written: string[] = []
  const log = createLog(level, { write: (line) => void written.push(line) })
  return { log, written, lines: () => written.map((line) => JSON.parse(line) as Line) }
}

it('[OPS30] names levels, and writes times with their day', () => {
  const { log, lines } = aLog()
  log.info('started')
  log.warn('slow')
  log.error('broken')
  expect(lines().map(({ level }) => level)).toEqual(['info', 'warn', 'error'])
  expect(lines()[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

const long = [
  ['a long message', {}, 'é'.repeat(5_000)],
  ['an error with its stack', { err: new Error('x'.repeat(5_000)) }, 'call failed'],
  [
    'long fields',
    { detail: 'y'.repeat(5_000), more: Array.from({ length: 100 }, () => 'z'.repeat(90)) },
    'm',
  ],
  ['many fields', Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, 'value'])), 'many'],
] as const
const kinds = [
  ['a warning', 'info', 'warn'],
  ['a warning', 'warn', 'warn'],
  ['an error', 'warn', 'error'],
] as const
const cases = kinds.flatMap(([kind, at, level]) =>
  long.map(([what, fields, message]) => [kind, what, at, level, fields, message] as const),
)

it.each(cases)(
  '[OPS30] keeps %s with %s within 1,000 bytes at LOG_LEVEL=%s, and says what it is about',
  (_kind, _what, at, level, fields, message) => {
    const { log, written, lines } = aLog(at)
    log[level](fields, message)
    expect(Buffer.byteLength(written[0] ?? '')).toBeLessThanOrEqual(LONGEST_LINE)
    expect(lines()[0]).toMatchObject({ level, msg: expect.stringMatching(new RegExp(`^${message[0]}`)) })
  },
)

/** An error with two causes, whose stack is longer than a line may be. */
function anError() {
  const error = new Error('broken', { cause: new Error('below') })
  error.stack = [
    'Error: broken',
    ...Array.from(
      { length: 40 },
      (_, at) => `    at step${at} (file:///opt/spawnpoint/kernel/server/app.ts:${at}:1)`,
    ),
  ].join('\n')
  return error
}

it('[OPS30] leaves an error the upper lines of its stack, as many as there is room for', () => {
  const { log, written, lines } = aLog('warn')
  log.error({ err: anError() }, 'a call failed')
  const { stack = '' } = lines()[0]?.err ?? {}
  expect(lines()[0]?.err?.message).toBe('broken: below')
  expect(stack).toMatch(/^Error: broken\n {4}at step0 .+\n {4}at step1 /)
  expect(stack).toMatch(/\n…$/)
  expect(Buffer.byteLength(written[0] ?? '')).toBeGreaterThan(LONGEST_LINE - 150)
  expect(Buffer.byteLength(written[0] ?? '')).toBeLessThanOrEqual(LONGEST_LINE)
})

it('[OPS30] leaves an error its whole stack where more is told than warnings, and where it fits', () => {
  const told = aLog('info')
  told.log.error({ err: anError() }, 'a call failed')
  expect(told.lines()[0]?.err?.stack).toContain('at step39 ')
  expect(told.lines()[0]?.err?.stack).toContain('caused by: Error: below')
  const { log, lines } = aLog('warn')
  const short = new Error('broken')
  short.stack = 'Error: broken\n    at one (file:///one.ts:1:1)'
  log.error({ err: short }, 'a call failed')
  expect(lines()[0]?.err?.stack).toBe(short.stack)
})

it('[OPS30] takes lines with other messages for different ones where nothing else of them fits', () => {
  const { log, lines } = aLog()
  const fields = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, 'value']))
  for (let turn = 0; turn < ALIKE_A_MINUTE; turn += 1) log.warn(fields, 'one')
  log.warn(fields, 'another')
  expect(lines()).toHaveLength(ALIKE_A_MINUTE + 1)
})

it('[OPS30] writes 50 lines alike a minute, and the number of the others at its end', () => {
  const { log, lines } = aLog()
  const plugin = log.child({ plugin: 'notes' })
  for (let turn = 0; turn < ALIKE_A_MINUTE + 7; turn += 1) plugin.warn({ turn }, 'not sent')
  log.child({ plugin: 'other' }).warn('not sent')
  plugin.warn('another')
  expect(lines()).toHaveLength(ALIKE_A_MINUTE + 2)
  vi.advanceTimersByTime(60_000)
  expect(lines().at(-1)).toMatchObject({ turn: ALIKE_A_MINUTE + 6, msg: 'not sent', repeated: 7 })
  plugin.warn({ turn: 'next' }, 'not sent')
  expect(lines().at(-1)).toMatchObject({ turn: 'next' })
  vi.advanceTimersByTime(60_000)
  expect(lines()).toHaveLength(ALIKE_A_MINUTE + 4)
})

it('[OPS30] writes the number of the others at the end of the process, once', () => {
  const { log, lines } = aLog()
  for (let turn = 0; turn < ALIKE_A_MINUTE + 3; turn += 1) log.warn({ turn }, 'not sent')
  log.warn('another')
  log.flush()
  expect(lines().slice(ALIKE_A_MINUTE + 1)).toMatchObject([
    { turn: ALIKE_A_MINUTE + 2, msg: 'not sent', repeated: 3 },
  ])
  log.flush()
  vi.advanceTimersByTime(60_000)
  expect(lines()).toHaveLength(ALIKE_A_MINUTE + 2)
})

it('[OPS30] keeps within the bytes of a warning with the number of the others', () => {
  const { log, written } = aLog()
  for (let turn = 0; turn < 2 * ALIKE_A_MINUTE; turn += 1) log.warn('x'.repeat(930))
  vi.advanceTimersByTime(60_000)
  expect(written.at(-1)).toContain('"repeated":50')
  for (const line of written) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LONGEST_LINE)
})

it('[OPS30] takes lines about another address, or with another reason, for different ones', () => {
  const { log, lines } = aLog()
  for (let at = 0; at < 2 * ALIKE_A_MINUTE; at += 1) {
    log.warn({ ip: `192.0.2.${at}` }, 'log-in failed')
    log.warn({ reason: `mailbox ${at} is full` }, 'an email was not sent')
  }
  expect(lines()).toHaveLength(4 * ALIKE_A_MINUTE)
  for (let at = 0; at < 2 * ALIKE_A_MINUTE; at += 1) log.warn({ ip: '198.51.100.1' }, 'log-in failed')
  expect(lines()).toHaveLength(5 * ALIKE_A_MINUTE)
})

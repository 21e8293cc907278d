import { DrizzleQueryError } from 'drizzle-orm'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

function logged(error: Error): string {
  const lines = new PassThrough()
  createLog('error', lines).error({ err: error }, 'a call failed')
  return String(lines.read())
}

it('writes no value under the name of a secret, at any depth', () => {
  const lines = new PassThrough()
  const smtp = { host: 'mail.example.com', auth: [{ smtp_pass: 'hunter2', accessToken: 'hunter2' }] }
  createLog('error', lines).error({ smtp, err: new Error('refused') }, 'a call failed')
  const text = String(lines.read())
  expect(text).toContain('mail.example.com')
  expect(text).toContain('refused')
  expect(text).not.toContain('hunter2')
})

it('writes a failed statement without its values, which may be secrets', () => {
  const cause = new Error('connection lost')
  const failed = new DrizzleQueryError(
    'insert into t values ($1, $2)',
    ['a secret\n    at once', 'ann@example.com'],
    cause,
  )
  const text = logged(new Error('outer', { cause: failed }))
  expect(text).toContain('insert into t values')
  expect(text).toContain('connection lost')
  expect(text).not.toContain('secret')
  expect(text).not.toContain('ann@example.com')
  expect(logged(failed)).not.toMatch(/secret|ann@example/)
})

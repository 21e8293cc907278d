import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLog } from '../server/services/log.ts'
import { createRecentLog } from './recent-log.ts'

function aLog(level: 'debug' | 'warn' | 'silent' = 'silent', kept = 200) {
  const recent = createRecentLog(kept)
  const written = new PassThrough()
  return { log: createLog(level, written, recent), recent: recent.service, written }
}

describe('[KRN22] the last warnings and errors', () => {
  it('are kept, newest first, whatever the level of the log', () => {
    const { log, recent, written } = aLog()
    log.info('nothing to see')
    log.child({ plugin: 'notes' }).warn({ reqId: 'r1', host: 'example.com' }, 'slow')
    log.error({ id: 'r2', err: new Error('broken') }, 'a call failed')
    expect(recent.list()).toMatchObject([
      { id: 2, level: 'error', message: 'a call failed', plugin: null, request: 'r2' },
      {
        id: 1,
        level: 'warn',
        message: 'slow',
        plugin: 'notes',
        request: 'r1',
        detail: '{"host":"example.com"}',
      },
    ])
    expect(recent.list()[0]?.detail).toContain('Error: broken')
    expect(written.read()).toBeNull()
  })

  it('leave what is written to standard error as it was', () => {
    const { log, written } = aLog('debug')
    log.debug('small talk')
    log.warn('slow')
    expect(String(written.read()).trim().split('\n')).toHaveLength(2)
  })

  it('are as many as were asked for, and of a bounded size', () => {
    const { log, recent } = aLog('silent', 3)
    for (const turn of [1, 2, 3, 4]) log.warn(`turn ${turn}`)
    expect(recent.list().map(({ message }) => message)).toEqual(['turn 4', 'turn 3', 'turn 2'])
    log.error({ err: new Error('x'.repeat(1_000_000)) }, 'y'.repeat(1_000_000))
    const [longest] = recent.list()
    expect(longest?.message.length).toBeLessThan(1_000)
    expect(longest?.detail?.length).toBeLessThan(10_000)
  })

  it('keep a line whose fields are of another kind than usual', () => {
    const { log, recent } = aLog()
    log.warn({ plugin: 7, err: 'only text', reqId: null }, 'odd')
    expect(recent.list()).toMatchObject([{ message: 'odd', plugin: null, request: null }])
  })
})

const secrets = [
  ['a field', { password: 'hunter2-hunter2' }, 'note'],
  ['a field of a field', { smtp: { auth: { accessToken: 'hunter2-hunter2' } } }, 'note'],
  ['a list', { all: [{ apiKey: 'hunter2-hunter2' }] }, 'note'],
  ['headers', { headers: { 'set-cookie': 'sid=hunter2-hunter2', Authorization: 'hunter2-hunter2' } }, 'note'],
  ['an address', { url: 'postgres://ada:hunter2-hunter2@db.example.com/x' }, 'note'],
  ['a query', {}, 'GET https://example.com/x?a=1&token=hunter2-hunter2&b=2 failed'],
  ['a header in a sentence', {}, 'sent Authorization: Bearer hunter2-hunter2.abc'],
  ['an error', { err: new Error('401 for api_key="hunter2-hunter2"') }, 'note'],
  ['a key that names its kind', {}, 'the key ghp_hunter2hunter2hunter2 was refused'],
  ['the address of a person', { err: new Error('Key (email)=(hunter2@example.com) already exists') }, 'note'],
] as const

it.each(secrets)('[KRN22] cut secrets out of %s', (_where, fields, message) => {
  const { log, recent } = aLog()
  log.error(fields, message)
  const text = JSON.stringify(recent.list())
  expect(text).not.toContain('hunter2')
  expect(text).toContain('[cut]')
})

import { defineSettings } from '@spawnpoint/sdk/common'
import type { LogService } from '@spawnpoint/sdk/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { createSecrets } from '../../../kernel/cli/secrets.ts'
import { createLog } from '../../../kernel/server/services/log.ts'
import { createSettings, type KernelSettings } from '../../../kernel/server/settings/settings.ts'

const declarations = defineSettings({
  test_open: { schema: z.boolean(), default: false, audience: 'public', group: 'general' },
  test_size: { schema: z.number().int().min(1), default: 3, audience: 'server', group: 'general' },
  test_key: { schema: z.string().max(50), default: '', audience: 'secret', group: 'general' },
})

let server: TestServer
let settings: KernelSettings
beforeAll(async () => {
  server = await startTestServer()
  settings = server.server.core.settings
  settings.declare('test', declarations)
})
afterAll(() => server.stop())

function anotherProcess(
  secrets = server.server.core.secrets,
  log: LogService = server.server.core.log,
): KernelSettings {
  const { pool, orm, notices } = server.server.core
  const other = createSettings({ pool, orm, secrets, notices, log })
  other.declare('test', declarations)
  return other
}

describe('settings', () => {
  it('have their defaults until written, and keep their types', async () => {
    expect(settings.read(declarations)).toEqual({ test_open: false, test_size: 3, test_key: '' })
    await settings.write({ test_open: true, test_size: 9 })
    expect(settings.read(declarations)).toEqual({ test_open: true, test_size: 9, test_key: '' })
  })

  it('refuse unknown keys and bad values, and then write nothing', async () => {
    await expect(settings.write({ test_open: false, test_size: 0, nonsense: 1 })).rejects.toMatchObject({
      code: 'SETTING_INVALID',
      fields: { test_size: expect.any(String) as string, nonsense: 'unrecognized_keys' },
    })
    expect(settings.read(declarations).test_open).toBe(true)
  })

  it('send only the public ones to visitors', () => {
    expect(settings.publicValues()).toMatchObject({ test_open: true })
    expect(Object.keys(settings.publicValues())).not.toContain('test_size')
    expect(Object.keys(settings.publicValues())).not.toContain('test_key')
  })

  it('keep secrets sealed in the database and out of the settings page', async () => {
    await settings.write({ test_key: 'panel-key-123' })
    expect(settings.read(declarations).test_key).toBe('panel-key-123')
    const { rows } = await server.pool.query<{ text: string }>('select s::text as text from kernel.setting s')
    expect(rows.map(({ text }) => text).join()).not.toMatch(/panel-key-123/)
    const shown = settings.describe().find(({ key }) => key === 'test_key')
    expect([shown?.value, shown?.isSet]).toEqual([null, true])
  })

  it('reach another process of the instance', async () => {
    const other = anotherProcess()
    await other.load()
    await settings.write({ test_size: 42 })
    await vi.waitFor(() => expect(other.read(declarations).test_size).toBe(42))
  })

  it('are not set any more once a secret is emptied', async () => {
    await settings.write({ test_key: '' })
    expect(settings.describe().find(({ key }) => key === 'test_key')?.isSet).toBe(false)
  })

  it('hold in this process as soon as the transaction that wrote them is over, and never without it', async () => {
    const { orm } = server.server.core
    await orm.transaction((tx) => settings.write({ test_size: 77 }, tx))
    expect(settings.read(declarations).test_size).toBe(77)
    const failed = orm.transaction(async (tx) => {
      await settings.write({ test_size: 78 }, tx)
      throw new Error('after all not')
    })
    await expect(failed).rejects.toThrow('after all not')
    expect(settings.read(declarations).test_size).toBe(77)
  })

  it('survive a listener that throws', async () => {
    const heard: (readonly string[])[] = []
    const undo = [
      settings.onChange(() => {
        throw new Error('bad listener')
      }),
      settings.onChange((keys) => heard.push(keys)),
    ]
    await settings.write({ test_size: 5 })
    for (const each of undo) each()
    expect(heard).toContainEqual(['test_size'])
  })

  it('fall back to the default where a secret was sealed under another key, and start all the same', async () => {
    await settings.write({ test_key: 'sealed here' })
    const other = anotherProcess(createSecrets('another key of the same instance, lost'))
    await other.load()
    expect(other.read(declarations).test_key).toBe('')
    expect(other.describe().find(({ key }) => key === 'test_key')?.isSet).toBe(false)
  })

  it('tell once for each secret that another key sealed it, and what to do', async () => {
    await settings.write({ test_key: 'sealed here' })
    const lines: string[] = []
    const log = createLog('error', { write: (line) => void lines.push(line) })
    const other = anotherProcess(createSecrets('another key of the same instance, lost'), log)
    await other.load()
    await other.load()
    other.declare('second', {})
    const told = 'a secret was sealed under another SECRET_KEY: set that one again, or enter the secret anew'
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { setting: 'test_key', msg: told },
    ])
  })

  it('belong to one plugin each', () => {
    expect(() => settings.declare('thief', declarations)).toThrow(
      /E_SETTING_TWICE: test_open is declared by test and by thief/,
    )
  })
})

import { defineManifest, type Manifest } from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import { configToStore } from './stored-config.ts'

const secretsUnder = (key: string) => ({
  seal: (plain: string) => `${key}.${Buffer.from(plain).toString('base64')}`,
  open(sealed: string) {
    const [used, text = ''] = sealed.split('.')
    if (used !== key) throw new Error('E_SEALED_TEXT')
    return Buffer.from(text, 'base64').toString()
  },
  sign: (_purpose: string, text: string) => text,
})
const secrets = secretsUnder('one')
const manifest = defineManifest({
  id: 'shop',
  version: '1.0.0',
  title: 'Shop',
  description: 'Shop',
  settings: {
    type: 'object',
    properties: { key: { type: 'string', minLength: 8, 'x-secret': true }, note: { type: 'string' } },
    required: ['key'],
    additionalProperties: false,
  },
}) as Manifest
const before = { key: secrets.seal('long secret'), note: 'old' }

it.each([{ note: 'new' }, { key: '', note: 'new' }, { key: null, note: 'new' }])(
  'keeps a secret that was left empty or out: %o',
  (values) => {
    expect(configToStore(manifest, secrets, { before, values })).toEqual({ key: before.key, note: 'new' })
  },
)

it('seals a new secret', () => {
  const stored = configToStore(manifest, secrets, { before, values: { key: 'another secret' } })
  expect(JSON.stringify(stored)).not.toContain('another secret')
  expect(secrets.open(String(stored['key']))).toBe('another secret')
})

it('asks for a secret that is needed and not there, or not to be opened any more', () => {
  const failing = { code: 'VALIDATION', fields: { key: expect.any(String) as string } }
  const store = (given: typeof secrets, earlier: object) => () =>
    configToStore(manifest, given, { before: { ...earlier }, values: { key: '' } })
  expect(store(secrets, {})).toThrow(expect.objectContaining(failing) as Error)
  expect(store(secretsUnder('another'), before)).toThrow(expect.objectContaining(failing) as Error)
})

import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ManifestInput } from '@spawnpoint/sdk/common'
import { keyIdOf } from '../../../sdk/package/signature.ts'
import { craftPackage, type CraftOptions } from '../../support/plugins/craft-package.ts'
import { runToolHere } from './run-tool.ts'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'spawnpoint-verify-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const aPage = (title: string): Partial<ManifestInput> => ({
  modules: { page: 'page.js', boot: 'boot.js' },
  boot: 'boot',
  contributes: { routes: [{ id: 'wave', path: '/p/wave', area: 'user', module: 'page', title }] },
})
const files = { 'page.js': 'export default () => null', 'boot.js': 'export default () => {}' }

async function verify(
  more: Partial<ManifestInput>,
  options: CraftOptions = {},
  args: readonly string[] = [],
) {
  const file = join(home, 'wave.zip')
  const manifest: ManifestInput = {
    id: 'wave',
    version: '1.0.0',
    title: 'Wave',
    description: 'Waves',
    ...more,
  }
  writeFileSync(file, await craftPackage(manifest, { files, ...options }))
  return runToolHere(['verify', file, ...args])
}

it('[TOOL56] says where an unsigned package runs, and what does not run there', async () => {
  const { status, text } = await verify(
    { ...aPage('Waves'), capabilities: ['server.http'] },
    { server: '// none' },
  )
  expect(status).toBe(0)
  expect(text).toMatch(
    /Where it runs, unless the operator decides otherwise\n.*runs in a worker\n.*in a sandboxed frame\n.*start-up code does not run there/,
  )
})

it('[TOOL56] says that a package of a trusted key runs inside the dashboard', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const key = join(home, 'key.pem')
  writeFileSync(key, publicKey)
  const signed = { privateKey, keyId: keyIdOf(publicKey) }
  const { status, text } = await verify(aPage('Waves'), signed, ['--key', key])
  expect(status).toBe(0)
  expect(text).toMatch(/run inside the dashboard/)
  expect(text).not.toMatch(/frame|does not run there/)
})

it.each([
  ['a name of the dashboard', aPage('Log out'), /E_LABEL_TAKEN.*\n.*“Log out” reads like/],
  [
    'a service that is not for plugins',
    { capabilities: ['server.services:pictures.pictures'] },
    /E_SERVICE_CLOSED/,
  ],
  [
    'a service that nobody has',
    { capabilities: ['server.services:coins.walet'] },
    /E_SERVICE_UNKNOWN.*\n.*did you mean 'coins\.wallet'/,
  ],
] as const)('[TOOL56] refuses %s, as the product does', async (_what, more, said) => {
  const { status, text } = await verify(more as Partial<ManifestInput>)
  expect(status).toBe(1)
  expect(text).toMatch(said)
  expect(text).toContain('No product of this version installs it.')
})

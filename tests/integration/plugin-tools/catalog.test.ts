import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { runCommand } from '../../../sdk/cli/run-command.ts'
import { readCatalogIndex } from '../../../sdk/package/catalog-index.ts'
import { craftPackage } from '../../support/plugins/craft-package.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

let folder: string
let said: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-'))
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(folder, 'pub.pem'), publicPem)
  said = []
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text: unknown) => void said.push(String(text)))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})

const put = async (version: string, more: { server?: string } = {}) => {
  const zip = await craftPackage(
    {
      id: 'greeter',
      version,
      title: 'Greeter',
      description: 'Greets',
      publisher: 'Example Ltd',
      engines: { shell: '>=1' },
    },
    more,
  )
  writeFileSync(join(folder, `greeter-${version}.zip`), zip)
}
const list = (...more: readonly string[]) =>
  runCommand('spawnpoint-plugin', [
    'catalog',
    folder,
    '--key',
    join(folder, 'key.pem'),
    '--public',
    join(folder, 'pub.pem'),
    ...more,
  ])
const read = () => readCatalogIndex(readFileSync(join(folder, 'index.json'), 'utf8'), publicPem)

it('[PCG7] lists the packages of a folder, newest first, and keeps the dates of those known', async () => {
  await put('1.9.0')
  expect(await list('--name', 'Example plugins')).toBe(0)
  const [first] = read().plugins[0]?.versions ?? []
  await put('1.10.0')
  writeFileSync(join(folder, 'greeter-1.10.0.md'), 'Greets in German too.\n')
  expect(await list()).toBe(0)
  const index = read()
  expect(index).toMatchObject({
    name: 'Example plugins',
    plugins: [
      {
        id: 'greeter',
        texts: { en: { title: 'Greeter', description: 'Greets' } },
        publisher: 'Example Ltd',
        versions: [
          {
            version: '1.10.0',
            url: 'greeter-1.10.0.zip',
            changes: 'Greets in German too.',
            engines: { shell: '>=1' },
          },
          { version: '1.9.0', publishedAt: first?.publishedAt, sha256: first?.sha256 },
        ],
      },
    ],
  })
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  expect(said.join('\n')).toContain(`index.json ${key}`)
})

it('[PCG7] refuses a package that changed under its version, and a new catalog without a name', async () => {
  await put('1.0.0')
  expect(await list()).toBe(1)
  expect(said.join('\n')).toContain('--name')
  expect(await list('--name', 'Example plugins')).toBe(0)
  const before = readFileSync(join(folder, 'index.json'), 'utf8')
  await put('1.0.0', { server: 'export default 1' })
  expect(await list()).toBe(1)
  expect(said.join('\n')).toContain('give it a new version')
  expect(readFileSync(join(folder, 'index.json'), 'utf8')).toBe(before)
})

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { run, runToolHere } from './run-tool.ts'

const home = mkdtempSync(join(tmpdir(), 'spawnpoint-upgrade-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const project = join(home, 'acme-notes')
const next = join(home, 'next')
const SDK = '@spawnpoint/sdk'
const CONTRACTS = '@spawnpoint/contracts'

/** A package as npm packs it, with no more in it than upgrade reads. */
function writeTarball(folder: string, name: string, content: Readonly<Record<string, unknown>>) {
  const version = String(content['version'])
  const file = `${name.slice(1).replace('/', '-')}-${version}.tgz`
  const source = mkdtempSync(join(home, 'pack-'))
  mkdirSync(join(source, 'package'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(source, 'package/package.json'), JSON.stringify({ name, ...content }))
  run(source, 'tar', '-czf', join(folder, file), 'package')
  return file
}

const packSdk = (folder: string, version: string) => ({
  sdk: writeTarball(folder, SDK, {
    version,
    projectPackages: { react: '19.3.0', typescript: '7.1.0', vitest: '6.0.0' },
  }),
  contracts: writeTarball(folder, CONTRACTS, { version }),
})

const lock = {
  lockfileVersion: 3,
  packages: {
    '': {},
    [`node_modules/${SDK}`]: { resolved: 'file:vendor/spawnpoint-sdk-0.2.0.tgz', integrity: 'sha512-old' },
    [`node_modules/${CONTRACTS}`]: { integrity: 'sha512-old' },
    'node_modules/react': { version: '19.2.0' },
  },
}

beforeEach(() => {
  for (const folder of [project, next]) rmSync(folder, { recursive: true, force: true })
  const { sdk, contracts } = packSdk(join(project, 'vendor'), '0.2.0')
  writeFileSync(join(project, 'manifest.ts'), 'export default {}\n')
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock))
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({
      name: 'acme-notes',
      scripts: { dev: 'spawnpoint-plugin dev' },
      dependencies: { react: '19.2.0', nanoid: '5.0.0' },
      devDependencies: {
        [SDK]: `file:vendor/${sdk}`,
        [CONTRACTS]: `file:vendor/${contracts}`,
        typescript: '7.0.2',
      },
    }),
  )
})

const read = (file: string) => JSON.parse(readFileSync(join(project, file), 'utf8'))

it('[TOOL16] moves a project to a newer SDK, and to the versions that go with it', async () => {
  const { sdk, contracts } = packSdk(next, '0.3.0')
  const { status, text } = await runToolHere(['upgrade', project, '--from', next])
  expect(text).toContain(
    '✓ @spawnpoint/sdk 0.2.0 → 0.3.0\n✓ react 19.2.0 → 19.3.0\n✓ typescript 7.0.2 → 7.1.0\n',
  )
  expect(text).toContain('npm install && npm run types')
  expect(status).toBe(0)
  expect(readdirSync(join(project, 'vendor')).toSorted()).toEqual([contracts, sdk])
  expect(read('package.json')).toEqual({
    name: 'acme-notes',
    scripts: { dev: 'spawnpoint-plugin dev' },
    dependencies: { react: '19.3.0', nanoid: '5.0.0' },
    devDependencies: {
      [SDK]: `file:vendor/${sdk}`,
      [CONTRACTS]: `file:vendor/${contracts}`,
      typescript: '7.1.0',
    },
  })
  expect(Object.keys(read('package-lock.json').packages)).toEqual(['', 'node_modules/react'])
})

it('[TOOL16] takes the newest SDK of a folder, which its name sorts before an older one', async () => {
  packSdk(next, '0.9.0')
  const { sdk, contracts } = packSdk(next, '0.10.0')
  const { text } = await runToolHere(['upgrade', project, '--from', next])
  expect(text).toContain('@spawnpoint/sdk 0.2.0 → 0.10.0')
  expect(readdirSync(join(project, 'vendor')).toSorted()).toEqual([contracts, sdk])
})

it.each([
  ['an older SDK', '0.1.0', 'The project has the SDK 0.2.0, which is newer than 0.1.0: nothing was changed.'],
  ['a folder without packages', null, `${next} holds no SDK: it needs spawnpoint-sdk-….tgz`],
])('[TOOL16] refuses %s in one sentence, and changes nothing', async (_what, version, sentence) => {
  if (version !== null) packSdk(next, version)
  const before = [read('package.json'), read('package-lock.json'), readdirSync(join(project, 'vendor'))]
  const { status, text } = await runToolHere(['upgrade', project, '--from', next])
  expect(status).toBe(1)
  expect(text).toContain(sentence)
  expect(text.trim().split('\n')).toHaveLength(1)
  expect([read('package.json'), read('package-lock.json'), readdirSync(join(project, 'vendor'))]).toEqual(
    before,
  )
})

it('[TOOL16] is for projects outside of the checkout that were made with create', async () => {
  const { text } = await runToolHere(['upgrade', join(ROOT, 'plugins/hello')])
  expect(text).toMatch(/is part of this checkout and uses its SDK: there is nothing to upgrade\.\n$/)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ dependencies: { [SDK]: '^0.2.0' } }))
  expect((await runToolHere(['upgrade', project, '--from', next])).text).toMatch(
    /takes no SDK from its folder vendor: upgrade is for projects that were made with create\.\n$/,
  )
})

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../tests/support/product/start-product.ts'
import { ROOT, VERSION } from '../../server/version.ts'
import { findTag } from './find-tag.ts'
import {
  findCommitOf,
  findUnreleased,
  makeRelease,
  packRelease,
  requireChanges,
  type Release,
} from './make-release.ts'
import { findImportedPackages } from './runtime-packages.ts'

let target: string
let dataDir: string
let release: Release

beforeAll(async () => {
  target = mkdtempSync(join(tmpdir(), 'spawnpoint-release-'))
  dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-release-data-'))
  // As root the database's own user has to pass through it.
  chmodSync(dataDir, 0o711)
  release = await makeRelease({ root: ROOT, target })
}, 600_000)
afterAll(() => {
  for (const folder of [target, dataDir]) rmSync(folder, { recursive: true, force: true })
})

/** A release of before, which an upgrade leaves where it is, and a folder that is none. */
function putBeside() {
  for (const name of ['spawnpoint-0.0.1-linux-x64', 'spawnpoint-notes']) {
    mkdirSync(join(target, name, 'dist/assets'), { recursive: true })
    writeFileSync(join(target, name, `dist/assets/of-${name}.js`), 'export {}')
  }
  cpSync(join(release.folder, 'release.json'), join(target, 'spawnpoint-0.0.1-linux-x64/release.json'))
}

/** Every file with its size and time of change. */
const snapshot = () =>
  globSync('**/*', { cwd: release.folder })
    .map((path) => {
      const { size, mtimeMs } = lstatSync(join(release.folder, path))
      return `${path} ${size} ${mtimeMs}`
    })
    .toSorted()

it('[OPS21] holds the packages that the server imports, and none for building or testing', () => {
  const imported = findImportedPackages(ROOT)
  for (const name of ['fastify', 'pg', 'graphile-worker', 'zod', 'sharp', 'yauzl'])
    expect([...imported]).toContain(name)
  for (const name of imported)
    expect([name, existsSync(join(release.folder, 'node_modules', name))]).toEqual([name, true])
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const there = readdirSync(join(release.folder, 'node_modules'))
  const unwanted = [...Object.keys(devDependencies), 'vite', 'tailwindcss', 'react', 'lucide-react', '@types']
  expect(unwanted.filter((name) => there.includes(name))).toEqual([])
  expect(globSync('{kernel,sdk,builtin}/**/*.test.{ts,tsx}', { cwd: release.folder })).toEqual([])
  expect(JSON.parse(readFileSync(join(release.folder, 'release.json'), 'utf8'))).toMatchObject({
    name: 'spawnpoint',
    platform: `${process.platform}-${process.arch}`,
    tag: findTag(ROOT, VERSION).tag,
  })
  const { warning } = findTag(ROOT, VERSION)
  if (warning !== null) expect(release.warnings).toContain(warning)
})

it('[OPS21] [OPS36] starts without npm, a registry or a Node of the machine, writes nothing into its folder, and serves files of the release before', async () => {
  putBeside()
  // As in a container, where the release of before is gone.
  const build = '0123456789abcdef'
  mkdirSync(join(dataDir, 'assets', build), { recursive: true })
  writeFileSync(join(dataDir, 'assets', build, 'of-an-image.js'), 'export {}')
  writeFileSync(join(dataDir, 'assets/assets.json'), JSON.stringify({ current: build, replaced: {} }))
  const before = snapshot()
  const port = await freePort()
  const child = spawn(join(release.folder, 'bin/spawnpoint'), ['start'], {
    cwd: '/',
    // The shell and what the script needs of it; neither node nor npm is looked for.
    env: {
      PATH: '/usr/bin:/bin',
      PORT: String(port),
      APP_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (printed += part.toString()))
  const ended = once(child, 'exit')
  try {
    const isOver = () => child.exitCode !== null || printed.includes('Spawnpoint is ready')
    await expect.poll(isOver, { timeout: 300_000 }).toBe(true)
    expect(printed).toContain('Spawnpoint is ready')
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="app"')])
    const asset = async (name: string) => (await fetch(`http://127.0.0.1:${port}/assets/${name}`)).status
    expect(await asset('of-spawnpoint-0.0.1-linux-x64.js')).toBe(200)
    expect(await asset('of-an-image.js')).toBe(200)
    expect(await asset('of-spawnpoint-notes.js')).toBe(404)
    const ready = spawn(join(release.folder, 'bin/spawnpoint'), ['ready'], { env: { PORT: String(port) } })
    expect(await once(ready, 'exit')).toEqual([0, null])
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended, printed).toEqual([0, null])
  expect(snapshot()).toEqual(before)
  expect(printed).not.toContain('Installing')
})

it('[OPS47] starts nothing without a command, with an unknown one or without a data folder', async () => {
  const program = join(release.folder, 'bin/spawnpoint')
  const ask = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: '/', encoding: 'utf8', env })
    return [status, stdout, stderr]
  }
  const usage = expect.stringContaining('Usage: spawnpoint <command>')
  const DATA_DIR = join(target, 'unused')
  expect(ask([], { DATA_DIR })).toEqual([2, '', usage])
  expect(ask(['frob'], { DATA_DIR })).toEqual([
    2,
    '',
    expect.stringMatching(/^There is no command frob\.\nUsage: /),
  ])
  expect(ask(['--help'])).toEqual([0, usage, ''])
  expect(ask(['--version'])).toEqual([0, `${VERSION}\n`, ''])
  for (const command of ['start', 'admin', 'backup', 'health'])
    expect(ask([command])).toEqual([1, '', expect.stringMatching(/^Set DATA_DIR to a folder /)])
  expect(existsSync(DATA_DIR)).toBe(false)
})

it('[OPS38] is not made of a version that the changelog does not tell of', async () => {
  const root = mkdtempSync(join(tmpdir(), 'spawnpoint-changes-'))
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  write('package.json', JSON.stringify({ version: '1.2.0' }))
  write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [1.2.0-rc.1] - 2026-01-02\n')
  await expect(makeRelease({ root, target: root })).rejects.toThrow(
    'E_RELEASE: CHANGELOG.md has no section of version 1.2.0',
  )
  write('CHANGELOG.md', '# Changelog\n\n## [1.2.0] - 2026-01-02\n')
  expect(() => requireChanges(root)).not.toThrow()
  expect(findUnreleased(root)).toBeNull()
  await expect(makeRelease({ root, target: root, commit: '0123abc' })).rejects.toThrow(
    'E_RELEASE: 0123abc is no commit: give all 40 digits of git rev-parse HEAD',
  )
  rmSync(root, { recursive: true })
})

it('[OPS38] names the commit of a repository, and none of another one around it', () => {
  const root = mkdtempSync(join(tmpdir(), 'spawnpoint-commit-'))
  const git = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    return stdout.trim()
  }
  expect(findCommitOf(root)).toBeNull()
  git('init', '--quiet')
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  git(...who, 'commit', '--quiet', '--allow-empty', '--message', 'test')
  expect(findCommitOf(root)).toBe(git('rev-parse', 'HEAD'))
  mkdirSync(join(root, 'unpacked'))
  expect(findCommitOf(join(root, 'unpacked'))).toBeNull()
  rmSync(root, { recursive: true })
})

it('[OPS38] says how many of its changes the changelog lists as unreleased', () => {
  const root = mkdtempSync(join(tmpdir(), 'spawnpoint-changes-'))
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  write('package.json', JSON.stringify({ version: '1.2.0' }))
  const released = '## [1.2.0] - 2026-01-02\n\n### Added\n\n- One.\n- Two.\n'
  write('CHANGELOG.md', `# Changelog\n\n## [Unreleased]\n\n### Added\n\n### Fixed\n\n${released}`)
  expect(findUnreleased(root)).toBeNull()
  write(
    'CHANGELOG.md',
    `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A.\n\n### Fixed\n\n- B.\n\n${released}`,
  )
  expect(findUnreleased(root)).toMatch(/^Warning: this is version 1\.2\.0 with 2 changes that /)
  rmSync(root, { recursive: true })
})

it('[OPS21] [OPS28] is packed, checked and unpacked by the lines of the README', async () => {
  await packRelease(release)
  const opt = mkdtempSync(join(tmpdir(), 'spawnpoint-opt-'))
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n')
  const runTold = (program: string) => {
    const told = readme.find((line) => line.startsWith(`${program} `)) ?? ''
    const line = told.replaceAll('/opt', opt).replaceAll('linux-x64', `${process.platform}-${process.arch}`)
    const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: target, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  }
  runTold('sha256sum')
  runTold('tar')
  runTold('ln')
  expect(readlinkSync(join(opt, 'spawnpoint'))).toBe(release.name)
  expect(existsSync(join(opt, 'spawnpoint/bin/spawnpoint'))).toBe(true)
  rmSync(opt, { recursive: true })
}, 240_000)

it('[OPS21] says how it is used when the command is unknown', async () => {
  const child = spawn(join(release.folder, 'bin/spawnpoint'), ['nonsense'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  expect(await once(child, 'close')).toEqual([2, null])
  expect(said).toMatch(/^There is no command nonsense\.\nUsage: spawnpoint/)
})

/** A command in the data folder of the start above. */
async function run(...given: readonly string[]) {
  const child = spawn(join(release.folder, 'bin/spawnpoint'), given, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

it('[OPS21] [OPS51] has the commands of the operator, and names them as they are typed there', async () => {
  expect(await run('backup', '--help')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Usage: spawnpoint backup /),
  })
  expect(await run('admin', 'create-admin', 'grace', 'grace@example.com')).toMatchObject({ code: 0 })
  const { code, said } = await run('admin', 'list-plugins')
  expect(code, said).toBe(0)
  expect(said).toMatch(/^gifts +\S+ +active$/m)
  const now = join(dataDir, 'now.yml')
  expect(await run('admin', 'config', 'export', now)).toMatchObject({ code: 0 })
  expect(readFileSync(now, 'utf8')).toMatch(/^# Written by: spawnpoint admin config export\n/)
  expect((await run('start', '--frob')).said).toMatch(/Usage: spawnpoint start \[--safe-mode\]/)
  const log = await run('admin', 'verify-audit-log')
  expect(log).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^The audit log is intact\. Checked: 0\.$/m),
  })
  expect(log.said).toMatch(/^Not sealed yet: [1-9]\d*\. The running product seals entries once an hour/m)
  expect(await run('backup', 'create')).toMatchObject({ code: 0 })
  expect((await run('backup', 'list')).said).toMatch(/spawnpoint-\S+\.spbackup/)
}, 240_000)

it('[SDD30] has the documentation for plugin authors', async () => {
  const [program = ''] = globSync('builtin/*/server/write-site.ts', { cwd: release.folder })
  const node = join(release.folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  const out = join(target, 'site')
  const child = spawn(node, [join(release.folder, program), '--out', out], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  expect(await once(child, 'close'), said).toEqual([0, null])
  const pages = globSync('*/{guide/coins,reference/hooks,contracts/coins,errors/E_HOOK}.md', { cwd: out })
  expect(pages).toHaveLength(4)
})

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../kernel/server/version.ts'
import { copyContext, lendPackages, readStages, restsOf } from '../support/product/act-out-dockerfile.ts'
import { freePort } from '../support/product/start-product.ts'

/**
 * The steps of `.docker/Dockerfile` one by one in a plain folder, which stands for the file systems of both stages: the
 * build without what the ignore file names, the files that are copied, the program with its variables and its health check.
 */
const dockerfile = join(ROOT, '.docker/Dockerfile')
const [build, run] = readStages(dockerfile)
if (!build || !run) throw new Error('The Dockerfile has two stages.')

/** The build does not see the repository, and is told its commit. */
const commit = '0123456789abcdef0123456789abcdef01234567'

let disk: string
/** A path of the image as one below the folder. */
const at = (path: string) => join(disk, path)

beforeAll(() => {
  // Beside the checkout: packages can be lent as links there.
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  disk = mkdtempSync(join(ROOT, '.cache/container-'))
  // As root the database's own user has to pass through it.
  chmodSync(disk, 0o711)
})
afterAll(() => rmSync(disk, { recursive: true, force: true }))

it('[OPS22] the build stage makes a release of what the ignore file leaves', () => {
  const [workdir = ''] = restsOf(build, 'WORKDIR')
  expect(restsOf(build, 'COPY')).toEqual(['. .'])
  expect(restsOf(build, 'ARG')).toEqual(['COMMIT='])
  copyContext(ROOT, at(workdir), `${dockerfile}.dockerignore`)
  const ignored = ['dist', 'node_modules', '.data', '.git']
  expect(readdirSync(at(workdir)).filter((name) => ignored.includes(name))).toEqual([])
  lendPackages(ROOT, at(workdir))
  for (const command of restsOf(build, 'RUN')) {
    const here = command.replaceAll(/(?<= )\/(?=release|spawnpoint)/g, `${disk}/`)
    const env = { ...process.env, COMMIT: commit }
    const { status, stdout, stderr } = spawnSync('sh', ['-c', here], {
      cwd: at(workdir),
      encoding: 'utf8',
      env,
    })
    expect(status, `${stdout}${stderr}`).toBe(0)
  }
  expect(JSON.parse(readFileSync(at('/spawnpoint/release.json'), 'utf8'))).toMatchObject({ commit })
}, 600_000)

it('[OPS22] the second stage makes the data folder, with commands of the base image alone', () => {
  const parts = restsOf(run, 'RUN').flatMap((line) => line.split(' && '))
  // Packages and users are the base image's own affair; a shell reads all of them.
  expect(parts.map((part) => part.split(' ')[0])).toEqual(['apt-get', 'apt-get', 'rm', 'useradd', 'install'])
  expect(spawnSync('sh', ['-nc', parts.join(' && ')]).status).toBe(0)
  const [made = ''] = parts.filter((part) => part.startsWith('install '))
  const here = made.replaceAll(/ --(owner|group)=\S+/g, '').replace(/ \/(?=\S+$)/, ` ${disk}/`)
  mkdirSync(at('/var/lib'), { recursive: true })
  expect(spawnSync('sh', ['-c', here]).status).toBe(0)
  const [volume = ''] = restsOf(run, 'VOLUME')
  expect(statSync(at(volume)).mode & 0o777).toBe(0o711)
})

it('[OPS22] the image starts as it says, is healthy by its own check, and stops in order', async () => {
  const [, source = '', target = ''] = /^--from=build (\S+) (\S+)$/.exec(restsOf(run, 'COPY')[0] ?? '') ?? []
  mkdirSync(dirname(at(target)), { recursive: true })
  renameSync(at(source), at(target))
  const pairs = restsOf(run, 'ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=', 2)))
  const given = Object.fromEntries(pairs) as Record<string, string>
  const port = await freePort()
  const env = {
    PATH: '/usr/bin:/bin',
    ...given,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: at(given['DATA_DIR'] ?? ''),
    APP_URL: `http://127.0.0.1:${port}`,
  }
  const words = (line: string) => JSON.parse(line) as string[]
  const begin = ([program = '', ...rest]: readonly string[]): ChildProcess =>
    spawn(at(program), rest, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
  const entry = [...words(restsOf(run, 'ENTRYPOINT')[0] ?? ''), ...words(restsOf(run, 'CMD')[0] ?? '')]
  const check = words(/CMD (\[.+\])$/.exec(restsOf(run, 'HEALTHCHECK')[0] ?? '')?.[1] ?? '')
  const product = begin(entry)
  let said = ''
  for (const stream of [product.stdout, product.stderr])
    stream?.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(product, 'exit')
  const isHealthy = async () => (await once(begin(check), 'exit'))[0] === 0
  try {
    await expect
      .poll(async () => product.exitCode !== null || (await isHealthy()), { timeout: 300_000 })
      .toBe(true)
    expect(product.exitCode, said).toBeNull()
  } finally {
    product.kill('SIGTERM')
  }
  expect(await ended, said).toEqual([0, null])
  expect(await isHealthy()).toBe(false)
}, 600_000)

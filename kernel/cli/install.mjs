// @ts-check
// Plain JavaScript for any Node from 20 on, like bootstrap.mjs, which it belongs to.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, peer?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockEntry */

/** @param {string} file @returns {Record<string, LockEntry>} */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** An optional package of this very platform: an npm on an old Node leaves it out, and the product cannot run. @param {LockEntry} entry */
const isForHere = ({ os, cpu, libc }) =>
  os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && libc === undefined

/** @param {string} path @param {LockEntry} entry @param {Record<string, LockEntry>} found */
const isThere = (path, entry, found) =>
  !path.startsWith('node_modules/') ||
  path in found ||
  (entry.optional === true && !isForHere(entry)) ||
  entry.peer === true

/**
 * The dependencies of a checkout. They are installed beside and put in place by a rename, so that a start without the
 * registry, or one that is interrupted, leaves those that are there; the ones before are kept.
 * @param {string} root @param {(sentence: string) => never} giveUp
 */
export const createInstaller = (root, giveUp) => {
  const modules = join(root, 'node_modules')
  const lockFile = join(root, 'package-lock.json')
  const cache = join(root, '.cache')
  const staging = join(cache, 'install')
  const previous = join(cache, 'previous-modules', 'node_modules')
  const onWindows = process.platform === 'win32'

  const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

  /** @param {string} folder */
  const record = (folder) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '.spawnpoint-lock'), `${lockHash()}\n`)
  }

  /** @param {string} folder */
  const hasRecord = (folder) => {
    const file = join(folder, '.spawnpoint-lock')
    return existsSync(file) && readFileSync(file, 'utf8').trim() === lockHash()
  }

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

  const isInstalled = () => {
    if (!existsSync(modules)) return false
    if (hasRecord(modules)) return true
    if (!matchesLockFile()) return false
    record(modules)
    return true
  }

  /** Puts a finished folder in the place of `node_modules`, which is kept. @param {string} folder */
  const putInPlace = (folder) => {
    const leaving = join(cache, 'leaving-modules', 'node_modules')
    try {
      rmSync(dirname(leaving), { recursive: true, force: true })
      const isKept = existsSync(modules)
      if (isKept) {
        mkdirSync(dirname(leaving), { recursive: true })
        renameSync(modules, leaving)
      }
      try {
        renameSync(folder, modules)
      } catch (error) {
        if (isKept) renameSync(leaving, modules)
        throw error
      }
      if (!isKept) return
      rmSync(dirname(previous), { recursive: true, force: true })
      renameSync(dirname(leaving), dirname(previous))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : 'unknown reason'
      giveUp(
        `node_modules could not be replaced (${code}): give the checkout to the user of the server and stop what runs in it, then run this again.`,
      )
    }
  }

  /** The files that `npm ci` reads: the packages of the checkout are links to folders beside `node_modules`. */
  const stage = () => {
    rmSync(staging, { recursive: true, force: true })
    mkdirSync(staging, { recursive: true })
    const { workspaces = [] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const files = ['package.json', 'package-lock.json', '.npmrc']
    for (const workspace of workspaces) files.push(join(workspace, 'package.json'))
    for (const file of files) {
      if (!existsSync(join(root, file))) continue
      mkdirSync(dirname(join(staging, file)), { recursive: true })
      copyFileSync(join(root, file), join(staging, file))
    }
  }

  /** @param {string[]} args */
  const runNpm = (args) => {
    const script = process.env['npm_execpath']
    // A system user has no home to keep a cache in.
    const env = { ...process.env, npm_config_cache: process.env['npm_config_cache'] ?? join(cache, 'npm') }
    /** @type {import('node:child_process').SpawnSyncOptions} */
    const options = { cwd: staging, stdio: ['ignore', 'inherit', 'inherit'], env }
    if (script?.endsWith('.js') || script?.endsWith('.cjs')) {
      return spawnSync(process.execPath, [script, ...args], options)
    }
    return spawnSync('npm', args, { ...options, shell: onWindows })
  }

  const install = () => {
    const staged = join(staging, 'node_modules')
    // An install that was cut short between two renames, or the version before the last one.
    const ready = [staged, previous].find(hasRecord)
    if (ready !== undefined) return putInPlace(ready)
    console.log('Installing dependencies (npm ci) ...')
    stage()
    // Whatever NODE_ENV or npm's settings say: the build and the pinned Node are among these. And warnings about the
    // engine mean the Node that npm runs on, not the one that we are about to use. A registry that is away is given up soon.
    const { status, error } = runNpm([
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--fetch-retry-mintimeout=2000',
      '--fetch-retry-maxtimeout=10000',
      '--fetch-timeout=60000',
    ])
    if (error) giveUp(`npm could not be started (${error.message}): install npm, then run this again.`)
    if (status !== 0) {
      console.error('The dependencies could not be installed: see the lines above, then run this again.')
      return giveUp(
        'Those of the version before are untouched: to go back, check that version out and start it.',
      )
    }
    record(staged)
    putInPlace(staged)
    rmSync(staging, { recursive: true, force: true })
  }

  return { isInstalled, install }
}

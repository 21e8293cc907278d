// @ts-check
// Plain JavaScript for any Node from 20 on, like bootstrap.mjs, which it belongs to.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { showProgress } from './show-progress.mjs'

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, peer?: boolean, os?: string[], cpu?: string[], libc?: string[], dependencies?: Record<string, string> }} LockEntry */

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

/** @typedef {ReturnType<typeof placesOf>} Places */
/** @typedef {(sentence: string) => never} GiveUp */

/** @param {string} root */
const placesOf = (root) => {
  const cache = join(root, '.cache')
  return {
    root,
    cache,
    modules: join(root, 'node_modules'),
    lockFile: join(root, 'package-lock.json'),
    staging: join(cache, 'install'),
    previous: join(cache, 'previous-modules', 'node_modules'),
  }
}

/** @param {Places} places */
const lockHash = ({ lockFile }) => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

/** @param {Places} places @param {string} folder */
const record = (places, folder) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '.spawnpoint-lock'), `${lockHash(places)}\n`)
}

/** @param {Places} places @param {string} folder */
const hasRecord = (places, folder) => {
  const file = join(folder, '.spawnpoint-lock')
  return existsSync(file) && readFileSync(file, 'utf8').trim() === lockHash(places)
}

/** Whether `npm ci` or `npm install` already brought exactly what the lock file asks for. @param {Places} places */
const matchesLockFile = ({ lockFile, modules }) => {
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

/** A package that was removed by hand: npm's record still names it. @param {Places} places */
const lacksPackage = ({ lockFile, modules }) => {
  const { dependencies = {} } = readPackages(lockFile)[''] ?? {}
  return Object.keys(dependencies).some((name) => !existsSync(join(modules, name, 'package.json')))
}

/**
 * Puts a finished folder in the place of `node_modules`, which is kept.
 * @param {Places} places @param {string} folder @param {GiveUp} giveUp
 */
const putInPlace = ({ cache, modules, previous }, folder, giveUp) => {
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

/** The files that `npm ci` reads: the packages of the checkout are links to folders beside `node_modules`. @param {Places} places */
const stage = ({ root, staging }) => {
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

/** @param {string} folder */
const canKeep = (folder) => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** @param {Places} places @param {string[]} args */
const runNpm = ({ cache, staging }, args) => {
  const script = process.env['npm_execpath']
  // A system user has no home to keep a cache in, where `npm start` names one all the same.
  const named = process.env['npm_config_cache']
  const npmCache = named !== undefined && canKeep(named) ? named : join(cache, 'npm')
  const env = { ...process.env, npm_config_cache: npmCache }
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: staging, stdio: ['ignore', 'inherit', 'inherit'], env }
  if (script?.endsWith('.js') || script?.endsWith('.cjs')) {
    return spawnSync(process.execPath, [script, ...args], options)
  }
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

/**
 * The dependencies of a checkout. They are installed beside and put in place by a rename, so that a start without the
 * registry, or one that is interrupted, leaves those that are there; the ones before are kept.
 * @param {string} root @param {GiveUp} giveUp
 */
export const createInstaller = (root, giveUp) => {
  const places = placesOf(root)

  const isInstalled = () => {
    if (!existsSync(places.modules)) return false
    if (hasRecord(places, places.modules)) return !lacksPackage(places)
    if (!matchesLockFile(places) || lacksPackage(places)) return false
    record(places, places.modules)
    return true
  }

  const install = () => {
    const staged = join(places.staging, 'node_modules')
    // An install that was cut short between two renames, or the version before the last one.
    const ready = [staged, places.previous].find((folder) => hasRecord(places, folder))
    if (ready !== undefined) return putInPlace(places, ready, giveUp)
    console.log('Installing dependencies (npm ci) ...')
    stage(places)
    const stopProgress = showProgress('Installing dependencies')
    // Whatever NODE_ENV or npm's settings say: the build and the pinned Node are among these. And warnings about the
    // engine mean the Node that npm runs on, not the one that we are about to use. A registry that is away is given up soon.
    const { status, error } = runNpm(places, [
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
    void stopProgress()
    if (error) giveUp(`npm could not be started (${error.message}): install npm, then run this again.`)
    if (status !== 0) {
      console.error('The dependencies could not be installed: see the lines above, then run this again.')
      return giveUp(
        'Those of the version before are untouched: to go back, check that version out and start it.',
      )
    }
    record(places, staged)
    putInPlace(places, staged, giveUp)
    rmSync(places.staging, { recursive: true, force: true })
  }

  return { isInstalled, install }
}

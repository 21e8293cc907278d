// @ts-check
// Plain JavaScript for any Node from 20 on, like bootstrap.mjs, which it belongs to.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const LOOK_MS = 200
const TAKEOVER_MS = 10_000

/** @param {number} ms */
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** When a process began: its number alone may be another's after a restart of the machine. @param {string | number} pid */
const beginningOf = (pid) => {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[19] ?? ''
    if (process.platform === 'win32') return process.kill(Number(pid), 0) ? 'runs' : ''
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  } catch {
    return '' // There is no such process.
  }
}

/** @param {string} file */
const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null // It was released just now.
  }
}

/** @param {string} file @param {string} owner */
const isAbandoned = (file, owner) => {
  const [pid = '', beginning = ''] = owner.split(' ', 2)
  if (pid !== '') return beginningOf(pid) !== beginning
  // Its owner was killed before it could write its name, or is about to.
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > TAKEOVER_MS
}

/** Removes a lock whose owner is gone. One process at a time, so that none removes the lock of the next owner. @param {string} file */
const removeAbandoned = (file) => {
  const guard = `${file}.takeover`
  try {
    mkdirSync(guard)
  } catch {
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > TAKEOVER_MS) rmdirSync(guard)
    return
  }
  const owner = read(file)
  if (owner !== null && isAbandoned(file, owner)) rmSync(file, { force: true })
  rmdirSync(guard)
}

/** @param {string} file @param {string} content */
const create = (file, content) => {
  try {
    writeFileSync(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Waits until no other process of this checkout installs or builds. Ends by the returned call, or with the process.
 * @param {string} file
 */
export const takePrepareLock = (file) => {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${process.pid} ${beginningOf(process.pid)}`
  let hasSaid = false
  while (!create(file, mine)) {
    const owner = read(file)
    if (owner !== null && isAbandoned(file, owner)) {
      removeAbandoned(file)
      continue
    }
    if (!hasSaid && owner !== null) {
      console.log('Another process is installing or building here: waiting for it ...')
      hasSaid = true
    }
    sleep(LOOK_MS)
  }
  const release = () => {
    process.off('exit', release)
    if (read(file) === mine) rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}

// @ts-check
// Plain JavaScript for any Node from 20 on, like bootstrap.mjs, which it belongs to.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The exit code of a start whose upgrade was undone (`upgrade/upgrade-guard.ts`). */
export const UPGRADE_UNDONE = 75
/** The same where the database could not be put back. */
export const UPGRADE_STUCK = 77

/** @param {string} root @param {string} dataDir @returns {string | null} */
const findReadyCommit = (root, dataDir) => {
  const file = join(resolve(root, dataDir), 'ready.json')
  if (!existsSync(file)) return null
  const { commit } = JSON.parse(readFileSync(file, 'utf8'))
  return typeof commit === 'string' && /^[\da-f]{40}$/.test(commit) ? commit : null
}

/**
 * Checks out the version that became ready here last. Answers whether it did: not where files were changed by hand, nor
 * where that version is the one that failed.
 * @param {string} root
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {boolean}
 */
export const checkOutEarlier = (root, env) => {
  // In development somebody is at work in this checkout.
  if (env['NODE_ENV'] !== 'production') return false
  const commit = findReadyCommit(root, env['DATA_DIR'] || '.data')
  if (commit === null) return false
  /** @param {string[]} args */
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
    return status === 0 ? stdout.trim() : null
  }
  if (git('rev-parse', 'HEAD') === commit || git('status', '--porcelain', '--untracked-files=no') !== '')
    return false
  if (git('checkout', '--quiet', '--detach', commit) === null) return false
  console.error(
    `Checked out the version from before, ${commit.slice(0, 10)}, and starting it. To upgrade again, check out a later version, or git checkout - && git pull on a branch.`,
  )
  return true
}

import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sources = [
  'kernel/{browser,build,common,packages/browser,packages/common}/**',
  'sdk/package/build/**',
  'sdk/{browser,common,ui}/**',
  'sdk/package.json',
  'builtin/package.json',
  'builtin/*/manifest.ts',
  'builtin/*/{browser,contract,locales}/**',
  'plugins/*/browser/**',
  'locales/*.yml',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

const leftOut = /\.test\.tsx?$|\.md$/
const HASH_FILE = '.source-hash'

/** Inputs of a plugin build besides its own folder. */
const pluginSources = [
  'kernel/build/**',
  'sdk/{common,package,server}/**',
  'sdk/ui/icons.ts',
  'builtin/*/contract/**',
  'package-lock.json',
]

function hashFiles(root: string, patterns: readonly string[], skipped: RegExp): string {
  const hash = createHash('sha256')
  const files = globSync([...patterns], { cwd: root })
    .filter((file) => !skipped.test(file))
    .sort()
  for (const file of files) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/** Hash of the content of all that a build of the shell reads; what only the server runs does not count. */
export const hashSources = (root: string): string => hashFiles(root, sources, leftOut)

/** Hash of the content of all that a build of this run-time plugin reads. */
export const hashPlugin = (root: string, folder: string): string =>
  hashFiles(root, pluginSources, leftOut) +
  hashFiles(folder, ['**'], /^(dist|node_modules)([/\\]|$)|\.test\.tsx?$|\.md$/)

/** Sources of the packed SDK, including its tools and the server of the test harness. */
const sdkSources = [
  'kernel/**/*.{ts,tsx,mjs,sql}',
  'sdk/**',
  'builtin/*/contract/**',
  'builtin/package.json',
  'locales/*.yml',
  'package-lock.json',
]

/** Hash of the content of all that the packed SDK holds. */
export const hashSdk = (root: string): string => hashFiles(root, sdkSources, /\.test\.tsx?$/)

export const hashFile = (outDir: string): string => join(outDir, HASH_FILE)

/** Whether the build in `outDir` was made of these sources, and finished. */
export const isBuildCurrent = (outDir: string, hash: string): boolean =>
  existsSync(hashFile(outDir)) && readFileSync(hashFile(outDir), 'utf8').trim() === hash

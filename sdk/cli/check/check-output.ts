import type { Manifest } from '@spawnpoint/sdk/common'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseSync } from 'vite'
import { problem, warning, type Finding } from './finding.ts'

const WARN_BYTES = 60_000
const FAIL_BYTES = 150_000

/** A built file and all that it imports before it runs. */
function closureOf(dist: string, file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || !existsSync(join(dist, file))) return seen
  seen.add(file)
  const { module } = parseSync(file, readFileSync(join(dist, file), 'utf8'))
  const requests = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
  for (const { moduleRequest } of requests)
    if (moduleRequest?.value.startsWith('.'))
      closureOf(dist, posix.join(posix.dirname(file), moduleRequest.value), seen)
  return seen
}

/** Download size of a module in bytes, gzipped. */
export const moduleBytes = (dist: string, file: string): number =>
  [...closureOf(dist, file)].reduce(
    (sum, each) => sum + gzipSync(readFileSync(join(dist, each)), { level: 9 }).length,
    0,
  )

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

/** The size of each module of the browser module. */
export const checkSizes = (dist: string, built: Manifest): readonly Finding[] =>
  Object.entries(built.modules).flatMap(([name, file]) => {
    const bytes = moduleBytes(dist, file)
    const text = `${kilobytes(bytes)} of gzip before it draws anything: load what is large with import() when it is needed`
    if (bytes > FAIL_BYTES)
      return [problem('E_SIZE', `modules.${name}`, `${text}; ${kilobytes(FAIL_BYTES)} are the limit`)]
    return bytes > WARN_BYTES ? [warning('W_SIZE', `modules.${name}`, text)] : []
  })

const outputCodes: readonly (readonly [RegExp, string])[] = [
  [/has a React of its own/, 'E_SECOND_REACT'],
  [/eval or new Function/, 'E_COMPILED_TEXT'],
  [/does not share|is not for the browser module/, 'E_IMPORT'],
  [/no plain data/, 'E_CONTRACT_DATA'],
  [/^E_LOCALE /, 'E_LOCALE'],
]

/** `E_IMPORT: browser/page.tsx:2 what is wrong` */
const placed = /(E_[A-Z_]+): (\S+:\d+) (.+)/

/** `╭─[ browser/page.tsx:13:62 ]` */
const bundlerPlace = /\[ (?:.*\/)?((?:browser|server|contract)\/\S+?:\d+):\d+/

/** Converts the build's error into findings, one per meaningful line. */
export function explainBuildFailure(message: string): readonly Finding[] {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && line !== 'E_PLUGIN_OUTPUT')
  const known = lines.flatMap((line) => {
    const [, own, at, text] = placed.exec(line) ?? []
    if (own !== undefined && at !== undefined && text !== undefined) return [problem(own, at, text)]
    const code = outputCodes.find(([pattern]) => pattern.test(line))?.[1]
    return code === undefined ? [] : [problem(code, 'build', line.trim())]
  })
  const at = bundlerPlace.exec(message)?.[1] ?? 'build'
  return known.length > 0 ? known : [problem('E_BUILD', at, lines.slice(0, 6).join('\n    '))]
}

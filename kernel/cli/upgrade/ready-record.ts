import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT, VERSION } from '../../server/version.ts'

const record = z.object({ version: z.string(), migrations: z.string(), commit: z.string().nullable() })
/** The version that became ready here last. */
export type ReadyRecord = z.output<typeof record>

/** `start.mjs` reads it as well. */
const fileOf = (dataDir: string) => join(dataDir, 'ready.json')

/** The commit that a checkout is at; null where it is none. */
export function findCommit(root = ROOT): string | null {
  const read = (name: string) => {
    const file = join(root, '.git', name)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  }
  const head = read('HEAD')
  const [, ref] = /^ref: (refs\/\S+)$/.exec(head ?? '') ?? []
  if (ref === undefined) return /^[\da-f]{40}$/.test(head ?? '') ? head : null
  const packed = read('packed-refs')
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`))
  return read(ref) ?? packed?.slice(0, 40) ?? null
}

/** Null on the first start, and where the file cannot be read: nothing depends on it but a shortcut and a hint. */
export function readReady(dataDir: string): ReadyRecord | null {
  try {
    return record.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return null
  }
}

/** Written only where it says something new. */
export function writeReady(dataDir: string, migrations: string): void {
  const next: ReadyRecord = { version: VERSION, migrations, commit: findCommit() }
  const text = `${JSON.stringify(next)}\n`
  if (JSON.stringify(readReady(dataDir)) === JSON.stringify(next)) return
  writeFileSync(`${fileOf(dataDir)}.new`, text, { mode: 0o600 })
  renameSync(`${fileOf(dataDir)}.new`, fileOf(dataDir))
}

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const record = z.object({
  /** Previous state: nothing, data only, a folder in `plugins/`, or a package. */
  found: z.enum(['nothing', 'data', 'folder', 'package']),
  enabled: z.boolean(),
  /** Hash of the package that was installed before. */
  hash: z.string().nullable(),
})

/** State of the product before a development session began. */
export type DevRecord = z.output<typeof record>

const ownerOnly = { mode: 0o600 }
/** On the disk, so that the next start of a product that was killed finds what it has to put back. */
export function createDevRecords(dataDir: string) {
  const folder = join(dataDir, 'plugin-dev', 'sessions')
  const fileOf = (id: string, ending: 'json' | 'zip') => join(folder, `${id}.${ending}`)
  return {
    ids(): readonly string[] {
      try {
        return readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []))
      } catch {
        // No development session has ever run here.
        return []
      }
    },
    write(id: string, what: DevRecord, bytes: Uint8Array | null) {
      mkdirSync(folder, { recursive: true })
      // The package first: a record is never without it.
      if (bytes) writeFileSync(fileOf(id, 'zip'), bytes, ownerOnly)
      writeFileSync(fileOf(id, 'json'), JSON.stringify(what), ownerOnly)
    },
    read: (id: string): DevRecord => record.parse(JSON.parse(readFileSync(fileOf(id, 'json'), 'utf8'))),
    readPackage: (id: string): Uint8Array => readFileSync(fileOf(id, 'zip')),
    remove(id: string) {
      rmSync(fileOf(id, 'json'), { force: true })
      rmSync(fileOf(id, 'zip'), { force: true })
    },
  }
}

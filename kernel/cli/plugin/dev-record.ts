import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { PluginDevDesk } from '../../build/plugin-dev-desk.ts'

const record = z.object({
  /** What stood there before: nothing, data alone, a folder of the plugins folder, a package. */
  found: z.enum(['nothing', 'data', 'folder', 'package']),
  enabled: z.boolean(),
  /** Of the package that was there. */
  hash: z.string().nullable(),
})

/** What was there when somebody began to write a plugin into a product. */
export type DevRecord = z.output<typeof record>

const ownerOnly = { mode: 0o600 }
const desk = z.object({ address: z.url(), token: z.string() })

const deskFile = (dataDir: string) => join(dataDir, 'plugin-dev', 'desk.json')

/** Tells the tools on this machine where a product takes packages; whoever may read its data folder may hand one over. */
export function publishDesk(dataDir: string, found: PluginDevDesk): void {
  mkdirSync(join(dataDir, 'plugin-dev'), { recursive: true })
  writeFileSync(deskFile(dataDir), JSON.stringify(found), ownerOnly)
}

export const withdrawDesk = (dataDir: string): void => rmSync(deskFile(dataDir), { force: true })

/** Null when no product has opened one. */
export function findPublishedDesk(dataDir: string): PluginDevDesk | null {
  try {
    return desk.parse(JSON.parse(readFileSync(deskFile(dataDir), 'utf8')))
  } catch {
    // Not there, or not whole yet: there is none.
    return null
  }
}

/** On the disk, so that the next start of a product that was killed finds what it has to put back. */
export function createDevRecords(dataDir: string) {
  const folder = join(dataDir, 'plugin-dev', 'sessions')
  const fileOf = (id: string, ending: 'json' | 'zip') => join(folder, `${id}.${ending}`)
  return {
    ids(): readonly string[] {
      try {
        return readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []))
      } catch {
        // Nobody has ever written a plugin into this product.
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

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { PluginDevDesk } from './dev-desk.ts'

const desk = z.object({ address: z.url(), token: z.string() })

const deskFile = (dataDir: string) => join(dataDir, 'plugin-dev', 'desk.json')

/** Tells the tools on this machine where a product takes packages; whoever may read its data folder may hand one over. */
export function publishDesk(dataDir: string, found: PluginDevDesk): void {
  mkdirSync(join(dataDir, 'plugin-dev'), { recursive: true })
  writeFileSync(deskFile(dataDir), JSON.stringify(found), { mode: 0o600 })
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

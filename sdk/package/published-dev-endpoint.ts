import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { PluginDevAddress } from './dev-endpoint.ts'

const endpoint = z.object({ address: z.url(), token: z.string() })

const endpointFile = (dataDir: string) => join(dataDir, 'plugin-dev', 'endpoint.json')

/** Tells the tools on this machine where a product takes packages; whoever may read its data folder may hand one over. */
export function publishDevEndpoint(dataDir: string, found: PluginDevAddress): void {
  mkdirSync(join(dataDir, 'plugin-dev'), { recursive: true })
  writeFileSync(endpointFile(dataDir), JSON.stringify(found), { mode: 0o600 })
}

export const withdrawDevEndpoint = (dataDir: string): void => rmSync(endpointFile(dataDir), { force: true })

/** Null when no product has opened one. */
export function findPublishedDevEndpoint(dataDir: string): PluginDevAddress | null {
  try {
    return endpoint.parse(JSON.parse(readFileSync(endpointFile(dataDir), 'utf8')))
  } catch {
    // Not there, or not whole yet: there is none.
    return null
  }
}

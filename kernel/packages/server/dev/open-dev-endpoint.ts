import { setSourceMapsSupport } from 'node:module'
import {
  createPluginDevEndpoint,
  type DevSessions,
  type OpenDevEndpoint,
} from '../../../../sdk/package/dev-endpoint.ts'
import { publishDevEndpoint, withdrawDevEndpoint } from '../../../../sdk/package/published-dev-endpoint.ts'
import { createDevSessions, type DevProduct } from './dev-sessions.ts'

/** Puts back what a product that was killed while somebody wrote a plugin into it has left. */
export async function recoverFromDev(server: DevProduct): Promise<DevSessions> {
  const { dataDir } = server.core.config
  withdrawDevEndpoint(dataDir)
  const sessions = createDevSessions(server, dataDir)
  for (const line of await sessions.recover())
    console.log(`A plugin that was being written is put back as it was before: ${line}.`)
  return sessions
}

export interface DevEndpoint {
  readonly endpoint: OpenDevEndpoint
  /** Takes packages from now on. */
  attach(server: DevProduct): Promise<void>
  close(): Promise<void>
}

/** Where the tools hand over a plugin that somebody is writing. */
export function openDevEndpoint(): DevEndpoint {
  let sessions: DevSessions | null = null
  let withdraw: () => void = () => undefined
  // For a server module that was allowed into the process: stacks name the files of its author, as those of a worker do.
  setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
  const endpoint = createPluginDevEndpoint(() => sessions)
  return {
    endpoint,
    async attach(server) {
      sessions = await recoverFromDev(server)
      const { dataDir } = server.core.config
      publishDevEndpoint(dataDir, await endpoint.describe())
      withdraw = () => withdrawDevEndpoint(dataDir)
    },
    async close() {
      withdraw()
      await endpoint.close()
    },
  }
}

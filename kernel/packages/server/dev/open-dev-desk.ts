import { createPluginDevDesk, type DevSessions, type OpenDesk } from '../../../../sdk/package/dev-desk.ts'
import { publishDesk, withdrawDesk } from '../../../../sdk/package/published-desk.ts'
import { createDevSessions, type DevProduct } from './dev-sessions.ts'

/** Puts back what a product that was killed while somebody wrote a plugin into it has left. */
export async function recoverFromDev(server: DevProduct): Promise<DevSessions> {
  const { dataDir } = server.core.config
  withdrawDesk(dataDir)
  const sessions = createDevSessions(server, dataDir)
  for (const line of await sessions.recover())
    console.log(`A plugin that was being written is put back as it was before: ${line}.`)
  return sessions
}

export interface DevDesk {
  readonly desk: OpenDesk
  /** Takes packages from now on. */
  attach(server: DevProduct): Promise<void>
  close(): Promise<void>
}

/** Where the tools hand over a plugin that somebody is writing. */
export function openDevDesk(): DevDesk {
  let sessions: DevSessions | null = null
  let withdraw: () => void = () => undefined
  const desk = createPluginDevDesk(() => sessions)
  return {
    desk,
    async attach(server) {
      sessions = await recoverFromDev(server)
      const { dataDir } = server.core.config
      publishDesk(dataDir, await desk.describe())
      withdraw = () => withdrawDesk(dataDir)
    },
    async close() {
      withdraw()
      await desk.close()
    },
  }
}

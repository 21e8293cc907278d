import type { PanelCatalogue } from './panel-catalogue.ts'

export type PanelDialect = 'pterodactyl' | 'pelican'

export type PanelUserRow = {
  id: number
  external_id: string | null
  uuid: string
  username: string
  email: string
  first_name: string
  last_name: string
  language: string
  root_admin: boolean
  created_at: string
  updated_at: string
}

export type PanelServerRow = {
  id: number
  external_id: string | null
  uuid: string
  name: string
  description: string
  status: 'installing' | 'install_failed' | 'suspended' | 'restoring_backup' | null
  /** When the running installation ends, in ms; null once it has. */
  installedAt: number | null
  user: number
  node: number
  egg: number
  /** The first one is the default allocation. */
  allocations: number[]
  limits: { memory: number; swap: number; disk: number; io: number; cpu: number }
  feature_limits: { databases: number; allocations: number; backups: number }
  image: string
  startup: string
  environment: Record<string, string>
  created_at: string
  updated_at: string
}

export type PanelCall = {
  at: number
  method: string
  path: string
  query: string
  body: unknown
  status: number | null
}

export type PanelState = PanelCatalogue & {
  users: PanelUserRow[]
  servers: PanelServerRow[]
  nextUserId: number
  nextServerId: number
}

export const createPanelState = (catalogue: PanelCatalogue): PanelState => ({
  ...catalogue,
  users: [],
  servers: [],
  nextUserId: 1,
  nextServerId: 1,
})

export const takenAllocations = (state: PanelState) =>
  new Set(state.servers.flatMap((server) => server.allocations))

/** Installations end by the clock; no timer has to be stopped when the emulator closes. */
export const finishInstallations = (state: PanelState, now: number) => {
  for (const server of state.servers) {
    if (server.installedAt === null || server.installedAt > now) continue
    server.installedAt = null
    if (server.status === 'installing') server.status = null
  }
}

// The real panel writes its times with an offset, not with a Z.
export const panelTime = (now: number) => new Date(now).toISOString().replace(/\.\d+Z$/, '+00:00')

import { Incidents } from '@spawnpoint/contracts/announcements'
import { Database, provide } from '@spawnpoint/sdk/server'
import { findIncident } from './incident-queries.ts'

/** Incidents as other plugins see them. */
export const provideIncidents = provide(Incidents, { db: Database }, ({ db }) => ({
  async find(id: string) {
    const row = await findIncident(db.orm, id)
    if (!row?.status) return null
    const { title, status, locationIds, createdAt } = row
    return { id, title, status, locationIds, startedAt: new Date(createdAt) }
  },
}))

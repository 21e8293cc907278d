import { defineService } from '@spawnpoint/sdk/common'
import type { IncidentStatus } from './schemas.ts'

/** An incident as other plugins see it. */
export interface IncidentFacts {
  readonly id: string
  readonly title: string
  readonly status: IncidentStatus
  /** Empty where it is for everybody or for a role. */
  readonly locationIds: readonly string[]
  readonly startedAt: Date
}

export interface IncidentsService {
  /** Null where there is no announcement of that id, or it is no incident. */
  find(id: string): Promise<IncidentFacts | null>
}

export const Incidents = defineService<IncidentsService>('announcements.incidents')

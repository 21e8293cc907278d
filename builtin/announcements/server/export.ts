import { exported, provideExports } from '@spawnpoint/sdk/server'
import { incidentUpdate } from './tables.ts'

/** Updates of incidents; announcements themselves are rows of the resource. */
export const announcementsExport = provideExports('announcements', [
  {
    name: 'incident-updates',
    about: 'Updates of incidents.',
    version: 1,
    table: incidentUpdate,
    key: [incidentUpdate.id],
    columns: {
      id: exported(incidentUpdate.id),
      announcement: exported(incidentUpdate.announcement, 'Id in `announcements`.'),
      status: exported(incidentUpdate.status),
      text: exported(incidentUpdate.text),
      authorId: exported(incidentUpdate.authorId, 'Id in `users`.'),
      createdAt: exported(incidentUpdate.createdAt),
    },
  },
])

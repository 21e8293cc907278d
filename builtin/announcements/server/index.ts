import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { announcementsExport } from './export.ts'
import { announcementKinds, announceJob } from './announce.ts'
import { forgetReader } from './feed-queries.ts'
import { findReader, readerUses } from './find-reader.ts'
import {
  handleDismissAnnouncement,
  handleListAnnouncements,
  handleListAudiences,
  handleReadAll,
  handleReadAnnouncement,
  handleShowAnnouncement,
  readState,
} from './handle-feed.ts'
import { handleListIncidentUpdates, handlePostIncidentUpdate } from './handle-incidents.ts'
import { provideIncidents } from './provide-incidents.ts'
import { serveAnnouncements } from './serve-announcements.ts'

const forgetUser = listen(userErased, { db: Database }, async ({ payload, db }) => {
  await forgetReader(db.orm, payload.id)
})

export default definePluginServer(manifest, {
  resources: [serveAnnouncements],
  endpoints: [
    handleListAnnouncements,
    handleShowAnnouncement,
    handleReadAnnouncement,
    handleDismissAnnouncement,
    handleReadAll,
    handleListAudiences,
    handleListIncidentUpdates,
    handlePostIncidentUpdate,
  ],
  provides: [announcementsExport, announcementKinds, provideIncidents],
  jobs: [announceJob],
  listeners: [forgetUser],
  uses: readerUses,
  setup(services, host) {
    host.describeSession(async ({ id }) => {
      const { unread, headline } = await readState(services.db, await findReader(services, id))
      return { stats: { unread_announcements: unread, announcement_headline: headline } }
    })
  },
})

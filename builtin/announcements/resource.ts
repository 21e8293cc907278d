import { incidentStatuses } from '@spawnpoint/contracts/announcements/schemas'
import {
  boolean,
  choice,
  dateTime,
  defineResource,
  json,
  multiline,
  text,
  uuid,
} from '@spawnpoint/sdk/resource'

export const announcements = defineResource('announcements', {
  permission: 'admin.announcements',
  nav: { group: 'content', order: 56 },
  icon: 'Megaphone',
  title: 'title',
  // The day of publication says what the day of creation would.
  dates: [],
  rules: ['SCR59', 'SCR60', 'SCR61', 'SCR62'],
  fails: { ANNOUNCEMENTS_NO_AUDIENCE: 400, ANNOUNCEMENTS_ENDS_FIRST: 400 },
  fields: {
    title: text(1, 120).column({ sort: true, search: true }),
    // Depends on the time, so it is worked out when an announcement is read.
    state: choice(['draft', 'scheduled', 'published', 'ended'])
      .computed()
      .tones({ scheduled: 'info', published: 'success' })
      .column({ phone: 'badge' }),
    kind: choice(['news', 'incident']).initial('news').column({ filter: true, phone: 'meta' }),
    // Moves with the updates of an incident.
    status: choice(incidentStatuses)
      .optional()
      .readOnly()
      .tones({
        investigating: 'danger',
        identified: 'warning',
        monitoring: 'info',
        resolved: 'success',
      })
      .column({ filter: true, list: 'hidden' }),
    summary: text(1, 280),
    body: multiline(20_000).optional(),
    // Separated by commas.
    tags: text(1, 200).optional().column({ search: true, list: 'hidden' }),
    audience: choice(['everyone', 'role', 'locations'])
      .initial('everyone')
      .column({ filter: true, phone: 'hidden' }),
    roleId: uuid().optional(),
    locationIds: json<readonly string[]>({
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      maxItems: 200,
    }).initial([]),
    pinned: boolean(),
    draft: boolean(),
    publishAt: dateTime().optional().column({ sort: true, phone: 'meta' }),
    expiresAt: dateTime().optional(),
    notifiedAt: dateTime().optional().readOnly().hidden(),
    authorId: uuid().optional().readOnly().hidden(),
    author: text(0, 191).computed().column({ phone: 'hidden' }),
  },
})

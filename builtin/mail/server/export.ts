import { exported, provideExports } from '@spawnpoint/sdk/server'
import { email } from './tables.ts'

/** Emails of a user without their text, which may hold links and codes. */
export const mailExport = provideExports('mail', [
  {
    name: 'emails',
    about: 'Emails to a user, without their text.',
    version: 1,
    table: email,
    key: [email.id],
    isOnlyPersonal: true,
    personal: { rows: email.userId },
    columns: {
      address: exported(email.address),
      subject: exported(email.subject),
      status: exported(email.status, '`queued`, `sent` or `failed`.'),
      createdAt: exported(email.createdAt),
      sentAt: exported(email.sentAt),
    },
  },
])

import type { DatabaseService, HealthReport } from '@spawnpoint/sdk/server'
import { countTroubleSince } from './email-queries.ts'

const page = { route: 'settings', tab: 'mail' } as const

/** The line of the health page: is mail set up, and does it go out? */
export const checkEmails =
  ({ db, post, since }: { db: DatabaseService; post: { isConfigured(): boolean }; since: () => Date }) =>
  async (): Promise<HealthReport> => {
    if (!post.isConfigured())
      return {
        status: 'warning',
        code: 'none',
        detail: 'No mail server is set up.',
        todo: 'Enter a mail server in Settings.',
        page,
      }
    const { failed, waiting, reason } = await countTroubleSince(db.orm, since())
    if (reason === null)
      return { status: 'healthy', code: 'well', detail: 'No emails failed in the last 24 hours.' }
    return {
      status: 'warning',
      code: 'failing',
      values: { failed, waiting, reason },
      detail: `${failed} emails failed in the last day, ${waiting} are tried again. ${reason}`,
      todo: 'Check the mail server in Settings and send a test email.',
      page,
    }
  }

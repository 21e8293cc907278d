import type { DatabaseService, HealthReport } from '@spawnpoint/sdk/server'
import { countFailedSince } from './email-queries.ts'

/** The line of the health page: is mail set up, and does it go out? */
export const checkEmails =
  ({ db, post, since }: { db: DatabaseService; post: { isConfigured(): boolean }; since: () => Date }) =>
  async (): Promise<HealthReport> => {
    if (!post.isConfigured()) return { status: 'warning', detail: 'no mail server is configured' }
    const failed = await countFailedSince(db.orm, since())
    return {
      status: failed > 0 ? 'warning' : 'healthy',
      detail: `${failed} emails failed in the last day`,
    }
  }

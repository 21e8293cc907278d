import { BOUNCED_STAT, EmailTemplates, Mail, mailSettings } from '@spawnpoint/contracts/mail'
import { Roles } from '@spawnpoint/contracts/roles'
import { userErased, Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import {
  Clock,
  Database,
  defineJob,
  definePluginServer,
  Instance,
  Jobs,
  listen,
  Log,
  provide,
  Secrets,
  Settings,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
import { findBounceOf, forgetBouncesOf, removeOldBounces } from './bounces.ts'
import { checkEmails } from './check-emails.ts'
import { createMail } from './create-mail.ts'
import { provideMailer } from './create-mailer.ts'
import { removeEmailsOf, removeOldEmails } from './email-queries.ts'
import { handleDeleteOwnEmail, handleListOwnEmails, handleSendTestEmail } from './handle-emails.ts'
import {
  handleClearUserBounce,
  handleReadOwnBounce,
  handleReadUserBounce,
  handleRetryOwnAddress,
} from './handle-bounces.ts'
import { handleCheckDns } from './handle-dns.ts'
import { handleListUserEmails } from './handle-user-emails.ts'
import { mailExport } from './export.ts'
import { createPostOffice, PostOffice } from './post-office.ts'
import { emailMetrics } from './email-metrics.ts'
import { sendEmail } from './send-email.ts'

const DAY = 86_400_000

const everyNight = { payload: z.object({}), schedule: '23 3 * * *', prunes: true }
const dropOldEmails = defineJob(
  'drop-old-emails',
  everyNight,
  { db: Database, clock: Clock, settings: Settings, users: Users },
  async ({ db, clock, settings, users }) => {
    const days = settings.read(mailSettings).mail_keep_days
    const before = new Date(clock.now().getTime() - days * DAY)
    await removeOldEmails(db.orm, before)
    await removeOldBounces(db.orm, users, before)
  },
)

const forgetUser = listen(
  userErased,
  { db: Database, users: Users },
  ({ payload: { id: user }, db, users }) =>
    db.orm.transaction(async (tx) => {
      const addresses = await removeEmailsOf(tx, user)
      await forgetBouncesOf(tx, users, { user, addresses })
    }),
)

const mailUses = {
  db: Database,
  settings: Settings,
  jobs: Jobs,
  clock: Clock,
  users: Users,
  roles: Roles,
  log: Log,
  post: PostOffice,
  secrets: Secrets,
  instance: Instance,
  templates: optional(EmailTemplates),
}

export default definePluginServer(manifest, {
  settings: mailSettings,
  internal: [provide(PostOffice, { settings: Settings }, createPostOffice)],
  provides: [provide(Mail, mailUses, createMail), provideMailer, emailMetrics, mailExport],
  endpoints: [
    handleListOwnEmails,
    handleDeleteOwnEmail,
    handleListUserEmails,
    handleSendTestEmail,
    handleCheckDns,
    handleReadOwnBounce,
    handleRetryOwnAddress,
    handleReadUserBounce,
    handleClearUserBounce,
  ],
  jobs: [sendEmail, dropOldEmails],
  listeners: [forgetUser],
  uses: { db: Database, clock: Clock, post: PostOffice, users: Users },
  setup({ db, clock, post, users }, host) {
    host.health('emails', checkEmails({ db, post, since: () => new Date(clock.now().getTime() - DAY) }))
    host.describeSession(async ({ id }) => {
      const addresses = post.isConfigured() ? await findBounceOf(db.orm, id) : []
      if (addresses.length === 0) return {}
      const current = (await users.find(id))?.email.toLowerCase()
      return addresses.some((address) => address === current) ? { stats: { [BOUNCED_STAT]: true } } : {}
    })
    host.onDispose(() => post.close())
  },
})

import { Mail, mailSettings, type MailService } from '@spawnpoint/contracts/mail'
import { Roles } from '@spawnpoint/contracts/roles'
import { userErased, Users } from '@spawnpoint/contracts/users'
import {
  Audit,
  Clock,
  Database,
  defineServerPart,
  Instance,
  Jobs,
  Log,
  Sessions,
  Settings,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { checkEmails } from './check-emails.ts'
import { insertEmail, removeEmailsOf, removeOldEmails } from './email-queries.ts'
import { createPostOffice } from './post-office.ts'
import { registerEndpoints } from './register-endpoints.ts'
import { createRootNotices } from './root-notices.ts'
import { SEND_EMAIL, sendEmail, sendEmailPayload } from './send-email.ts'

const DAY = 86_400_000
const KEEP_DAYS = 180

export default defineServerPart({
  uses: {
    db: Database,
    settings: Settings,
    jobs: Jobs,
    clock: Clock,
    audit: Audit,
    instance: Instance,
    users: Users,
    roles: Roles,
    log: Log,
    sessions: Sessions,
  },
  provides: Mail,
  settings: mailSettings,
  setup({ db, settings, jobs, clock, audit, instance, users, roles, log, sessions }, host) {
    const post = createPostOffice(settings)
    const ago = (days: number) => new Date(clock.now().getTime() - days * DAY)
    registerEndpoints({ db, audit, instance, users, settings, sessions }, host)
    host.job(SEND_EMAIL, { payload: sendEmailPayload, maxAttempts: 8 }, sendEmail({ db, clock, post, log }))
    const everyNight = { payload: z.object({}), schedule: '23 3 * * *' }
    host.job('drop-old-emails', everyNight, () => removeOldEmails(db.orm, ago(KEEP_DAYS)))
    host.on(userErased, ({ payload }) => removeEmailsOf(db.orm, payload.id))
    host.health('emails', checkEmails({ db, post, since: () => ago(1) }))
    host.onDispose(() => post.close())
    const send: MailService['send'] = async (tx, email) => {
      if (!post.isConfigured()) return
      await jobs.add(SEND_EMAIL, { email: await insertEmail(tx, email, clock.now()) }, { tx })
    }
    const defaultLocale = () =>
      String(settings.describe().find(({ key }) => key === 'app_lang')?.value ?? 'EN')
    return {
      isConfigured: post.isConfigured,
      send,
      ...createRootNotices({ roles, users, post, log, send, defaultLocale }),
    }
  },
})

import { Notifications, notificationSettings } from '@spawnpoint/contracts/notifications'
import { userErased } from '@spawnpoint/contracts/users'
import {
  Clock,
  Database,
  defineJob,
  definePluginServer,
  listen,
  provide,
  secretKeyReplaced,
  Settings,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
import { notificationsExport } from './export.ts'
import { createNotifications, notifierUses } from './create-notifications.ts'
import {
  handleChangePreference,
  handleList,
  handleMark,
  handleMarkAll,
  handleReadPreferences,
} from './handle-calls.ts'
import { pluginKind, provideNotifier } from './create-notifier.ts'
import { deliverJob, provideDeliveries } from './deliver.ts'
import {
  handleAddDevice,
  handleChangeRoutine,
  handleReadRoutine,
  handleRemoveDevice,
} from './handle-routine.ts'
import { countUnreadOf, dropOld, forgetPerson, forgetSealed } from './notification-queries.ts'

const dayMs = 86_400_000

const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) => forgetPerson(db.orm, payload.id))
const dropSealed = listen(secretKeyReplaced, { db: Database }, ({ db }) => forgetSealed(db.orm))

const nightly = { payload: z.object({}), schedule: '40 3 * * *', prunes: true }
const dropUses = { db: Database, clock: Clock, settings: Settings }
const dropJob = defineJob('drop-old', nightly, dropUses, async ({ db, clock, settings }) => {
  const kept = settings.read(notificationSettings)
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  await dropOld(db.orm, {
    done: before(kept.notifications_keep_done_days),
    all: before(kept.notifications_keep_days),
  })
})

export default definePluginServer(manifest, {
  settings: notificationSettings,
  provides: [
    notificationsExport,
    provide(Notifications, notifierUses, createNotifications),
    provideDeliveries,
    provideNotifier,
    pluginKind,
  ],
  endpoints: [
    handleList,
    handleMark,
    handleMarkAll,
    handleReadPreferences,
    handleChangePreference,
    handleReadRoutine,
    handleChangeRoutine,
    handleAddDevice,
    handleRemoveDevice,
  ],
  jobs: [dropJob, deliverJob],
  listeners: [forgetUser, dropSealed],
  uses: { db: Database, clock: Clock },
  setup({ db, clock }, host) {
    host.describeSession(async ({ id }) => ({
      stats: { unread_notifications: await countUnreadOf(db.orm, id, clock.now()) },
    }))
  },
})

import { addDevice, changeRoutine, readRoutine, removeDevice } from '@spawnpoint/contracts/notifications'
import type { ReplyOf, ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Clock, Database, Secrets, type Queries } from '@spawnpoint/sdk/server'
import { eq, sql } from 'drizzle-orm'
import { deleteDevice, listDevices, plainRoutine } from './delivery-queries.ts'
import { readPushKeys } from './push-keys.ts'
import { device, routine } from './tables.ts'

const uses = { db: Database, clock: Clock, secrets: Secrets }
type Uses = ServicesOf<typeof uses>

const MOST_DEVICES = 10

const find = async (db: Queries, person: string) =>
  (await db.select().from(routine).where(eq(routine.person, person)))[0]

async function present({ db, secrets }: Uses, person: string): Promise<ReplyOf<typeof readRoutine>> {
  const own = await find(db.orm, person)
  const { quietFrom, quietTo, timeZone, digest } = own ?? plainRoutine
  const devices = await listDevices(db.orm, person)
  return {
    quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
    timeZone,
    digest,
    hasDiscord: (own?.discordWebhook ?? null) !== null,
    pushKey: (await readPushKeys(db.orm, secrets)).publicKey,
    devices: devices.map(({ id, label, createdAt }) => ({ id, label, createdAt: createdAt.toISOString() })),
  }
}

export const handleReadRoutine = answer(readRoutine, uses, ({ actor, ...services }) =>
  present(services, actor.id),
)

export const handleChangeRoutine = answer(changeRoutine, uses, async ({ actor, body, ...services }) => {
  const { quiet, timeZone, digest, discordWebhook } = body
  const values = {
    ...(quiet !== undefined && { quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null }),
    ...(timeZone !== undefined && { timeZone }),
    ...(digest !== undefined && { digest }),
    ...(discordWebhook !== undefined && {
      discordWebhook: discordWebhook === null ? null : services.secrets.seal(discordWebhook),
    }),
  }
  await services.db.orm
    .insert(routine)
    .values({ person: actor.id, ...values })
    // An empty change would be no valid statement.
    .onConflictDoUpdate({ target: routine.person, set: { person: actor.id, ...values } })
  return present(services, actor.id)
})

export const handleAddDevice = answer(addDevice, uses, async ({ actor, body, fail, ...services }) => {
  const { db, clock } = services
  await db.orm.transaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('notifications.device:' || ${actor.id}, 0))`,
    )
    const row = { ...body, person: actor.id, createdAt: clock.now() }
    // A browser has one address: whoever logs in there last is told there.
    await tx.insert(device).values(row).onConflictDoUpdate({ target: device.endpoint, set: row })
    if ((await tx.$count(device, eq(device.person, actor.id))) > MOST_DEVICES)
      throw fail('NOTIFICATIONS_DEVICES')
  })
  return present(services, actor.id)
})

export const handleRemoveDevice = answer(removeDevice, uses, async ({ actor, params, fail, ...services }) => {
  if (!(await deleteDevice(services.db.orm, actor.id, params.id))) throw fail('NOT_FOUND')
  return present(services, actor.id)
})

import { userErased, Users } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, Database, Jobs, listen, Secrets, type Delivered } from '@spawnpoint/sdk/server'
import { sentEvents, typeOf, type SentEvent } from './catalogue.ts'
import { DELIVER, jobKey } from './deliver.ts'
import { addDelivery, forgetPerson } from './delivery-queries.ts'
import { awaitReceiver } from './waiting-messages.ts'
import { listTargets } from './webhook-queries.ts'

const uses = { clock: Clock, db: Database, jobs: Jobs, secrets: Secrets, users: Users }
type Services = ServicesOf<typeof uses>

/** The message of Standard Webhooks: type, time and data. Names travel along, so that a receiver need not ask for them. */
export async function composeBody(
  users: Services['users'],
  { type, at, data, people }: { type: string; at: Date; data: object; people: readonly string[] },
): Promise<string> {
  const found = people.length === 0 ? [] : await users.findMany(people)
  const names = Object.fromEntries(found.map(({ id, username }) => [id, { username }]))
  const known = found.length > 0 && { people: names }
  return JSON.stringify({ type, timestamp: at.toISOString(), data: { ...data, ...known } })
}

async function record(
  { clock, db, jobs, secrets, users }: Services,
  { event, peopleOf }: SentEvent,
  { id, at, payload }: Delivered<unknown>,
) {
  const type = typeOf(event)
  const targets = await listTargets(db.orm, type)
  if (targets.length === 0) return
  const people = [...new Set(peopleOf(payload))]
  // Payloads of events are objects.
  const body = await composeBody(users, { type, at, data: payload as object, people })
  await db.orm.transaction(async (tx) => {
    for (const { id: webhookId, failingSince } of targets) {
      const waits = failingSince !== null
      const values = {
        webhookId,
        eventId: id,
        event: type,
        body,
        people,
        status: 'pending',
        waits,
        createdAt: clock.now(),
      } as const
      const added = await addDelivery(tx, values)
      if (added === null) continue
      if (waits) await awaitReceiver({ jobs, secrets }, tx, { kind: 'webhook', id: webhookId })
      else await jobs.add(DELIVER, { delivery: added }, { tx, key: jobKey(added) })
    }
  })
}

export const listeners = sentEvents.map((sent) =>
  listen(sent.event, uses, async ({ id, at, payload, ...services }) => {
    // The log forgets the person before it notes that they are gone.
    if (sent.event.name === userErased.name)
      await forgetPerson(services.db.orm, userErased.payload.parse(payload).id)
    await record(services, sent, { id, at, payload })
  }),
)

import type { Queries, SecretsService } from '@spawnpoint/sdk/server'
import { createPushKeys, type PushKeys } from './encrypt-push.ts'
import { pushKey } from './tables.ts'

/** The key pair of this instance, made when it is first needed; of two processes at once, the first one's. */
export async function readPushKeys(db: Queries, secrets: SecretsService): Promise<PushKeys> {
  const find = async () => (await db.select().from(pushKey))[0]
  let found = await find()
  if (!found) {
    const { publicKey, privateKey } = createPushKeys()
    await db
      .insert(pushKey)
      .values({ publicKey, privateKey: secrets.seal(privateKey) })
      .onConflictDoNothing()
    found = await find()
  }
  if (!found) throw new Error('the push keys could not be read')
  return { publicKey: found.publicKey, privateKey: secrets.open(found.privateKey) }
}

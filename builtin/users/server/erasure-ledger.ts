import { Users, userErased } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Audit, Database, Instance, listen, Log, type InstanceService } from '@spawnpoint/sdk/server'
import { and, inArray, isNull } from 'drizzle-orm'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { pseudonymOf } from './erase-account.ts'
import { account } from './tables.ts'

/** Beside the database, so that a restored backup does not take it back. It holds no personal data. */
const LEDGER_FILE = 'erasures.jsonl'

const line = z.object({ id: z.uuid(), at: z.iso.datetime() })

const fileIn = (dataDir: string) => join(dataDir, LEDGER_FILE)

/** Ids in the ledger. A line that was cut while the disk was full is passed over. */
async function readLedger(dataDir: string): Promise<readonly string[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const ids = text.split('\n').flatMap((written) => {
    try {
      return [line.parse(JSON.parse(written)).id]
    } catch {
      return []
    }
  })
  return [...new Set(ids)]
}

/** Only after the commit: an erasure that was rolled back must not be repeated later. */
export async function writeErasure({ dataDir }: InstanceService, id: string, at: Date): Promise<void> {
  if ((await readLedger(dataDir)).includes(id)) return
  await appendFile(fileIn(dataDir), `${JSON.stringify({ id, at: at.toISOString() })}\n`, { mode: 0o600 })
}

export const recordErasure = listen(userErased, { instance: Instance }, ({ payload, at, instance }) =>
  writeErasure(instance, payload.id, at),
)

export const replayUses = { audit: Audit, db: Database, instance: Instance, log: Log, users: Users }

/** Erases again whoever came back with a restored backup. */
export async function replayErasures(uses: ServicesOf<typeof replayUses>): Promise<void> {
  const { audit, db, instance, log, users } = uses
  // A command must not change what it was not asked for.
  if (instance.standBy) return
  const erased = await readLedger(instance.dataDir)
  if (erased.length === 0) return
  const back = await db.orm
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.id, [...erased]), isNull(account.deletedAt)))
  for (const { id } of back) {
    try {
      await db.orm.transaction(async (tx) => {
        await users.erase(tx, id)
        const after = { username: pseudonymOf(id), reason: 'restored' }
        await audit.write(tx, { actor: null, action: 'users:erased', target: id, after })
      })
      log.warn({ user: id }, 'a user that a restored backup had brought back was erased again')
    } catch (error) {
      log.error({ err: error, user: id }, 'a user that a restored backup has brought back was not erased')
    }
  }
}

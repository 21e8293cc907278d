import type { Queries, SecretsService } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import type { ReceiverRef } from './receiver-queries.ts'
import { createSecret } from './sign-message.ts'
import { pluginAddress, secret } from './tables.ts'

export interface SigningSecrets {
  readonly current: string
  /** The one before, while messages still carry its signature too. */
  readonly previous: string | null
  readonly previousUntil: Date | null
}

/** Null when another SECRET_KEY sealed it. */
export function openSealed(secrets: SecretsService, sealed: string | null): string | null {
  try {
    return sealed === null ? null : secrets.open(sealed)
  } catch {
    // The key of the instance was replaced: what it sealed is lost.
    return null
  }
}

/** The secrets that sign, made on first use. */
export async function readSecrets(
  db: Queries,
  secrets: SecretsService,
  webhookId: string,
  now: Date,
): Promise<SigningSecrets> {
  const [row] = await db.select().from(secret).where(eq(secret.webhookId, webhookId))
  const current = openSealed(secrets, row?.sealed ?? null)
  if (!row || current === null) {
    const sealed = secrets.seal(createSecret())
    const insert = db.insert(secret).values({ webhookId, sealed })
    // Two processes that make the first one at once must agree.
    await (row
      ? insert.onConflictDoUpdate({
          target: secret.webhookId,
          set: { sealed, previous: null, previousUntil: null },
        })
      : insert.onConflictDoNothing())
    return readSecrets(db, secrets, webhookId, now)
  }
  const isKept = row.previousUntil !== null && row.previousUntil > now
  const previous = isKept ? openSealed(secrets, row.previous) : null
  return { current, previous, previousUntil: previous === null ? null : row.previousUntil }
}

/** The secrets that sign a message; none where a plugin gave none. */
export async function signingSecrets(
  db: Queries,
  secrets: SecretsService,
  { kind, id }: ReceiverRef,
  now: Date,
): Promise<readonly string[]> {
  if (kind === 'webhook') {
    const { current, previous } = await readSecrets(db, secrets, id, now)
    return previous === null ? [current] : [current, previous]
  }
  const [row] = await db.select().from(pluginAddress).where(eq(pluginAddress.id, id))
  const own = openSealed(secrets, row?.secret ?? null)
  return own === null ? [] : [own]
}

export const saveNewSecret = (
  db: Queries,
  secrets: SecretsService,
  webhookId: string,
  { current, until }: { readonly current: string; readonly until: Date },
) =>
  db
    .update(secret)
    .set({ sealed: secrets.seal(createSecret()), previous: secrets.seal(current), previousUntil: until })
    .where(eq(secret.webhookId, webhookId))

import type { Queries, SecretsService } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { createSecret } from './sign-message.ts'
import { secret } from './tables.ts'

export interface SigningSecrets {
  readonly current: string
  /** The one before, while messages still carry its signature too. */
  readonly previous: string | null
  readonly previousUntil: Date | null
}

/** Null when another SECRET_KEY sealed it. */
function open(secrets: SecretsService, sealed: string | null): string | null {
  try {
    return sealed === null ? null : secrets.open(sealed)
  } catch {
    // The key of the instance was replaced: what it sealed is lost, and a new secret takes its place.
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
  const current = open(secrets, row?.sealed ?? null)
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
  const previous = isKept ? open(secrets, row.previous) : null
  return { current, previous, previousUntil: previous === null ? null : row.previousUntil }
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

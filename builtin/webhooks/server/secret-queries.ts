import type { AuditService, Queries, SecretsService } from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
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

export interface SecretUses {
  readonly audit: AuditService
  readonly secrets: SecretsService
}

/** Makes another one in place of a secret that nobody can open any more; its receiver refuses messages until it has it. */
const replaceLost = (
  db: Queries,
  { audit, sealed }: Pick<SecretUses, 'audit'> & { readonly sealed: string },
  { webhookId, sealed: lost }: typeof secret.$inferSelect,
) =>
  db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(secret)
      .set({ sealed, previous: null, previousUntil: null })
      .where(and(eq(secret.webhookId, webhookId), eq(secret.sealed, lost)))
    if (rowCount === 1)
      await audit.write(tx, { actor: null, action: 'webhooks:secret-lost', target: webhookId })
  })

/** The secrets that sign, made on first use. */
export async function readSecrets(
  db: Queries,
  uses: SecretUses,
  webhookId: string,
  now: Date,
): Promise<SigningSecrets> {
  const { audit, secrets } = uses
  const [row] = await db.select().from(secret).where(eq(secret.webhookId, webhookId))
  const current = openSealed(secrets, row?.sealed ?? null)
  if (!row || current === null) {
    const sealed = secrets.seal(createSecret())
    // Two processes that make one at once must agree.
    await (row
      ? replaceLost(db, { audit, sealed }, row)
      : db.insert(secret).values({ webhookId, sealed }).onConflictDoNothing())
    return readSecrets(db, uses, webhookId, now)
  }
  const isKept = row.previousUntil !== null && row.previousUntil > now
  const previous = isKept ? openSealed(secrets, row.previous) : null
  return { current, previous, previousUntil: previous === null ? null : row.previousUntil }
}

/** After the key of the instance was replaced: the audit log says whose receivers need another secret. */
export async function replaceLostSecrets(db: Queries, uses: SecretUses, now: Date): Promise<void> {
  const rows = await db.select({ webhookId: secret.webhookId }).from(secret).orderBy(secret.webhookId)
  for (const { webhookId } of rows) await readSecrets(db, uses, webhookId, now)
}

/** The secrets that sign a message; none where a plugin gave none. */
export async function signingSecrets(
  db: Queries,
  uses: SecretUses,
  { kind, id }: ReceiverRef,
  now: Date,
): Promise<readonly string[]> {
  if (kind === 'webhook') {
    const { current, previous } = await readSecrets(db, uses, id, now)
    return previous === null ? [current] : [current, previous]
  }
  const [row] = await db.select().from(pluginAddress).where(eq(pluginAddress.id, id))
  const own = openSealed(uses.secrets, row?.secret ?? null)
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

import type { Queries, SecretsService, Transaction } from '@spawnpoint/sdk/server'
import { and, countDistinct, eq, inArray, sql } from 'drizzle-orm'
import { record, type ImportRecord, type RecordKind } from '../tables.ts'
import type { ImportContext } from './import-context.ts'

/**
 * Waits for another run from the same source, whose records are then seen: two runs at once take each record once.
 */
export const lockSource = (tx: Transaction, source: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`importers:${source}`}, 0))`)

const ERASED = 'erased:'

/** Tells the hashes of one SECRET_KEY from those of another. */
const keyMark = (secrets: SecretsService) =>
  `${ERASED}${secrets.sign('importers.record', 'key').slice(0, 8)}:`

/** In place of the id of an erased person, so that the next run finds the record and nobody else finds the person. */
const hiddenId = (secrets: SecretsService, { source, kind, sourceId }: RecordRef) =>
  keyMark(secrets) + secrets.sign('importers.record', JSON.stringify([source, kind, sourceId]))

type RecordRef = Pick<ImportRecord, 'source' | 'kind' | 'sourceId'>

/** The records of a kind that earlier batches have taken over, by their id in the source. */
export async function findRecords(
  db: Queries,
  { source, uses: { secrets } }: Pick<ImportContext, 'source' | 'uses'>,
  kind: RecordKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ImportRecord>> {
  if (ids.length === 0) return new Map()
  const stored = new Map(
    ids.flatMap((sourceId) => [
      [sourceId, sourceId],
      [hiddenId(secrets, { source, kind, sourceId }), sourceId],
    ]),
  )
  const rows = await db
    .select()
    .from(record)
    .where(
      and(eq(record.source, source), eq(record.kind, kind), inArray(record.sourceId, [...stored.keys()])),
    )
  return new Map(rows.map((row) => [stored.get(row.sourceId) ?? row.sourceId, row]))
}

/** Takes the ids that an erased person had in a source, such as that of a Discord account, out of their records. */
export async function forgetPerson(tx: Transaction, secrets: SecretsService, user: string): Promise<void> {
  const rows = await tx
    .select()
    .from(record)
    .where(and(inArray(record.kind, ['person', 'referral']), eq(record.target, user)))
  for (const { source, kind, sourceId } of rows.filter((row) => !row.sourceId.startsWith(ERASED)))
    await tx
      .update(record)
      .set({ sourceId: hiddenId(secrets, { source, kind, sourceId }) })
      .where(and(eq(record.source, source), eq(record.kind, kind), eq(record.sourceId, sourceId)))
}

/** Erased people whose records no run can find: their ids were hidden under a SECRET_KEY that was replaced since. */
export async function countLostErasures(
  db: Queries,
  { source, secrets }: { readonly source: string; readonly secrets: SecretsService },
): Promise<number> {
  const [found] = await db
    .select({ people: countDistinct(record.target) })
    .from(record)
    .where(
      and(
        eq(record.source, source),
        sql`starts_with(${record.sourceId}, ${ERASED})`,
        sql`not starts_with(${record.sourceId}, ${keyMark(secrets)})`,
      ),
    )
  return found?.people ?? 0
}

export interface NewRecord {
  readonly sourceId: string
  readonly target: string
  readonly amount?: string
  readonly coins?: number
}

export async function saveRecords(
  tx: Transaction,
  { run, source, uses }: ImportContext,
  kind: RecordKind,
  made: readonly NewRecord[],
) {
  const importedAt = uses.clock.now()
  if (made.length > 0)
    await tx.insert(record).values(made.map((each) => ({ ...each, kind, run, source, importedAt })))
}

/** Larger ones could not be keys, and no system has them. */
const LONGEST_ID = 150

export const isId = (id: string) => id !== '' && id.length <= LONGEST_ID && /^[\x20-\x7e]+$/.test(id)

/** Lists of a bounded size. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length === size) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

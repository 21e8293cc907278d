import type { Queries } from '@spawnpoint/sdk/server'
import type { SourceReader, SourceSystem } from '../systems/system.ts'
import type { Rate } from './amount.ts'
import type { MergePolicy } from './merge-existing.ts'
import type { ImportUses } from './import-uses.ts'
import { lockSource } from './records.ts'
import type { Counters } from './report.ts'
import type { Transaction } from '@spawnpoint/sdk/server'

/** One run, and what it has learned so far. */
export interface ImportContext {
  readonly uses: ImportUses
  readonly system: SourceSystem
  readonly reader: SourceReader
  /** Name under which records of this source are kept. */
  readonly source: string
  /** Id of the run. */
  readonly run: string
  readonly dryRun: boolean
  readonly rate: Rate
  readonly merges: MergePolicy
  readonly counters: Counters
  /** Accounts by the id in the source; a dry run has no id for those that it would create. */
  readonly people: Map<string, string | null>
  /** People with the number of their account on the panel. */
  readonly onPanel: { readonly id: string; readonly panelUserId: number }[]
}

/**
 * Runs a batch in one transaction under the lock of its source; a dry run reads outside of any, and `write` is null. A
 * process that dies in the middle leaves whole batches.
 */
export const inBatch = (
  { uses, source, dryRun }: ImportContext,
  work: (db: Queries, write: Transaction | null) => Promise<void>,
): Promise<void> =>
  dryRun
    ? work(uses.db.orm, null)
    : uses.db.orm.transaction(async (tx) => {
        await lockSource(tx, source)
        await work(tx, tx)
      })

import { createRowId } from '@spawnpoint/sdk/resource/server'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { ImportError } from '../import-error.ts'
import type { Source } from '../source/source.ts'
import type { SourceSystem } from '../systems/system.ts'
import { run } from '../tables.ts'
import type { Rate } from './amount.ts'
import { importCodes } from './import-codes.ts'
import type { ImportContext } from './import-context.ts'
import type { MergePolicy } from './merge-existing.ts'
import { importPeople } from './import-people.ts'
import { linkPanelAccounts } from './link-panel-accounts.ts'
import { importReferralCodes } from './import-referral-codes.ts'
import { importReferrals } from './import-referrals.ts'
import { importServers } from './import-servers.ts'
import { importTickets } from './import-tickets.ts'
import type { ImportUses } from './import-uses.ts'
import { countLostErasures } from './records.ts'
import { createCounters, readCounters, type ImportReport } from './report.ts'

export interface ImportOrder {
  readonly system: SourceSystem
  readonly from: Source
  /** Name under which records of this source are kept. */
  readonly source: string
  readonly dryRun: boolean
  readonly rate: Rate
  readonly currency: string | null
  /** Links the accounts that people have on the panel already. */
  readonly linksPanelAccounts: boolean
  /** Accounts here that people of the source are added to. */
  readonly merges: MergePolicy
  /** Whether people who were erased here are known to be gone from the source too. */
  readonly erasedAreGone: boolean
}

/** Balances of one source are counted in one way: another rate would make the sums of all runs meaningless. */
async function checkRate({ db }: ImportUses, { source, rate, system }: ImportOrder) {
  const [first] = await db.orm
    .select({ coinsPerCredit: run.coinsPerCredit, system: run.system })
    .from(run)
    .where(and(eq(run.source, source), eq(run.dryRun, false)))
    .orderBy(asc(run.startedAt))
    .limit(1)
  if (first && first.system !== system.id)
    throw new ImportError(
      `"${source}" is the name of an import from ${first.system}. Choose another one with --as.`,
    )
  if (first && first.coinsPerCredit !== rate.text)
    throw new ImportError(
      `The first import from ${source} gave ${first.coinsPerCredit} coins for a credit. Use --coins-per-credit ${first.coinsPerCredit}.`,
    )
}

/** A run brings back no erased person whom it cannot recognize. */
async function checkErased({ db, secrets }: ImportUses, { source, erasedAreGone }: ImportOrder) {
  if (erasedAreGone) return
  const lost = await countLostErasures(db.orm, { source, secrets })
  if (lost > 0)
    throw new ImportError(
      `Before SECRET_KEY was replaced, people from ${source} were erased here (${lost}), and no import can recognize them: it would bring back those who are still there. Delete them in ${source} too, then add --erased-are-gone.`,
    )
}

/** Reads the source and takes over what is not here yet; a dry run only says what that would be. */
export async function runImport(uses: ImportUses, order: ImportOrder): Promise<ImportReport> {
  const { system, from, source, dryRun, rate, currency, merges } = order
  await checkRate(uses, order)
  await checkErased(uses, order)
  const reader = await system.open(from, { currency })
  const startedAt = uses.clock.now()
  const id = createRowId(startedAt.getTime())
  const context: ImportContext = {
    uses,
    system,
    reader,
    source,
    run: id,
    dryRun,
    rate,
    merges,
    counters: createCounters(rate),
    people: new Map(),
    onPanel: [],
  }
  const begun = { id, source, system: system.id, dryRun, coinsPerCredit: rate.text, startedAt }
  if (!dryRun) await uses.db.orm.insert(run).values(begun)
  await importPeople(context)
  await importServers(context)
  await importTickets(context)
  await importCodes(context)
  await importReferrals(context)
  await importReferralCodes(context)
  // Last, because the calls that the panel allows in a minute make it slow.
  await linkPanelAccounts(context, order.linksPanelAccounts)
  context.counters.remarks.push(...reader.remarks())
  const report = readCounters(context.counters, { system: system.title, source, dryRun })
  if (!dryRun)
    await uses.db.orm.transaction(async (tx) => {
      await tx.update(run).set({ report, finishedAt: uses.clock.now() }).where(eq(run.id, id))
      await uses.audit.write(tx, {
        actor: null,
        action: 'importers:imported',
        target: id,
        after: { by: 'command line', ...report },
      })
    })
  return report
}

/** The finished runs, oldest first. */
export const listRuns = ({ db }: ImportUses) =>
  db.orm.select().from(run).where(isNotNull(run.report)).orderBy(asc(run.startedAt))

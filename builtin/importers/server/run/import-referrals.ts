import type { ImportedReferral, ReferralImportService } from '@spawnpoint/contracts/referrals'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import type { SourceReferral } from '../systems/system.ts'
import { inBatch, type ImportContext } from './import-context.ts'
import { findRecords, inBatches, isId, saveRecords } from './records.ts'

const BATCH = 250

const reasons = {
  id: 'the id is missing or not usable',
  people: 'the person who invited or was invited was not taken over',
  same: 'both are one account here',
  invited: 'the person was invited by another before',
  off: 'the referrals plugin is off',
} as const

interface Fresh {
  readonly each: SourceReferral
  /** Null in a dry run for an account that it would create. */
  readonly referrer: string | null
  readonly referred: string | null
}

/** Keeps the referrals that can be taken and are not here yet; `invited` are the people of earlier ones of this run. */
async function sift(
  context: ImportContext,
  db: Queries,
  batch: readonly SourceReferral[],
  invited: Set<string>,
) {
  const { counters, people, uses } = context
  const { counts, skip } = counters.kinds.referral
  const known = await findRecords(db, context, 'referral', batch.map(({ id }) => id).filter(isId))
  const fresh: Fresh[] = []
  for (const each of batch) {
    const [referrer, referred] = [people.get(each.referrer), people.get(each.referred)]
    if (known.has(each.id)) counts.existing += 1
    else if (!isId(each.id)) skip(reasons.id, each.id)
    else if (!uses.referrals.get()) skip(reasons.off, each.id)
    else if (referrer === undefined || referred === undefined) skip(reasons.people, each.id)
    else if (each.referrer === each.referred || (referrer !== null && referrer === referred))
      skip(reasons.same, each.id)
    else if (invited.has(each.referred)) skip(reasons.invited, each.id)
    else fresh.push({ each, referrer, referred })
    invited.add(each.referred)
  }
  return fresh
}

async function write(
  context: ImportContext,
  tx: Transaction,
  service: ReferralImportService,
  fresh: readonly Fresh[],
): Promise<readonly Fresh[]> {
  const rows = fresh.flatMap(({ each, referrer, referred }): readonly ImportedReferral[] =>
    referrer && referred ? [{ referrer, referred, createdAt: each.at ?? context.uses.clock.now() }] : [],
  )
  const added = await service.add(tx, rows)
  const made = fresh.filter(({ referred }) => added.has(referred ?? ''))
  const records = made.map(({ each, referred }) => ({ sourceId: each.id, target: referred ?? '' }))
  await saveRecords(tx, context, 'referral', records)
  return made
}

/** A dry run asks which accounts here were invited already. */
async function foresee(service: ReferralImportService, fresh: readonly Fresh[]): Promise<readonly Fresh[]> {
  const before = await service.findInvited(fresh.flatMap(({ referred }) => referred ?? []))
  return fresh.filter(({ referred }) => referred === null || !before.has(referred))
}

/** Referrals with their time. Nothing is paid for them: what they were worth is in the balances. */
export async function importReferrals(context: ImportContext): Promise<void> {
  const { counts, skip } = context.counters.kinds.referral
  const invited = new Set<string>()
  for await (const batch of inBatches(context.reader.referrals(), BATCH)) {
    counts.found += batch.length
    await inBatch(context, async (db, tx) => {
      const fresh = await sift(context, db, batch, invited)
      const service = context.uses.referrals.get()
      if (!service) return
      const made = new Set(tx ? await write(context, tx, service, fresh) : await foresee(service, fresh))
      counts.created += made.size
      for (const each of fresh) if (!made.has(each)) skip(reasons.invited, each.each.id)
    })
  }
}

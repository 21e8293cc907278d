import type { ImportedCode } from '@spawnpoint/contracts/redeem-codes'
import type { SourceCode } from '../systems/system.ts'
import { printAmount, toCoins } from './amount.ts'
import { inBatch, type ImportContext } from './import-context.ts'
import { findRecords, inBatches, isId, saveRecords } from './records.ts'

const BATCH = 100
const MOST_COINS = 1_000_000_000_000n
const MOST_USES = 1_000_000_000

const reasons = {
  id: 'the id is missing or not usable',
  code: 'the code has characters or a length that no code here has',
  coins: 'it gives less than one coin, or too many',
  uses: 'its uses are no number from 0 to 1,000,000,000',
  off: 'the redeem codes plugin is off',
  taken: 'a code here reads the same',
} as const

/** The code as it would be here, or why it cannot be. */
function readCode(
  { rate, people }: ImportContext,
  code: SourceCode,
): (ImportedCode & { rounded: boolean }) | string {
  if (!isId(code.id)) return reasons.id
  if (!/^[A-Za-z0-9_-]{3,64}$/.test(code.code ?? '')) return reasons.code
  const { whole, rest } = toCoins(code.credits ?? 0n, rate)
  if (whole < 1n || whole > MOST_COINS) return reasons.coins
  const { usesLeft } = code
  if (usesLeft === null || usesLeft < 0 || usesLeft > MOST_USES) return reasons.uses
  return {
    code: code.code ?? '',
    coins: Number(whole),
    uses: usesLeft,
    enabled: code.enabled,
    // A code here ends with a day, not within it.
    expiresOn: code.expiresAt?.toISOString().slice(0, 10) ?? null,
    usedBy: code.uses.flatMap(({ person, at }) => {
      const user = people.get(person)
      return user ? [{ user, at: at ?? new Date(0) }] : []
    }),
    rounded: rest !== 0n,
  }
}

async function importBatch(context: ImportContext, batch: readonly SourceCode[]) {
  const { uses, counters } = context
  const { counts, skip, note } = counters.kinds.code
  await inBatch(context, async (db, write) => {
    const known = await findRecords(db, context, 'code', batch.map(({ id }) => id).filter(isId))
    const codes = uses.codes.get()
    for (const each of batch) {
      if (known.has(each.id)) {
        counts.existing += 1
        continue
      }
      const read = codes ? readCode(context, each) : reasons.off
      if (typeof read === 'string' || !codes) {
        skip(String(read), each.id)
        continue
      }
      const { rounded, ...code } = read
      if (write) {
        const target = await codes.importCode(write, code)
        if (target === null) {
          skip(reasons.taken, each.id)
          continue
        }
        const record = {
          sourceId: each.id,
          target,
          amount: printAmount(each.credits ?? 0n),
          coins: code.coins,
        }
        await saveRecords(write, context, 'code', [record])
      } else if (await codes.isTaken(code.code)) {
        skip(reasons.taken, each.id)
        continue
      }
      counts.created += 1
      if (rounded) note('its coins were rounded down', each.id)
    }
  })
}

/** Redeem codes with who has used them. */
export async function importCodes(context: ImportContext): Promise<void> {
  for await (const batch of inBatches(context.reader.codes(), BATCH)) {
    context.counters.kinds.code.counts.found += batch.length
    await importBatch(context, batch)
  }
}

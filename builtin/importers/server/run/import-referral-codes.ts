import { inBatch, type ImportContext } from './import-context.ts'
import { inBatches } from './records.ts'

const BATCH = 250

/** The codes of invite links that people have published. Run again they are theirs already. */
export async function importReferralCodes(context: ImportContext): Promise<void> {
  const { counters, people, reader, uses } = context
  const seen = new Set<string>()
  let found = 0
  let taken = 0
  for await (const batch of inBatches(reader.referralCodes(), BATCH)) {
    found += batch.length
    const codes = batch.flatMap(({ person, code }) => {
      const user = people.get(person)
      const keys = [`code ${code.toUpperCase()}`, `person ${person}`]
      if (user === undefined || keys.some((key) => seen.has(key))) return []
      for (const key of keys) seen.add(key)
      return [{ user, code }]
    })
    await inBatch(context, async (_db, write) => {
      taken += (await uses.referrals.get()?.takeCodes(write, codes)) ?? 0
    })
  }
  if (taken > 0) counters.remarks.push(`${taken} people keep the code of their invite link.`)
  if (found > taken)
    counters.remarks.push(
      `${found - taken} codes of invite links were left out: taken or not allowed here, or of people who were not taken over.`,
    )
}

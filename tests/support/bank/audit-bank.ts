import type { Client } from 'pg'
import type { LogEntry } from './bank-client.ts'

interface Booked {
  readonly scope: string
  readonly key: string
  readonly times: number
  readonly entries: number
}

const nameOf = ({ scope, key }: { scope: string; key: string }) => `${scope} ${key}`

const listBooked = async (database: Client): Promise<ReadonlyMap<string, Booked>> => {
  const { rows } = await database.query<Booked>(
    `select t.scope, t.key, count(distinct t.id)::int as times, count(e.id)::int as entries
       from coins.transfer t left join coins.entry e on e.transfer = t.id
       where t.scope <> 'bank.opening' group by t.scope, t.key`,
  )
  return new Map(rows.map((row) => [nameOf(row), row]))
}

const count = async (database: Client, text: string): Promise<number> => {
  const { rows } = await database.query<{ found: string }>(`select count(*) as found from (${text}) as found`)
  return Number(rows[0]?.found)
}

/** Compares the clients' logs with the books; returns the contradictions. */
export async function findFaults(database: Client, log: readonly LogEntry[]): Promise<string[]> {
  const booked = await listBooked(database)
  const told = new Set(log.map(nameOf))
  const perEntry = log.flatMap((entry) => {
    const found = booked.get(nameOf(entry))
    const times = found?.times ?? 0
    const what = `${entry.kind} ${entry.key} (${entry.answer})`
    if (found && found.entries !== 2) return [`${what} has ${found.entries} entries`]
    if (entry.state === 'acknowledged' && times !== 1)
      return [`${what} was acknowledged and is booked ${times} times`]
    if (entry.state === 'refused' && times !== 0) return [`${what} was refused and is booked ${times} times`]
    return times > 1 ? [`${what} was never answered and is booked ${times} times`] : []
  })
  const strangers = [...booked.keys()]
    .filter((name) => !told.has(name))
    .map((name) => `${name} was never asked for`)
  const nothing: Readonly<Record<string, string>> = {
    'a balance is negative': 'select from coins.account where balance < 0',
    'a balance differs from its entries': 'select from coins.drift()',
    'the entries do not add up to zero': 'select sum(amount) from coins.entry having sum(amount) <> 0',
    'a transfer does not add up to zero':
      'select transfer from coins.entry group by transfer having sum(amount) <> 0',
    'a redemption has no transfer': `select from redeem_codes.redemption r where not exists
      (select from coins.transfer t where t.scope = 'redeem-codes:' || r.user_id and t.key = r.request_key::text)`,
    'a transfer has no redemption': `select from coins.transfer t where t.kind = 'redeem-codes:redeemed' and not exists
      (select from redeem_codes.redemption r where r.request_key::text = t.key)`,
    'a code was used more or less often than its uses say': `select from redeem_codes.redeem_code c where c.uses <>
      1 + substring(c.code from 6)::int % 6 - (select count(*) from redeem_codes.redemption r where r.code_id = c.id)`,
    'a purchase has no transfer': `select from store.purchase p where not exists
      (select from coins.transfer t where t.scope = 'store.purchase:' || p.user_id and t.key = p.request_key::text)`,
    'a transfer has no purchase': `select from coins.transfer t where t.kind like 'store:%' and not exists
      (select from store.purchase p where p.request_key::text = t.key)`,
  }
  const faults: string[] = []
  for (const [fault, query] of Object.entries(nothing))
    if ((await count(database, query)) > 0) faults.push(fault)
  return [...perEntry, ...strangers, ...faults]
}

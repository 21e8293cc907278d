import { caps } from './earning-rules.ts'
import type { EarningWorld } from './earning-world.ts'

const paidAs = (scope: string, key: string) =>
  `exists (select from coins.transfer t where t.scope = ${scope} and t.key = ${key})`

/** Queries that find nothing while each reward is paid once and no cap is passed. */
const nothing = (days: number): Readonly<Record<string, string>> => ({
  'a balance is negative': 'select from coins.account where balance < 0',
  'a balance differs from its entries': 'select from coins.drift()',
  'the entries do not add up to zero': 'select from coins.entry having sum(amount) <> 0',
  'a transfer does not add up to zero': 'select from coins.entry group by transfer having sum(amount) <> 0',
  'a link is paid and should not be, or should be and is not': `select from links.attempt a
    where (a.state = 'paid') <> ${paidAs(`'links'`, 'a.key::text')}`,
  'more links a day than the limit': `select from links.attempt where paid_on is not null
    group by user_id, provider, paid_on having count(*) > ${caps.linksPerDay}`,
  'AFK coins are still owed': 'select from afk.counter where paid <> coins',
  'AFK coins are paid or held more or less than counted': `select from afk.counter c where c.coins <>
    (select coalesce(sum(e.amount), 0) from coins.entry e join coins.transfer t on t.id = e.transfer
      where t.kind = 'afk:earned' and e.account = c.user_id)
    + (select coalesce(sum(h.total), 0) from anti_abuse.hold h
      where h.source = 'afk' and h.user_id = c.user_id and h.state <> 'paid')`,
  'more AFK coins a day than the cap': `select from afk.counter
    where day_coins > ${caps.afkPerDay} or coins > ${caps.afkPerDay * days}`,
  'a referral is paid and should not be, or should be and is not': `select from referrals.referral r
    where (r.state = 'paid') <> ${paidAs(`'referrals'`, 'r.id::text')}`,
  'a Discord server is paid and should not be, or should be and is not': `select from j4r_servers.membership m
    where (m.paid_at is not null and m.review is null)
      <> ${paidAs(`'j4r-servers:' || m.user_id`, 'm.server_id')}`,
  'a code was used too often': `select from redeem_codes.redemption group by code_id having count(*) > ${caps.codeUses}`,
  'a redemption is not paid': `select from redeem_codes.redemption r
    where not ${paidAs(`'redeem-codes:' || r.user_id`, 'r.request_key::text')}`,
  'a hold is paid and should not be, or should be and is not': `select from anti_abuse.hold h
    where (h.state = 'paid') <> ${paidAs('h.scope', 'h.key')}`,
  'a paid hold paid another amount': `select from anti_abuse.hold h join coins.transfer t on t.scope = h.scope and t.key = h.key
    join coins.entry e on e.transfer = t.id and e.amount < 0 where -e.amount <> h.total`,
  'a hold has several decisions': `select from kernel.audit where action in ('anti-abuse:paid', 'anti-abuse:canceled')
    group by after ->> 'hold' having count(*) > 1`,
  'a held reward has no hold': `select from links.attempt a where a.state = 'held'
    and not exists (select from anti_abuse.hold h where h.scope = 'links' and h.key = a.key::text and h.state = 'open')`,
})

/** Compares the ways to earn with the ledger; returns the contradictions. */
export async function findEarningFaults({ pool, days }: EarningWorld): Promise<string[]> {
  const faults: string[] = []
  for (const [fault, query] of Object.entries(nothing(days()))) {
    const { rowCount } = await pool.query(query)
    if (rowCount) faults.push(`${fault} (${rowCount})`)
  }
  return faults
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSource, aTicket } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
import { countRows, runCommand, runImport } from '../../tests/support/importers/run-import.ts'
import { writeSqlSource } from '../../tests/support/importers/write-source.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let given: TestServer
beforeAll(async () => {
  given = await startTestServer()
})
afterAll(() => given.stop())

const HASH_HERE = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA'

/** Creates a person with an account here, a password, a role and coins. */
async function someone(coins = 100) {
  const { person } = await given.signIn({ role: 'VIP' })
  await given.pool.query('insert into auth.credential values ($1, $2, now())', [person.id, HASH_HERE])
  if (coins > 0)
    await given.pool.query(
      `select coins.post('test', $1::uuid::text, 'test:given', '', '', array['00000000-0000-4000-8000-000000000001', $1]::uuid[], array[-$2::bigint, $2::bigint])`,
      [person.id, coins],
    )
  const email = person.email
  return { id: person.id, email }
}

const stateOf = async (id: string) => {
  const { rows } = await given.pool.query<{ coins: string }>(
    `select u.username, u.email, u.first_name, u.version, u.banned_reason, c.password_hash, m.role_id as member,
       a.balance as coins
     from users.account u left join auth.credential c on c.user_id = u.id left join roles.member m on m.user_id = u.id
       left join coins.account a on a.id = u.id where u.id = $1`,
    [id],
  )
  const { coins, ...others } = rows[0] ?? { coins: '0' }
  return { coins: Number(coins), others }
}

const reasons = {
  taken: 'an account here has this email address',
  unverified: 'the account here has not verified this email address',
  banned: 'the account here with this email address is banned',
  suspended: 'suspended in the source, and an account here has this email address',
  another: 'the account here is that of another person in the source',
}

it('[IMP18] [IMP20] --merge-existing adds limits, coins and tickets to the account with the same verified email, once', async () => {
  const { name, aUser } = aSource()
  const ada = await someone()
  const before = await stateOf(ada.id)
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1, { email: ada.email.toUpperCase(), server_limit: 12 }), aUser(2)],
    ticket_categories: [],
    tickets: [aTicket(1, 1)],
    ticket_comments: [],
  })
  const refused = await runImport(given, 'ctrlpanel', { from, as: name, 'dry-run': true })
  expect(refused.kinds.person.skipped).toEqual({ [reasons.taken]: { count: 1, first: ['1'] } })
  expect(refused.kinds.person).not.toHaveProperty('merged')

  const options = { from, as: name, 'merge-existing': true } as const
  const rows = await countRows(given)
  const dry = await runImport(given, 'ctrlpanel', { ...options, 'dry-run': true })
  expect(await countRows(given)).toEqual(rows)
  const report = await runImport(given, 'ctrlpanel', options)
  expect({ ...dry, dryRun: false }).toMatchObject({ kinds: report.kinds, coins: report.coins })
  expect(report.kinds.person).toMatchObject({ found: 2, created: 1, existing: 0, merged: 1, skipped: {} })
  expect(report.coins).toMatchObject({ here: '500', agrees: true })
  // One password came along, that of the new account.
  expect(report.passwordsKept).toBe(1)
  expect(await stateOf(ada.id)).toEqual({ coins: 350, others: before.others })
  const slots = async () =>
    (await given.pool.query('select slots from servers.allowance where owner = $1', [ada.id])).rows
  expect(await slots()).toEqual([{ slots: 12 }])
  const { rows: tickets } = await given.pool.query('select subject from tickets.ticket where owner = $1', [
    ada.id,
  ])
  expect(tickets).toEqual([{ subject: 'Ticket 1' }])
  const { rows: noted } = await given.pool.query(
    `select actor, after from kernel.audit where action = 'importers:merged' and target = $1`,
    [ada.id],
  )
  expect(noted).toEqual([{ actor: null, after: { by: 'command line', source: name, coins: 250 } }])

  const again = await runImport(given, 'ctrlpanel', options)
  expect(again.kinds.person).toMatchObject({ created: 0, existing: 2 })
  expect(again.coins).toMatchObject({ here: '500', agrees: true })
  expect(await stateOf(ada.id)).toEqual({ coins: 350, others: before.others })
})

it('[IMP18] an account that might be somebody else’s is left, with the reason', async () => {
  const { name, aUser } = aSource()
  const [unverified, banned, suspended, shared] = [
    await someone(),
    await someone(),
    await someone(),
    await someone(),
  ]
  await given.pool.query('update users.account set verified_at = null where id = $1', [unverified.id])
  await given.pool.query(`update users.account set banned_reason = 'fraud' where id = $1`, [banned.id])
  const first = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(9, { email: shared.email })],
  })
  await runImport(given, 'ctrlpanel', { from: first, as: name, 'merge-existing': true })
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [
      aUser(1, { email: unverified.email }),
      aUser(2, { email: banned.email }),
      aUser(3, { email: suspended.email, suspended: 1 }),
      // The address moved to another person of the source.
      aUser(4, { email: shared.email }),
      aUser(9),
    ],
  })
  const options = { from, as: name, 'merge-existing': true } as const
  const report = await runImport(given, 'ctrlpanel', options)
  expect(report.kinds.person.skipped).toEqual({
    [reasons.unverified]: { count: 1, first: ['1'] },
    [reasons.banned]: { count: 1, first: ['2'] },
    [reasons.suspended]: { count: 1, first: ['3'] },
    [reasons.another]: { count: 1, first: ['4'] },
  })
  expect(report.coins.agrees).toBe(true)
  for (const { id } of [unverified, banned, suspended]) expect((await stateOf(id)).coins).toBe(100)
  expect((await stateOf(shared.id)).coins).toBe(350)

  const all = await runCommand(given, 'import ctrlpanel', { ...options, 'merge-unverified': true })
  expect(all.text).toContain('1 added to accounts here with the same email address')
  expect(all.text).toContain('The sums agree.')
  expect((await stateOf(unverified.id)).coins).toBe(350)
  expect((await stateOf(banned.id)).coins).toBe(100)
})

it('[IMP18] coins that do not fit are told, before and after', async () => {
  const { name, aUser } = aSource()
  const rich = await someone(999_999_999_900)
  const from = await writeSqlSource('dump', ctrlpanelSchema(), { users: [aUser(1, { email: rich.email })] })
  const options = { from, as: name, 'merge-existing': true } as const
  const dry = await runImport(given, 'ctrlpanel', { ...options, 'dry-run': true })
  const report = await runImport(given, 'ctrlpanel', options)
  expect({ ...dry, dryRun: false }).toMatchObject({ kinds: report.kinds, coins: report.coins })
  expect(report.coins).toMatchObject({
    here: '0',
    notTaken: { 'the balance here would be above 1,000,000,000,000 coins': '250' },
    agrees: true,
  })
  expect((await stateOf(rich.id)).coins).toBe(999_999_999_900)
})

it('[IMP18] a merge that stops in the middle goes on where it was, and adds coins once', async () => {
  const { name, aUser } = aSource()
  const [early, late] = [await someone(), await someone()]
  const users = Array.from({ length: 300 }, (_, at) =>
    aUser(at + 1, at === 9 ? { email: early.email } : at === 259 ? { email: late.email } : {}),
  )
  const from = await writeSqlSource('dump', ctrlpanelSchema(), { users })
  const options = { from, as: name, 'merge-existing': true } as const
  // The database refuses the record of the second of them, after the coins were added.
  await given.pool.query(
    `create function public.stop_import() returns trigger language plpgsql as $$ begin
       if new.source = '${name}' and new.source_id = '260' then raise exception 'stopped'; end if; return new; end $$;
     create trigger stop_import before insert on importers.record for each row execute function public.stop_import()`,
  )
  await expect(runImport(given, 'ctrlpanel', options)).rejects.toThrow()
  await given.pool.query('drop trigger stop_import on importers.record; drop function public.stop_import()')
  expect([(await stateOf(early.id)).coins, (await stateOf(late.id)).coins]).toEqual([350, 100])
  const report = await runImport(given, 'ctrlpanel', options)
  expect(report.kinds.person).toMatchObject({ found: 300, merged: 1, existing: 250, created: 49 })
  expect(report.coins).toMatchObject({ here: '75000', agrees: true })
  expect([(await stateOf(early.id)).coins, (await stateOf(late.id)).coins]).toEqual([350, 350])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
import {
  aComment,
  aSource,
  aTicket,
  aVoucher,
  PASSWORD,
} from '../../tests/support/importers/ctrlpanel-rows.ts'
import { countRows, runCommand, runImport } from '../../tests/support/importers/run-import.ts'
import { sqlSources, writeSqlSource } from '../../tests/support/importers/write-source.ts'
import { startHostingServer } from '../../tests/support/server/start-hosting-server.ts'

type Given = Awaited<ReturnType<typeof startHostingServer>>
let given: Given
beforeAll(async () => {
  given = await startHostingServer()
})
afterAll(() => given.stop())

const peopleOf = async (name: string) => {
  const { rows } = await given.pool.query(
    `select u.username, u.email, u.verified_at, u.created_at, u.banned_reason, coalesce(a.balance, 0)::int as coins
     from users.account u left join coins.account a on a.id = u.id
     where u.email like $1 order by u.email`,
    [`%@${name}.example.com`],
  )
  return rows
}

it.each(sqlSources())(
  '[IMP1] [IMP5] [IMP6] people come with their email, dates, state and coins from a %s',
  async (kind) => {
    const { name, aUser } = aSource()
    const from = await writeSqlSource(kind, ctrlpanelSchema(), {
      users: [
        aUser(1, { name: `O'Brien; \\ "x" ${name}`, credits: 1_234_567, suspended: 1 }),
        aUser(2, { email_verified_at: null, credits: 0 }),
        aUser(3, { credits: 999 }),
      ],
    })
    const report = await runImport(given, 'ctrlpanel', { from, as: name })
    expect(report.kinds.person).toMatchObject({ found: 3, created: 3, existing: 0, skipped: {} })
    expect(report.coins).toEqual({
      coinsPerCredit: '1',
      inSource: '1235.566',
      expected: '1235.566',
      here: '1234',
      rounded: '1.566',
      notTaken: {},
      changedSince: '0',
      agrees: true,
    })
    expect(report.passwordsKept).toBe(3)
    const common = { created_at: new Date('2023-05-06T07:08:09Z'), banned_reason: null }
    const verified_at = new Date('2024-01-02T03:04:05Z')
    expect(await peopleOf(name)).toEqual([
      {
        ...common,
        username: `OBrien--x-${name}`,
        email: `1@${name}.example.com`,
        verified_at,
        banned_reason: 'Suspended in CtrlPanel',
        coins: 1234,
      },
      { ...common, username: `${name}-2`, email: `2@${name}.example.com`, verified_at: null, coins: 0 },
      { ...common, username: `${name}-3`, email: `3@${name}.example.com`, verified_at, coins: 0 },
    ])
  },
)

it('[IMP6] credits in a decimal column are whole units', async () => {
  const { name, aUser } = aSource()
  const users = [aUser(1, { credits: '250.7500' }), aUser(2, { credits: '3.2500' })]
  const from = await writeSqlSource('dump', ctrlpanelSchema('decimal'), { users })
  const report = await runImport(given, 'ctrlpanel', { from, as: name, 'coins-per-credit': '100' })
  expect(report.coins).toMatchObject({
    inSource: '254',
    expected: '25400',
    here: '25400',
    rounded: '0',
    agrees: true,
  })
  expect((await peopleOf(name)).map(({ coins }) => coins)).toEqual([25_075, 325])
})

it('[IMP2] a dry run writes nothing and says what a run would do', async () => {
  const { name, aUser } = aSource()
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1), aUser(2, { email: 'not an address' }), aUser(3, { email: `1@${name}.EXAMPLE.com` })],
    ticket_categories: [{ id: 1, name: 'Billing' }],
    tickets: [aTicket(1, 1)],
    ticket_comments: [aComment(1, 1, 1)],
    vouchers: [aVoucher(1, `${name}-A`)],
    user_voucher: [],
  })
  const before = await countRows(given)
  const dry = await runImport(given, 'ctrlpanel', { from, as: name, 'dry-run': true })
  expect(await countRows(given)).toEqual(before)
  const { kinds, coins } = await runImport(given, 'ctrlpanel', { from, as: name })
  expect({ ...dry, dryRun: false }).toMatchObject({ kinds, coins })
  expect(kinds.person).toMatchObject({
    found: 3,
    created: 1,
    skipped: {
      'no valid email address': { count: 1, first: ['2'] },
      'another person in the source has the same email address': { count: 1, first: ['3'] },
    },
  })
  expect(kinds.ticket.created + kinds.message.created + kinds.code.created).toBe(3)
  const { text } = await runCommand(given, 'import ctrlpanel', { from, as: name, 'dry-run': true })
  expect(text).toContain('Dry run of an import from CtrlPanel: nothing was written.')
  expect(text).toContain('People: 3 found, 0 to create, 1 imported before, 2 not taken')
  expect(text).toContain('    500 not taken: the person was not taken over')
  expect(text).toContain('The sums agree.')
  expect(text).toContain('Nothing to import.')
})

it.each(sqlSources())(
  '[IMP3] a second run from a %s changes nothing, and new rows alone are taken',
  async (kind) => {
    const { name, aUser } = aSource()
    const rows = {
      users: [aUser(1), aUser(2)],
      ticket_categories: [{ id: 1, name: 'Billing' }],
      tickets: [aTicket(1, 1)],
      ticket_comments: [aComment(1, 1, 2)],
      vouchers: [aVoucher(1, `${name}-A`)],
      user_voucher: [{ user_id: 1, voucher_id: 1, created_at: '2025-02-02 02:02:02' }],
    }
    const from = await writeSqlSource(kind, ctrlpanelSchema(), rows)
    await runImport(given, 'ctrlpanel', { from, as: name })
    const before = await countRows(given)
    const again = await runImport(given, 'ctrlpanel', { from, as: name })
    expect(Object.values(again.kinds).map(({ created, existing }) => [created, existing])).toEqual([
      [0, 2],
      // No account on the panel is asked for.
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      // No referral.
      [0, 0],
    ])
    expect(again.coins).toMatchObject({ here: '500', agrees: true })
    // Only the run itself and its entry in the audit log are new.
    expect(await countRows(given)).toEqual({
      ...before,
      'importers.run': (before['importers.run'] ?? 0) + 1,
      'kernel.audit': (before['kernel.audit'] ?? 0) + 1,
    })
    const later = await writeSqlSource(kind, ctrlpanelSchema(), {
      ...rows,
      users: [aUser(1, { credits: 260_000 }), aUser(2), aUser(3, { credits: 1000 })],
      ticket_comments: [aComment(1, 1, 2), aComment(2, 1, 1)],
    })
    const third = await runImport(given, 'ctrlpanel', { from: later, as: name })
    expect(third.kinds.person).toMatchObject({ created: 1, existing: 2 })
    expect(third.kinds.message).toMatchObject({ created: 1, existing: 1 })
    expect(third.coins).toMatchObject({ expected: '511', here: '501', changedSince: '10', agrees: true })
    expect((await peopleOf(name)).map(({ coins }) => coins)).toEqual([250, 250, 1])
  },
)

it('[IMP4] a run that stops in the middle goes on where it was', async () => {
  const { name, aUser } = aSource()
  const users = Array.from({ length: 700 }, (_, at) => aUser(at + 1, { credits: 1000 * (at + 1) }))
  const from = await writeSqlSource('dump', ctrlpanelSchema(), { users })
  // The database refuses one person of the third batch.
  await given.pool.query(
    `create function public.stop_import() returns trigger language plpgsql as $$ begin
       if new.email = '600@${name}.example.com' then raise exception 'stopped'; end if; return new; end $$;
     create trigger stop_import before insert on users.account for each row execute function public.stop_import()`,
  )
  await expect(runImport(given, 'ctrlpanel', { from, as: name })).rejects.toThrow()
  await given.pool.query('drop trigger stop_import on users.account; drop function public.stop_import()')
  const half = await peopleOf(name)
  expect(half).toHaveLength(500)
  const report = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(report.kinds.person).toMatchObject({ found: 700, created: 200, existing: 500 })
  expect(report.coins).toMatchObject({ here: String((700 * 701) / 2), agrees: true })
  const all = await peopleOf(name)
  expect(all.reduce((sum, { coins }) => sum + Number(coins), 0)).toBe((700 * 701) / 2)
})

it('[IMP7] the password of the source logs in, and nobody was written to or paid', async () => {
  const { name, aUser } = aSource()
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1), aUser(2, { password: 'plain' })],
  })
  const sent = async () => {
    const { rows } = await given.pool.query(
      `select kind, count(*)::int as n from coins.transfer group by 1 order by 1`,
    )
    const events = await given.pool.query(
      `select 1 from kernel.outbox where name like 'auth:%' or name like 'users:%'`,
    )
    return { kinds: rows.filter(({ kind }) => kind !== 'importers:opening-balance'), events: events.rowCount }
  }
  const before = await sent()
  const report = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(report.passwordsKept).toBe(1)
  expect(report.kinds.person.notes).toMatchObject({
    'no password that can be kept; "forgot password" sets one': { count: 1, first: ['2'] },
  })
  expect(await sent()).toEqual(before)
  const status = async () => (await runCommand(given, 'import status')).text
  const left = Number(/^(\d+) passwords/m.exec(await status())?.[1])
  const login = `1@${name}.example.com`
  const { status: code, body } = await given
    .anonymous()
    .post('/api/auth/login', { login, password: PASSWORD })
  expect([code, body['step']]).toEqual([200, 'done'])
  expect(await status()).toContain(`${left - 1} passwords`)
  const { rows } = await given.pool.query(
    `select password_hash from auth.credential where user_id = (select id from users.account where email = $1)`,
    [login],
  )
  expect(rows[0]).toEqual({ password_hash: expect.stringMatching(/^\$argon2id\$/) })
  const wrong = await given
    .anonymous()
    .post('/api/auth/login', { login: `2@${name}.example.com`, password: 'plain' })
  expect(wrong.body['error_code']).toBe('AUTH_INVALID')
})

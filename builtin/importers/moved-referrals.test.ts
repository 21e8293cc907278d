import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSource } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
import { mythicaldashSchema } from '../../tests/support/importers/mythicaldash-schema.ts'
import { countRows, runCommand, runImport } from '../../tests/support/importers/run-import.ts'
import { sqlSources, writeSqlSource, type Cell } from '../../tests/support/importers/write-source.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let given: TestServer
beforeAll(async () => {
  given = await startTestServer()
})
afterAll(() => given.stop())

/** The referrals among the people of a source, by the number in their email address. */
const referralsOf = async (name: string) => {
  const { rows } = await given.pool.query(
    `select split_part(by.email, '@', 1) || ' invited ' || split_part(u.email, '@', 1) as said, r.state, r.reward::int,
       r.reward_of_invited::int as other, r.created_at
     from referrals.referral r join users.account by on by.id = r.referrer join users.account u on u.id = r.referred
     where u.email like $1 order by u.email`,
    [`%@${name}.example.com`],
  )
  return rows
}

const created_at = new Date('2024-02-03T04:05:06Z')
const imported = (said: string) => ({ said, state: 'imported', reward: 0, other: 0, created_at })

it.each(sqlSources())(
  '[IMP31] who invited whom in CtrlPanel comes from a %s, and nothing is paid',
  async (kind) => {
    const { name, aUser } = aSource()
    const aReferral = (by: number, user: number, at: Cell = '2024-02-03 04:05:06') => ({
      referral_id: by,
      registered_user_id: user,
      created_at: at,
    })
    const users = [1, 2, 3, 4].map((id) => aUser(id, { pterodactyl_id: null }))
    const from = await writeSqlSource(kind, ctrlpanelSchema(), {
      users: [...users, aUser(5, { email: 'none', pterodactyl_id: null })],
      user_referrals: [
        aReferral(1, 2),
        aReferral(2, 3),
        aReferral(3, 2),
        aReferral(4, 4),
        aReferral(5, 4),
        aReferral(1, 5),
      ],
    })
    const expected = {
      found: 6,
      created: 2,
      existing: 0,
      skipped: {
        'the person was invited by another before': { count: 1, first: ['3-2'] },
        'both are one account here': { count: 1, first: ['4-4'] },
        'the person who invited or was invited was not taken over': { count: 2, first: ['5-4', '1-5'] },
      },
      notes: {},
    }
    const dry = await runImport(given, 'ctrlpanel', { from, as: name, 'dry-run': true })
    expect(dry.kinds.referral).toEqual(expected)
    expect(await referralsOf(name)).toEqual([])
    const { kinds, coins } = await runImport(given, 'ctrlpanel', { from, as: name })
    expect(kinds.referral).toEqual(expected)
    expect(await referralsOf(name)).toEqual([imported('1 invited 2'), imported('2 invited 3')])
    expect(coins).toMatchObject({ here: '1000', agrees: true })
    const before = await countRows(given)
    const again = await runImport(given, 'ctrlpanel', { from, as: name })
    expect(again.kinds.referral).toMatchObject({ created: 0, existing: 2 })
    expect((await countRows(given))['referrals.referral']).toBe(before['referrals.referral'])
  },
)

it('[IMP31] who invited whom in MythicalDash 3 comes by their codes, without deleted uses', async () => {
  const name = `r${randomUUID().slice(0, 8)}`
  const uuids = [1, 2, 3].map(() => randomUUID())
  const uuidOf = (number: number) => uuids[number - 1] ?? ''
  const time = '2024-02-03 04:05:06'
  const from = await writeSqlSource('dump', mythicaldashSchema, {
    mythicaldash_users: [1, 2, 3].map((number) => ({
      id: number,
      username: `${name}_${number}`,
      first_name: '',
      last_name: '',
      email: `${number}@${name}.example.com`,
      password: '',
      credits: 5,
      uuid: uuidOf(number),
      token: '',
      first_ip: '',
      last_ip: '',
      deleted: 'false',
      last_seen: time,
      first_seen: time,
    })),
    mythicaldash_referral_codes: [
      { id: 7, user: uuidOf(1), code: 'ada_123456', deleted: 'true' },
      { id: 8, user: uuidOf(2), code: 'bob_123456', deleted: 'false' },
    ],
    mythicaldash_referral_uses: [
      { id: 1, referral_code_id: 7, referred_user_id: uuidOf(2), deleted: 'false', created_at: time },
      { id: 2, referral_code_id: 8, referred_user_id: uuidOf(3), deleted: 'true', created_at: time },
    ],
  })
  const { kinds, remarks } = await runImport(given, 'mythicaldash', { from, as: name })
  expect(kinds.referral).toMatchObject({ found: 1, created: 1, skipped: {} })
  expect(remarks.join(' ')).not.toContain('referrals')
  expect(await referralsOf(name)).toEqual([imported('1 invited 2')])
})

it('[IMP31] an account that was invited here keeps that referral', async () => {
  const { name, aUser } = aSource()
  const [host, friend] = [await given.signIn(), await given.signIn()]
  await given.pool.query('update users.account set email = $1 where id = $2', [
    `2@${name}.example.com`,
    friend.person.id,
  ])
  await given.pool.query(
    `insert into referrals.referral (referrer, referred, reward, reward_of_invited, created_at) values ($1, $2, 35, 15, now())`,
    [host.person.id, friend.person.id],
  )
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1, { pterodactyl_id: null }), aUser(2, { pterodactyl_id: null })],
    user_referrals: [{ referral_id: 1, registered_user_id: 2, created_at: null }],
  })
  const options = { from, as: name, 'merge-existing': true } as const
  const expected = {
    found: 1,
    created: 0,
    skipped: { 'the person was invited by another before': { count: 1, first: ['1-2'] } },
  }
  const dry = await runImport(given, 'ctrlpanel', { ...options, 'dry-run': true })
  expect(dry.kinds.referral).toMatchObject(expected)
  expect((await runImport(given, 'ctrlpanel', options)).kinds.referral).toMatchObject(expected)
  const { rows } = await given.pool.query(
    'select referrer, state from referrals.referral where referred = $1',
    [friend.person.id],
  )
  expect(rows).toEqual([{ referrer: host.person.id, state: 'pending' }])
})

it('[IMP34] [IMP19] codes of invite links come along where they are free; coupons and Discord accounts are counted', async () => {
  const { name, aUser } = aSource()
  const host = await given.signIn()
  const codeOf = (id: number) => `${name}x${id}`
  await given.pool.query('insert into referrals.code (user_id, code) values ($1, $2)', [
    host.person.id,
    codeOf(2).toUpperCase(),
  ])
  const schema = `${ctrlpanelSchema()}CREATE TABLE \`coupons\` (\`id\` int);\nCREATE TABLE \`discord_users\` (\`id\` int);\n`
  const from = await writeSqlSource('dump', schema, {
    users: [1, 2, 3].map((id) =>
      aUser(id, { pterodactyl_id: null, referral_code: id === 3 ? 'no code' : codeOf(id) }),
    ),
    coupons: [{ id: 1 }, { id: 2 }],
    discord_users: [{ id: 1 }],
  })
  const expected = [
    '1 people keep the code of their invite link.',
    '2 codes of invite links were left out: taken or not allowed here, or of people who were not taken over.',
    '2 coupons were left out: they are discounts on prices of CtrlPanel.',
    '1 Discord accounts were left out: people link them again.',
  ]
  for (const options of [{ 'dry-run': true }, {}, {}] as const) {
    const { remarks } = await runImport(given, 'ctrlpanel', { from, as: name, ...options })
    expect(remarks.slice(-4)).toEqual(expected)
  }
  const { rows } = await given.pool.query(
    `select c.code, u.email from referrals.code c join users.account u on u.id = c.user_id where c.code like $1`,
    [`${name.toUpperCase()}X%`],
  )
  expect(rows.filter(({ email }) => email === `1@${name}.example.com`)).toEqual([
    { code: codeOf(1).toUpperCase(), email: `1@${name}.example.com` },
  ])
  expect(rows).toHaveLength(2)
})

it('[IMP6] sums that the ledger does not have fail the command', async () => {
  const { name, aUser } = aSource()
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1, { pterodactyl_id: null })],
  })
  expect((await runImport(given, 'ctrlpanel', { from, as: name })).coins).toMatchObject({ here: '250' })
  await given.pool.query('update importers.record set coins = 200 where source = $1', [name])
  const { failed, text } = await runCommand(given, 'import ctrlpanel', { from, as: name })
  expect([failed, text]).toEqual([true, expect.stringContaining('The sums do not agree.')])
})

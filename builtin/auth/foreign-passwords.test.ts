import { Auth } from '@spawnpoint/contracts/auth'
import { Users } from '@spawnpoint/contracts/users'
import { hashSync } from 'bcryptjs'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { verify } from './server/bcrypt.ts'
import { findPassword, replacePasswordHash } from './server/credential-queries.ts'
import { createPasswordHashing } from './server/password-hashing.ts'
import { aPerson, PASSWORD } from '../../tests/support/visitors/people.ts'
import { productForTests } from '../../tests/support/visitors/product-for-tests.ts'

const given = productForTests()

const servicesOf = () => {
  const { services, orm, pool } = given.product.server.core
  const [auth, users] = [services.find(Auth), services.find(Users)]
  if (!auth || !users) throw new Error('auth and users cannot be switched off')
  return { auth, users, orm, pool }
}

/** As PHP writes it; the version of other systems is 2b. */
const hashOf = async (password: string, cost: number, version: '2b' | '2y' = '2y') =>
  hashSync(password, cost).replace(/^\$2\w\$/, `$${version}$`)

/** An account as an import makes it. */
async function imported(hash: string) {
  const { auth, users, orm } = servicesOf()
  const username = `eve${randomUUID().slice(0, 8)}`
  const long = new Date('2020-02-03T04:05:06Z')
  const id = await orm.transaction(async (tx) => {
    const [made = ''] = await users.importMany(tx, [
      {
        username,
        email: `${username}@example.com`,
        firstName: 'Eve',
        lastName: '',
        ip: '',
        verifiedAt: long,
        createdAt: long,
        lastSeenAt: long,
        bannedReason: null,
      },
    ])
    await auth.addForeignHashes(tx, [{ user: made, hash }])
    return made
  })
  return { id, username }
}

const logIn = async (login: string, password: string) => {
  const { status, body } = await given.product.visitor().post('/api/auth/login', { login, password })
  return [status, body['step'] ?? body['error_code']]
}

const storedHash = async (user: string) => {
  const { rows } = await servicesOf().pool.query<{ hash: string }>(
    'select password_hash as hash from auth.credential where user_id = $1',
    [user],
  )
  return rows[0]?.hash ?? ''
}

beforeEach(() => servicesOf().pool.query(`delete from auth.credential where password_hash like '$2%'`))

it('[AUT47] a bcrypt hash of another system logs in, and is ours after the first log-in', async () => {
  const password = 'short 7'
  const { id, username } = await imported(await hashOf(password, 5))
  expect(await servicesOf().auth.countForeignHashes()).toBe(1)
  expect(await logIn(username, 'short 8')).toEqual([400, 'AUTH_INVALID'])
  expect(await storedHash(id)).toMatch(/^\$2y\$05\$/)
  expect(await logIn(username, password)).toEqual([200, 'done'])
  expect(await storedHash(id)).toMatch(/^\$argon2id\$/)
  expect(await servicesOf().auth.countForeignHashes()).toBe(0)
  expect(await logIn(username, password)).toEqual([200, 'done'])
  expect(await logIn(username, 'short 8')).toEqual([400, 'AUTH_INVALID'])
})

it('[AUT47] a link in an email stays good when the hash is replaced, and a newer password wins', async () => {
  const { id, username } = await imported(await hashOf(PASSWORD, 4))
  const { auth, orm, pool } = servicesOf()
  await pool.query(
    `insert into auth.token (purpose, user_id, token_hash, expires_at) values ('reset', $1, $2, now() + interval '1 hour')`,
    [id, randomUUID()],
  )
  expect(await logIn(username, PASSWORD)).toEqual([200, 'done'])
  const { rows } = await pool.query('select 1 from auth.token where user_id = $1', [id])
  expect(rows).toHaveLength(1)
  // Between the check of the old hash and its replacement the person sets another password.
  const before = await hashOf(PASSWORD, 4)
  const other = await imported(before)
  await orm.transaction((tx) => auth.setPassword(tx, other.id, 'the newer one'))
  await replacePasswordHash(orm, other.id, before, 'the hash of the older one')
  expect(await logIn(other.username, PASSWORD)).toEqual([400, 'AUTH_INVALID'])
  expect(await logIn(other.username, 'the newer one')).toEqual([200, 'done'])
})

it('[AUT47] only what a log-in can check in reasonable time is taken', async () => {
  const { auth, orm } = servicesOf()
  const of = (cost: string) => `$2y$${cost}$${'a'.repeat(53)}`
  for (const hash of ['plain text', of('14'), of('31'), of('03'), `${of('10')}a`])
    await expect(
      orm.transaction((tx) => auth.addForeignHashes(tx, [{ user: randomUUID(), hash }])),
    ).rejects.toThrow('E_FOREIGN_HASH')
  expect(await auth.countForeignHashes()).toBe(0)
})

it('[AUT48] a wrong password is as much work for every account and for none, while such hashes are left', async () => {
  const work: number[] = []
  const passwords = createPasswordHashing((password, hash) => {
    work.push(2 ** Number(hash.slice(4, 6)))
    return verify(password, hash)
  })
  const workOf = async (hash: string | null, foreignCost: number | null) => {
    work.length = 0
    expect(await passwords.matches({ hash, foreignCost }, 'a wrong one')).toBe(false)
    return work.reduce((sum, each) => sum + each, 0)
  }
  const own = await passwords.hash(PASSWORD)
  for (const hash of [own, await hashOf(PASSWORD, 4), await hashOf(PASSWORD, 6), null])
    expect(await workOf(hash, 6)).toBe(64)
  for (const hash of [own, null]) expect(await workOf(hash, null)).toBe(0)
})

it('[AUT48] a log-in knows the costliest hash that is left, whoever tries', async () => {
  const { orm } = servicesOf()
  const costFor = async (user: string) => (await findPassword(orm, user)).foreignCost
  expect(await costFor(randomUUID())).toBeNull()
  const { id } = await imported(await hashOf(PASSWORD, 4))
  await imported(await hashOf(PASSWORD, 6))
  expect([await costFor(id), await costFor(randomUUID())]).toEqual([6, 6])
})

it('[USR36] imported accounts keep dates and bans, tell nobody, and taken names are known whatever their case', async () => {
  const { users, orm, pool } = servicesOf()
  const at = new Date('2019-01-02T03:04:05Z')
  const one = {
    username: 'Old.Hand',
    email: 'Old.Hand@example.com',
    firstName: '',
    lastName: '',
    ip: '203.0.113.7',
    verifiedAt: null,
    createdAt: at,
    lastSeenAt: new Date('2024-05-06T07:08:09Z'),
    bannedReason: 'Suspended there',
  }
  const told = async () => {
    const { rows } = await pool.query(`select 1 from kernel.outbox where name like 'users:%'`)
    return rows.length
  }
  const before = await told()
  const [id = ''] = await orm.transaction((tx) => users.importMany(tx, [one]))
  expect(await users.find(id)).toMatchObject({
    username: 'Old.Hand',
    verifiedAt: null,
    createdAt: at,
    lastSeenAt: one.lastSeenAt,
    firstIp: '203.0.113.7',
    bannedReason: 'Suspended there',
  })
  expect(await told()).toBe(before)
  const taken = await users.findTaken(orm, {
    usernames: ['OLD.hand', 'free'],
    emails: ['old.HAND@example.com', 'free@example.com'],
  })
  expect([[...taken.usernames], [...taken.emails]]).toEqual([['old.hand'], ['old.hand@example.com']])
  await expect(
    orm.transaction((tx) => users.importMany(tx, [{ ...one, email: 'x@example.com' }])),
  ).rejects.toThrow('USERS_USERNAME_TAKEN')
})

it('[AUT47] the own password is confirmed by such a hash too', async () => {
  const { visitor, registration } = await aPerson(given.product)
  const { pool } = servicesOf()
  await pool.query(
    `update auth.credential set password_hash = $2 where user_id = (select id from users.account where username = $1)`,
    [registration.username, await hashOf(PASSWORD, 4, '2b')],
  )
  const confirm = async (password: string) =>
    (await visitor.post('/api/auth/reauthenticate', { password })).status
  expect([await confirm('a wrong one'), await confirm(PASSWORD)]).toEqual([400, 200])
  expect(await servicesOf().auth.countForeignHashes()).toBe(0)
})

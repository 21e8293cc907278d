import { secretKeyReplaced } from '@spawnpoint/sdk/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const left = async () => {
  const { rows } = await server.pool.query<{ what: string }>(
    `select 'second factor' as what from auth.totp
     union all select 'recovery code' from auth.recovery_code
     union all select 'support PIN' from users.account where support_pin_sealed is not null
     union all select 'support PIN' from users.account where support_pin_hash is not null
     union all select 'push key' from notifications.push_key
     union all select 'browser' from notifications.device
     union all select 'Discord address' from notifications.routine where discord_webhook is not null
     union all select 'Discord account' from j4r_servers.discord_account
     order by 1`,
  )
  return rows.map(({ what }) => what)
}

it('[OPS42] plugins forget what the lost key had sealed, so that people can log in and set it up again', async () => {
  const { id: user } = (await server.signIn()).person
  await server.pool.query(
    `insert into auth.totp (user_id, sealed_secret, session_id, confirmed_at) values ($1, 'lost', $1, now())`,
    [user],
  )
  await server.pool.query(`insert into auth.recovery_code (user_id, code_hash) values ($1, 'lost')`, [user])
  await server.pool.query(
    `update users.account set support_pin_sealed = 'lost', support_pin_hash = 'lost',
       support_pin_expires_at = now() where id = $1`,
    [user],
  )
  await server.pool.query(
    `insert into notifications.push_key (public_key, private_key) values ('public', 'lost')`,
  )
  await server.pool.query(
    `insert into notifications.device (person, endpoint, public_key, auth, label, created_at)
     values ($1, 'https://push.example/1', 'public', 'auth', 'Firefox', now())`,
    [user],
  )
  await server.pool.query(`insert into notifications.routine (person, discord_webhook) values ($1, 'lost')`, [
    user,
  ])
  await server.pool.query(
    `insert into j4r_servers.discord_account (user_id, discord_hash) values ($1, 'lost')`,
    [user],
  )
  expect(await left()).toHaveLength(8)
  const { orm, events } = server.server.core
  await orm.transaction((tx) => events.emit(tx, secretKeyReplaced, {}))
  await expect.poll(left).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { eraseCommand } from './server/erase-command.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const ledger = () => join(server.config.dataDir, 'erasures.jsonl')
const accountOf = async (id: string) => {
  const { rows } = await server.pool.query(
    'select username, email, deleted_at from users.account where id = $1',
    [id],
  )
  return rows[0]
}
const bringBack = (id: string, name: string) =>
  server.pool.query(
    `update users.account set username = $2, email = $2 || '@example.com', deleted_at = null where id = $1`,
    [id, name],
  )
it('[USR35] erases again whoever comes back with a restored backup, and nobody else', async () => {
  const staff = await server.signIn({ permissions: ['admin.users.delete'] })
  const { person } = await server.signIn()
  const { person: other } = await server.signIn()
  const before = await accountOf(person.id)
  expect((await staff.api.delete(`/api/users/${person.id}`)).status).toBe(200)
  const line = new RegExp(`^\\{"id":"${person.id}","at":"[\\dT:.-]+Z"\\}\\n$`)
  // The file is there a moment before its line is.
  await vi.waitFor(() => expect(readFileSync(ledger(), 'utf8')).toMatch(line))
  expect(statSync(ledger()).mode & 0o777).toBe(0o600)

  await bringBack(person.id, before.username)
  // A full disk may have cut a line.
  writeFileSync(ledger(), `{"id":"${other.id}\n${readFileSync(ledger(), 'utf8')}`)
  await server.startAgain()
  const after = await accountOf(person.id)
  expect(after.deleted_at).not.toBeNull()
  expect(JSON.stringify(after)).not.toContain(before.username)
  expect((await accountOf(other.id)).deleted_at).toBeNull()
  const { rows } = await server.pool.query(
    `select actor, after from kernel.audit where action = 'users:erased' and target = $1 order by id`,
    [person.id],
  )
  expect(rows.at(-1)).toMatchObject({ actor: null, after: { reason: 'restored' } })
  const entries = rows.length
  await server.startAgain()
  const again = await server.pool.query(
    `select from kernel.audit where action = 'users:erased' and target = $1`,
    [person.id],
  )
  expect(again.rowCount).toBe(entries)
})

it('[USR35] the command notes an erasure itself, since no listener runs beside a stopped product', async () => {
  const id = randomUUID()
  const command = eraseCommand({
    audit: { write: async () => undefined },
    clock: { now: () => new Date('2026-11-30T03:00:00Z') },
    db: { orm: { transaction: (work: (tx: unknown) => unknown) => work({}) } },
    instance: { dataDir: server.config.dataDir },
    // Emits no event.
    users: { findByLogin: async () => ({ id }), erase: async () => undefined },
  } as never)
  expect(await command.run(['ada', 'ada'], {})).not.toHaveProperty('failed')
  expect(readFileSync(ledger(), 'utf8')).toContain(`{"id":"${id}","at":"2026-11-30T03:00:00.000Z"}\n`)
})

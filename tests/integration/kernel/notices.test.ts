import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createNotices, type Notice } from '../../../kernel/server/services/notices.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A line to the database that can go silent without being cut, as firewalls make them. */
async function startSilencer(databaseUrl: string) {
  const { host, port } = new Client({ connectionString: databaseUrl })
  const lines = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => socket.destroy())
    near.on('close', () => far.destroy())
    lines.add(near)
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  return {
    /** The same database by way of this line. */
    url: `postgres://${new URL(databaseUrl).username}@127.0.0.1:${(proxy.address() as AddressInfo).port}${new URL(databaseUrl).pathname}`,
    silence: () => lines.forEach((near) => near.unpipe().pause()),
    close() {
      for (const near of lines) near.destroy()
      proxy.close()
    },
  }
}

async function aProcess(connectionString = server.config.databaseUrl ?? '', heartbeatMs?: number) {
  const { pool, log, clock, secrets } = server.server.core
  const connection = { connectionString }
  const notices = await createNotices({
    pool,
    connection,
    log,
    clock,
    secrets,
    // An answer that takes longer counts as a silent line, so only the test of that asks often.
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  })
  const heard: (Notice | { kind: 'reconnected' })[] = []
  notices.on((notice) => void heard.push(notice))
  return { notices, heard }
}

it('notices that its line has gone silent, and has listeners read all again', async () => {
  const silencer = await startSilencer(server.config.databaseUrl ?? '')
  const { notices, heard } = await aProcess(silencer.url, 2_000)
  await server.server.core.notices.send({ kind: 'settings' })
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'settings' }))
  const before = heard.length
  silencer.silence()
  await vi.waitFor(() => expect(heard.slice(before)).toContainEqual({ kind: 'reconnected' }))
  await notices.close()
  silencer.close()
})

describe('a process', () => {
  it('hears what it says once, and others hear it too', async () => {
    const [one, two] = [await aProcess(), await aProcess()]
    const user = '00000000-0000-4000-8000-00000000000a'
    await one.notices.send({ kind: 'user', user })
    expect(one.heard).toMatchObject([{ kind: 'user', user }])
    await vi.waitFor(() => expect(two.heard).toMatchObject([{ kind: 'user', user }]))
    await two.notices.send({ kind: 'plugins' })
    await vi.waitFor(() => expect(one.heard).toMatchObject([{ kind: 'user' }, { kind: 'plugins' }]))
    await Promise.all([one.notices.close(), two.notices.close()])
  })

  it('tells others of a transaction when it commits, and never when it does not', async () => {
    const [one, two] = [await aProcess(), await aProcess()]
    const { orm } = server.server.core
    const [kept, dropped] = ['00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-00000000000c']
    const rolledBack = orm.transaction(async (tx) => {
      await one.notices.send({ kind: 'user', user: dropped }, tx)
      await one.notices.sendSoon(dropped, tx)
      throw new Error('changed its mind')
    })
    await expect(rolledBack).rejects.toThrow('changed its mind')
    await orm.transaction(async (tx) => {
      await one.notices.send({ kind: 'user', user: kept }, tx)
      await one.notices.sendSoon(kept, tx)
    })
    for (const { heard } of [one, two])
      await vi.waitFor(() =>
        expect(heard).toMatchObject([
          { kind: 'user', user: kept },
          { kind: 'changed', user: kept },
        ]),
      )
    await Promise.all([one.notices.close(), two.notices.close()])
  })
})

it('[KRN23] survives a stranger on its channel and a listener that throws', async () => {
  const { notices, heard } = await aProcess()
  notices.on(() => {
    throw new Error('bad listener')
  })
  await server.pool.query(`select pg_notify('spawnpoint', 'no JSON at all')`)
  await server.pool.query(`select pg_notify('spawnpoint', 'null')`)
  // Well formed, but without the instance's signature.
  const forged = { kind: 'plugins', notice: { kind: 'plugins' } }
  for (const text of [JSON.stringify(forged), `.${JSON.stringify(forged)}`])
    await server.pool.query('select pg_notify($1, $2)', ['spawnpoint', text])
  await server.server.core.notices.send({ kind: 'settings' })
  await vi.waitFor(() => expect(heard).toMatchObject([{ kind: 'settings' }]))
  await notices.close()
})

it('waits for what its listeners do with a notice, in and outside a transaction', async () => {
  const { notices } = await aProcess()
  const order: string[] = []
  notices.on(async () => {
    // Longer than the notice itself takes on its way.
    await server.server.core.pool.query('select 1')
    await server.server.core.pool.query('select 2')
    order.push('acted')
  })
  await notices.send({ kind: 'settings' }).then(() => order.push('sent'))
  await server.server.core.orm.transaction((tx) => notices.send({ kind: 'settings' }, tx))
  order.push('committed')
  await notices.close()
  expect(order).toEqual(['acted', 'sent', 'acted', 'committed'])
})

import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../support/database/create-test-database.ts'
import { startProduct } from '../support/product/start-product.ts'

const PROCESSES = 3

/** A way to the database that opens once so many connections wait for it. */
async function openGate(connection: PoolConfig, many: number) {
  const socket = join(connection.host ?? '', `.s.PGSQL.${connection.port ?? 5432}`)
  const waiting = new Set<Socket>()
  let isOpen = false
  const pass = (from: Socket) => {
    const to = connect(socket)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  }
  const gate = createServer((from) => {
    if (isOpen) return pass(from)
    waiting.add(from)
    // One that gave up does not count: its process tries again.
    from.on('close', () => waiting.delete(from))
    if (waiting.size < many) return
    isOpen = true
    for (const each of waiting) pass(each)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void gate.close())
  return (gate.address() as AddressInfo).port
}

/** The link of the first administrator, as the operator reads it. */
const setupLink = /https:\/\/dash\.example\.com\/auth\/register#setup=\S+/g

it('[OPS52] processes that start together on an empty database all come up', async () => {
  const database = await createTestDatabase({ migrationSets: [] })
  onTestFinished(database.drop)
  const { user, database: name } = database.connection
  const port = await openGate(database.connection, PROCESSES)
  const env = {
    DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/${name}`,
    SECRET_KEY: 'pine-Quartz-71-harbour-Velvet-08-lantern',
    APP_URL: 'https://dash.example.com',
    LOG_LEVEL: 'warn',
  }
  const starts = await Promise.allSettled(Array.from({ length: PROCESSES }, () => startProduct({ env })))
  const products = starts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  onTestFinished(() => Promise.all(products.map((each) => each.stop())).then(() => undefined))
  expect(starts.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))).toEqual([])
  // Nothing was tried twice or left out: a line of the log would say so.
  expect(products.map((each) => each.output().match(/^\{.*$/gm) ?? [])).toEqual([[], [], []])
  const links = products.flatMap((each) => each.output().match(setupLink) ?? [])
  expect(links).toHaveLength(PROCESSES)
  expect(new Set(links).size).toBe(1)
  const ask = async (text: string) => (await database.pool.query<{ count: number }>(text)).rows[0]?.count
  expect(await ask('select count(*)::int from kernel.secret_key')).toBe(1)
  // A plugin whose tables were not made is left out.
  const running = await Promise.all(
    products.map(async (each) => {
      const answer = await fetch(`http://127.0.0.1:${each.port}/api/system/plan`)
      const { plugins } = (await answer.json()) as { plugins: readonly { readonly id: string }[] }
      return plugins.map(({ id }) => id).toSorted()
    }),
  )
  expect(running[0]).toContain('auth')
  for (const each of running) expect(each).toEqual(running[0])
})

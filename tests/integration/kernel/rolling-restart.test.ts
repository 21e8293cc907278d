import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startBalancingProxy } from '../../support/product/balancing-proxy.ts'
import { spawnServer } from '../../support/server/spawn-server.ts'
import { startTestServer } from '../../support/server/start-test-server.ts'
import { soak } from '../../support/soak.ts'

const restarts = soak(10, 3)
const writesPerSecond = 20

it('[OPS9] no write is lost over restarts of one of two processes behind the proxy', async () => {
  const SECRET_KEY = randomBytes(32).toString('base64')
  const server = await startTestServer({ env: { SECRET_KEY } })
  const proxy = await startBalancingProxy()
  onTestFinished(async () => {
    await proxy.stop()
    await server.stop()
  })
  await proxy.add(Number(new URL(server.url).port))
  const { person } = await server.signIn()
  // They take turns: on a busy machine one alone would reach the number of calls that a person has in a minute.
  const cookies: string[] = []
  for (let count = 0; count < 4; count += 1) {
    const { api } = await server.signIn({ role: 'Administrator' })
    cookies.push([...api.jar].map(([name, value]) => `${name}=${value}`).join('; '))
  }

  const answered: Promise<{ status: number; text: string }>[] = []
  const write = async () => {
    const cookie = cookies[answered.length % cookies.length] ?? ''
    const answer = await fetch(`${proxy.url}/api/coins/adjustments`, {
      method: 'POST',
      headers: { cookie, origin: server.config.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ user: person.id, amount: 1, note: 'A write', requestKey: randomUUID() }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const timer = setInterval(() => answered.push(write()), 1_000 / writesPerSecond)
  onTestFinished(() => clearInterval(timer))

  let served = 0
  for (let turn = 0; turn < restarts; turn += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-rolling-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const other = spawnServer({
      databaseUrl: server.config.databaseUrl ?? '',
      dataDir,
      secretKey: SECRET_KEY,
      env: { APP_URL: server.config.origin, STOP_DELAY: '1' },
    })
    onTestFinished(other.kill)
    const port = await other.port
    if (port === null) throw new Error('the other process did not start')
    await proxy.add(port)
    const before = answered.length
    await expect.poll(() => answered.length).toBeGreaterThan(before + writesPerSecond)
    served += proxy.isServing(port) ? 1 : 0
    await other.stop()
    expect(await other.signal()).toBeNull()
    proxy.remove(port)
  }
  clearInterval(timer)

  const outcomes = await Promise.all(answered)
  expect(served).toBe(restarts)
  expect(outcomes.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
  const { rows } = await server.pool.query<{ balance: string }>(
    'select balance from coins.account where owner = $1',
    [person.id],
  )
  expect(Number(rows[0]?.balance)).toBe(outcomes.length)
})

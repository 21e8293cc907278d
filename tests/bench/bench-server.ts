import { Ledger } from '@spawnpoint/contracts/coins'
import { Roles } from '@spawnpoint/contracts/roles'
import { Users } from '@spawnpoint/contracts/users'
import type { ServiceToken } from '@spawnpoint/sdk/common'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../../kernel/cli/read-config.ts'
import { explainAndExit, stopOnSignals } from '../../kernel/cli/run-product.ts'
import { createPageHandlers } from '../../kernel/cli/page-handlers.ts'
import { releaseMemory } from '../../kernel/cli/release-memory.ts'
import { startServer } from '../../kernel/cli/start-server.ts'
import type { RunningServer } from '../../kernel/cli/start-server.ts'
import { ROOT } from '../../kernel/server/version.ts'
import type { BenchPerson } from './start-bench-server.ts'

const { BENCH_PLUGINS: plugins = '', BENCH_PEOPLE: people = '0', BENCH_ROLE: roleName } = process.env
const each = 1_000_000
/** So many people are created at once. */
const together = 8

const get = <T>(server: RunningServer, token: ServiceToken<T>): T => {
  const service = server.core.services.find(token)
  if (!service) throw new Error(`the bench needs ${token.id}, which did not start`)
  return service
}

async function mintCookies(server: RunningServer, user: string): Promise<string[]> {
  const lines: string[] = []
  const reply = {
    header: (_name: string, value: unknown) => lines.push(...[value].flat().map(String)),
    getHeader: () => undefined,
  }
  await server.core.sessions.start(
    { request: { headers: { 'user-agent': 'bench' }, ip: '127.0.0.1' }, reply },
    user,
  )
  return lines.filter((line) => !line.includes('Max-Age=0')).flatMap((line) => line.split(';')[0] ?? [])
}

/** Signs in a user with coins, by default one who may see every screen. */
async function createPerson(server: RunningServer, number: number): Promise<BenchPerson> {
  const users = get(server, Users)
  const roles = get(server, Roles)
  const ledger = get(server, Ledger)
  const username = `bench${number}`
  const role = (await roles.list()).find(({ name }) => name === roleName)
  const id = await server.core.orm.transaction(async (tx) => {
    const person = { username, email: `${username}@example.com`, firstName: 'Bench', lastName: 'Mark' }
    const created = await users.create(tx, { ...person, ip: '127.0.0.1', verified: true })
    if (role)
      await roles.assign(tx, { user: created.id, role: role.id, actor: { permissions: ['admin.root'] } })
    const context = { scope: 'bench', key: created.id, kind: 'bench:given' }
    await ledger.earn(tx, { ...context, user: created.id, from: 'earnings', amount: each })
    return created.id
  })
  return { id, cookies: await mintCookies(server, id) }
}

/** At an https address the sample catalogue is off until staff offer it; with it the pages are as people have them. */
async function offerCatalogue({ core: { pool, config } }: RunningServer) {
  if (!config.origin.startsWith('https:')) return
  while ((await pool.query('select 1 from panel.demo_row')).rowCount === 0) await wait(50)
  await pool.query(`update locations.location set status = 'online'`)
  await pool.query('update egg_categories.egg_category set enabled = true')
  await pool.query('update eggs.egg set enabled = true')
}

const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

try {
  const server = await startServer({
    config: readConfig(process.env),
    roots: { builtin: join(ROOT, 'builtin'), plugins, locales: join(ROOT, 'locales') },
    ...(process.env['BENCH_PAGES'] === '1'
      ? { pageHandlers: (source) => createPageHandlers(source, join(ROOT, 'dist')) }
      : {}),
  })
  const startCost = processorMs()
  stopOnSignals()(server.stop)
  // Closed until an operator opens them, and among what is measured.
  await server.core.settings.write({ store_enabled: true, image_hosting_enabled: true })
  await offerCatalogue(server)
  const signedIn: BenchPerson[] = []
  for (let number = 0; number < Number(people); number += together) {
    const some = Array.from({ length: Math.min(together, Number(people) - number) }, (_, index) =>
      createPerson(server, number + index),
    )
    signedIn.push(...(await Promise.all(some)))
  }
  const plans: string[] = []
  server.core.database.pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const [, found] = /^duration: .*plan:\s*(\{.*)$/s.exec(message) ?? []
      if (found !== undefined) plans.push(found)
    }),
  )
  const { port } = server
  process.send?.({ port, startCost, people: signedIn, connection: server.core.database.connection })
  process.on('message', (word) => {
    if (word === 'processor') return void process.send?.({ processorMs: processorMs() })
    if (word === 'plans') return void process.send?.({ plans: plans.splice(0) })
    releaseMemory()
    process.send?.({ rss: process.memoryUsage.rss() })
  })
  // The parent process has ended.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
} catch (error) {
  explainAndExit(error)
}

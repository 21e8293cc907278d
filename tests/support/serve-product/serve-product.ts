// Started by `startProduct` of the SDK, in a process of its own.
import { Ledger } from '@spawnpoint/contracts/coins'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { buildFirst } from '../../../kernel/cli/build-first.ts'
import { createPageHandlers } from '../../../kernel/cli/page-handlers.ts'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer, type RunningServer } from '../../../kernel/cli/start-server.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import {
  createTestClock,
  passTime,
  runJob,
  type TestClock,
} from '../../../sdk/testing/plugin-server/run-job.ts'
import type { ProductNews, ProductOrders, ProductStart } from '../../../sdk/testing/product/product-orders.ts'
import { createVisitors } from '../server/sign-in.ts'

const LOOK_MS = 20

const tell = (news: ProductNews) => void process.send?.(news)

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

function start({ port, dataDir, pluginsDir }: ProductStart, clock: TestClock): Promise<RunningServer> {
  const config = readConfig({
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  })
  return startServer({
    config,
    clock,
    roots: { builtin: join(ROOT, 'builtin'), plugins: pluginsDir, locales: join(ROOT, 'locales') },
    // Tests call nobody: every name is unknown.
    network: { hosts: {} },
    pageHandlers: (source) => createPageHandlers(source, join(ROOT, 'dist')),
  })
}

/** The way of every package: read, agreed to, unpacked. */
async function install(
  { plugins: { packages } }: RunningServer,
  { file, isolation: { server, browser } }: ProductStart,
): Promise<string> {
  const { id, consent, problems } = await packages.review(readFileSync(file), null)
  const [problem] = problems
  if (problem)
    throw new Error(`The plugin cannot be installed: ${problem.code} ${JSON.stringify(problem.details)}`)
  const choice = { isolated: browser === 'frame', inProcess: server === 'process' }
  return (await packages.install(id, { consent, ...choice, actor: null })).id
}

/** Listens to events for the test, and keeps what they told. */
function createEars({ core: { events, pool } }: RunningServer): Pick<ProductOrders, 'listen' | 'heard'> {
  const told = new Map<string, unknown[]>()
  return {
    async listen(name) {
      if (told.has(name)) return
      const payloads: unknown[] = []
      told.set(name, payloads)
      const event = { kind: 'event' as const, name, payload: z.unknown() }
      events.register({ plugin: 'test', event, handle: async ({ payload }) => void payloads.push(payload) })
      // Only an event that somebody listens to is stored.
      const stored = 'select from kernel.subscription where subscriber = $1'
      while ((await pool.query(stored, [`test/${name}`])).rowCount === 0) await pause(LOOK_MS)
    },
    heard: async (name) => told.get(name) ?? [],
  }
}

function createOrders(server: RunningServer, id: string, clock: TestClock): ProductOrders {
  const { core, plugins } = server
  const visitors = createVisitors(server)
  const ledger = () => {
    const found = core.services.find(Ledger)
    if (!found) throw new Error('The coins are off.')
    return found
  }
  const state = async () => {
    const row = (await plugins.list()).find((each) => each.id === id)
    if (!row) throw new Error(`The product has not found the plugin ${id}.`)
    const { state: now, reason, lastError } = row
    return { state: now, reason, lastError }
  }
  return {
    async signIn({ coins = 0, ...user }) {
      const { person, cookie } = await visitors.signIn(user)
      if (coins > 0)
        await core.orm.transaction((tx) =>
          ledger().earn(tx, {
            scope: 'test',
            key: person.id,
            kind: 'test:given',
            user: person.id,
            from: 'earnings',
            amount: coins,
          }),
        )
      return { id: person.id, username: person.username, cookie }
    },
    coinsOf: (user) => ledger().balance(user),
    rows: async (text, values) => (await core.pool.query<object>(text, [...values])).rows,
    emit: (name, payload) =>
      core.orm.transaction((tx) =>
        core.events.emit(tx, { kind: 'event', name, payload: z.unknown() }, payload),
      ),
    ...createEars(server),
    async configure(values) {
      await plugins.writeConfig(id, values, null)
    },
    async setCoinsPerDay(coins) {
      await core.pool.query(
        `insert into coins.plugin_wallet (plugin, name, earn_per_day) values ($1, $1, $2)
         on conflict (plugin) do update set earn_per_day = excluded.earn_per_day`,
        [id, coins],
      )
    },
    runJob: (name, payload) => runJob(core, id, name, payload),
    passTime: (ms) => passTime(core, { clock, plugin: id, ms }),
    async enable() {
      await plugins.enable(id, null)
    },
    async disable() {
      await plugins.disable(id, null, true)
    },
    uninstall: (data) => plugins.packages.uninstall(id, { data, actor: null, withDependants: true }),
    state,
    stop: server.stop,
  }
}

/** Another test may build the same checkout at this moment: then it is waited for. */
async function buildAlone(): Promise<void> {
  const address = new URL('../../../kernel/cli/prepare-lock.mjs', import.meta.url).href
  // Plain JavaScript, with its types in comments.
  const { takePrepareLock } = (await import(address)) as { takePrepareLock: (file: string) => () => void }
  const release = takePrepareLock(join(ROOT, '.cache/prepare.lock'))
  buildFirst()
  release()
}

async function serve(given: ProductStart): Promise<ProductOrders> {
  await buildAlone()
  const clock = createTestClock()
  tell({ kind: 'begins', step: 'start' })
  const server = await start(given, clock)
  try {
    tell({ kind: 'begins', step: 'install' })
    const id = await install(server, given)
    const orders = createOrders(server, id, clock)
    await orders.configure(given.config)
    await orders.enable()
    const { state, reason } = await orders.state()
    if (state !== 'active') throw new Error(`The plugin ${id} is ${state}: ${reason ?? 'no reason is known'}`)
    await orders.setCoinsPerDay(given.coinsPerDay)
    return orders
  } catch (error) {
    await server.stop()
    throw error
  }
}

interface Asked {
  readonly call: number
  readonly order: keyof ProductOrders
  readonly given: readonly unknown[]
}

try {
  const orders = await serve(JSON.parse(process.argv[2] ?? '{}') as ProductStart)
  let isStopped = false
  process.on('message', async (message) => {
    // Only `startProduct` speaks here, with orders as they are typed.
    const { call, order, given } = message as Asked
    const carryOut = orders[order] as (...args: readonly unknown[]) => Promise<unknown>
    try {
      if (order === 'stop') isStopped = true
      tell({ kind: 'done', call, value: await carryOut(...given) })
    } catch (error) {
      tell({ kind: 'failed', call, message: textOf(error) })
    }
  })
  // A test that was killed leaves no database behind.
  process.once('disconnect', async () => {
    if (!isStopped) await orders.stop()
    process.exit()
  })
  tell({ kind: 'ready' })
} catch (error) {
  tell({ kind: 'failed', call: null, message: textOf(error) })
  process.exitCode = 1
  process.disconnect()
}

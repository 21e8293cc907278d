import type { EventType } from '@spawnpoint/sdk/common'
import { EndpointFailure, PermissionSource, type ClockService, type PluginRow } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { createAssets } from '../../../kernel/server/page/assets.ts'
import { packPlugin } from '../../package/pack-plugin.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import type { RunningServer } from '../../../kernel/cli/start-server.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { buildForTest, type BuiltPlugin } from './build-for-test.ts'
import { findBuiltin, placeBuiltin } from './place-builtin.ts'
import { createTestClock, passTime, runJob, type TestClock } from './run-job.ts'
import { mintCookie } from './mint-cookie.ts'
import { createTestCaller, type TestCaller } from './test-caller.ts'
import { writeStandIns, type StandIn } from './write-stand-ins.ts'

/** Options of a server test. @example { folder: join(import.meta.dirname, '..') } */
export interface PluginServerOptions {
  /** The plugin's folder, the one with `manifest.ts`. It is built for the test, unless it is a built-in. */
  readonly folder: string
  /** Settings as an operator would have saved them. */
  readonly config?: Readonly<Record<string, unknown>>
  readonly services?: readonly StandIn[]
  /**
   * Where the server module runs: `process` by default, in the test's own, unless the manifest asks for a worker; `worker` as
   * the product installs packages.
   */
  readonly isolation?: 'process' | 'worker'
  /** The clock of the product and of the server module. A worker reads it at the start of each call, job and event; from there its time goes on. */
  readonly clock?: ClockService
  /** A PostgreSQL to use instead of one that is started for the test. */
  readonly databaseUrl?: string
}

/** The real server with one plugin, on a real database. @example const notes = await server.rows('select * from notes.note') */
export interface TestPluginServer {
  readonly id: string
  readonly url: string
  /** Signs in a user with these permissions; the id is generated unless given. */
  signIn(person?: {
    readonly permissions?: readonly string[]
    readonly id?: string
  }): Promise<TestCaller<string>>
  anonymous(): TestCaller
  /** Tells a fact, as another plugin would. */
  emit<S extends z.ZodType>(event: EventType<S>, payload: z.input<S>): Promise<void>
  /** Rows of any table; the plugin's own are in the schema of its name. */
  rows<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>
  /** Runs a job of the plugin now, and resolves when it has ended. Rejects with its failure. */
  runJob(name: string, payload?: unknown): Promise<void>
  /**
   * Puts the product's clock on by milliseconds, and runs once each scheduled job of the plugin that fell due meanwhile.
   * All that reads `clock` moves, the limits of the product among it. What PostgreSQL's `now()` or `Date` tell goes on as
   * before, such as a column with `default now()`. Rejects where the test gave a clock.
   */
  passTime(ms: number): Promise<void>
  enable(): Promise<void>
  disable(): Promise<void>
  /** Takes it away as an operator does, with its tables or without. */
  uninstall(data: 'keep' | 'remove'): Promise<void>
  /** State and reason, as the plugins page shows them. */
  state(): Promise<Pick<PluginRow, 'state' | 'reason' | 'lastError'>>
  /** The kernel's server, for what is not offered above. */
  readonly server: RunningServer
  readonly built: BuiltPlugin
  stop(): Promise<void>
}

/** In the path of everything that such a server unpacks and of nothing else. */
export const TEST_HOME = 'spawnpoint-test-home-'

const ORIGIN = 'http://127.0.0.1:5173'

function createHome() {
  const home = mkdtempSync(join(tmpdir(), TEST_HOME))
  // As root the database's own user has to pass through it.
  chmodSync(home, 0o711)
  for (const folder of ['builtin', 'plugins']) mkdirSync(join(home, folder))
  return home
}

interface Boot {
  readonly home: string
  readonly built: BuiltPlugin
  readonly clock: ClockService
}

async function boot(options: PluginServerOptions, { home, built, clock }: Boot) {
  const config = readConfig({
    PORT: '0',
    APP_URL: ORIGIN,
    DATA_DIR: join(home, 'data'),
    LOG_LEVEL: 'silent',
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
  })
  const plugins = join(home, 'plugins')
  writeStandIns(built.manifest, plugins, options.services ?? [])
  return startServer({
    config,
    clock,
    // Tests call nobody: every name is unknown.
    network: { hosts: {} },
    roots: { builtin: join(home, 'builtin'), plugins, locales: join(ROOT, 'locales') },
    pageHandlers: async ({ packaged }) => ({
      assets: createAssets({ distDir: null, secure: false, findPlugin: packaged.findFiles }),
      page: () => false,
    }),
  })
}

/**
 * Starts the real server with one plugin switched on: its migrations, endpoints, jobs and listeners, on a PostgreSQL of
 * the test's own. Rejects with the reason when the plugin does not start.
 *
 * @example
 * const server = await startPluginServer({ folder: join(import.meta.dirname, '..') })
 * const ada = await server.signIn({ permissions: ['plugin.notes.manage'] })
 * expect(await ada.call(listNotes)).toMatchObject({ notes: [] })
 */
export async function startPluginServer(options: PluginServerOptions): Promise<TestPluginServer> {
  const builtin = await findBuiltin(options.folder)
  const built = builtin ?? buildForTest(options.folder)
  const home = createHome()
  const clean = () => {
    built.remove()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    if (builtin) await placeBuiltin(builtin, join(home, 'builtin'))
    const testClock = createTestClock()
    const server = await boot(options, { home, built, clock: options.clock ?? testClock })
    const running = describe(server, { built, clock: options.clock ? null : testClock, clean })
    try {
      await prepare(server, options, built)
      await running.enable()
      return running
    } catch (error) {
      await server.stop()
      throw error
    }
  } catch (error) {
    clean()
    throw error
  }
}

const people = new WeakMap<RunningServer, Map<string, readonly string[]>>()

async function prepare(
  server: RunningServer,
  { config, isolation }: PluginServerOptions,
  built: BuiltPlugin,
) {
  const permissions = new Map<string, readonly string[]>()
  people.set(server, permissions)
  const { core, plugins } = server
  core.services.provide('test', PermissionSource, {
    permissionsOf: async (user: string) => permissions.get(user) ?? [],
  })
  if (built.manifest.kind !== 'builtin') await install(server, built, isolation)
  if (config) await plugins.writeConfig(built.manifest.id, config, null)
}

/** The way of every package: packed, read, agreed to, unpacked. */
async function install(
  { plugins: { packages } }: RunningServer,
  { dist, manifest }: BuiltPlugin,
  isolation: PluginServerOptions['isolation'],
) {
  // The watch for leaks reaches a plugin in the test's own process only.
  const inProcess = (isolation ?? manifest.isolation?.server) !== 'worker'
  const { id, consent, problems } = await packages.review(await packPlugin(dist), null)
  const [problem] = problems
  if (problem)
    throw new Error(`The plugin cannot be installed: ${problem.code} ${JSON.stringify(problem.details)}`)
  await packages.install(id, { consent, inProcess, actor: null })
}

interface Described {
  readonly built: BuiltPlugin
  /** Null where the test moves its own. */
  readonly clock: TestClock | null
  readonly clean: () => void
}

function describe(server: RunningServer, { built, clock, clean }: Described): TestPluginServer {
  const { id } = built.manifest
  const { core, plugins } = server
  const url = `http://127.0.0.1:${server.port}`
  const state = async () => {
    const row = (await plugins.list()).find((each) => each.id === id)
    if (!row) throw new Error(`The server has not found the plugin ${id}.`)
    const { state: now, reason, lastError } = row
    return { state: now, reason, lastError }
  }
  const findCause = (request: string) =>
    core.recentLog.list().find((line) => line.request === request && line.detail !== null)?.detail ?? null
  return {
    id,
    url,
    server,
    built,
    state,
    anonymous: () => createTestCaller({ url, origin: ORIGIN, id: null, cookie: '', findCause }),
    async signIn({ permissions = [], id: user = randomUUID() } = {}) {
      people.get(server)?.set(user, permissions)
      await core.orm.transaction((tx) => core.sessions.createIdentity(tx, user))
      return createTestCaller({
        url,
        origin: ORIGIN,
        id: user,
        cookie: await mintCookie(core.sessions, user),
        findCause,
      })
    },
    emit: (event, payload) => core.orm.transaction((tx) => core.events.emit(tx, event, payload)),
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await core.pool.query<Row>(text, [...values])).rows,
    runJob: (name, payload) => runJob(core, id, name, payload),
    async passTime(ms) {
      if (!clock) throw new Error('The test gave a clock of its own: move that one.')
      await passTime(core, { clock, plugin: id, ms })
    },
    async enable() {
      // A failure is recorded in the plugin's state as text.
      await plugins.enable(id, null).catch((error: unknown) => {
        if (!(error instanceof EndpointFailure)) throw error
      })
      const { state: now, reason } = await state()
      if (now !== 'active') throw new Error(`The plugin ${id} is ${now}: ${reason ?? 'no reason is known'}`)
    },
    disable: () => plugins.disable(id, null, true),
    uninstall: (data) => plugins.packages.uninstall(id, { data, actor: null, withDependants: true }),
    async stop() {
      await server.stop()
      clean()
    },
  }
}

import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { LANGUAGES, type Plan } from '../../kernel/common/plan.ts'
import { createKernel } from '../../kernel/browser/create-kernel.ts'
import type { Kernel, KernelDialog } from '../../kernel/browser/kernel.ts'
import type { MemoryClock } from './memory-clock.ts'
import { createMemoryPlatform } from './memory-platform.ts'
import { createAddedPlugins } from '../../kernel/packages/browser/added-plugins.ts'
import { createFakeServer, type FakeServer } from './fake-server.ts'
import { modulesOfPlugin, planOfPlugin, wordsOf, type TestPlugin } from './test-plugin.ts'

/** State of the tab before the product starts in it; all of it is optional. @example { at: '/p/hello', person: { permissions: ['admin.users.list'] } } */
export interface BrowserHostOptions {
  readonly plugins?: readonly TestPlugin[]
  /** Path that is open. */
  readonly at?: string
  /** Null: nobody is signed in. */
  readonly person?: {
    readonly permissions?: readonly string[]
    readonly user?: Readonly<Record<string, unknown>>
    readonly billing?: Readonly<Record<string, unknown>>
    readonly stats?: Readonly<Record<string, unknown>>
  } | null
  /** Public settings and flags. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** As in the names of the message files: `de`. Capitals do as well. */
  readonly locale?: (typeof LANGUAGES)[number] | Lowercase<(typeof LANGUAGES)[number]>
  readonly cookies?: Readonly<Record<string, string>>
  readonly storage?: Readonly<Record<string, string>>
}

/** The product in a tab that exists only in memory. @example await app.clock.advance(60_000) */
export interface TestBrowserHost {
  readonly host: BrowserHost
  readonly kernel: Kernel
  readonly server: FakeServer
  /** Stands still until a test moves it. */
  readonly clock: MemoryClock
  /** The path that is open now. */
  path(): string
  /** Server paths that the page was left for. */
  readonly left: readonly string[]
  /** Dialogs that the kernel showed; each counts as read. */
  readonly dialogs: readonly KernelDialog[]
  /** Messages that the kernel would have written to the console. */
  readonly failures: readonly { readonly sentence: string; readonly error: unknown }[]
  /** Faults of a plugin in this tab, oldest first. */
  faults(plugin: string): readonly unknown[]
}

const origin = 'https://dash.example.com'

const cookiesOf = ({ person, locale, cookies }: BrowserHostOptions) => ({
  ...(person === null ? {} : { user_token: 'test' }),
  ...(locale ? { locale: locale.toUpperCase() } : {}),
  ...cookies,
})

function startServer({ person, settings = {} }: BrowserHostOptions, plan: Plan) {
  const server = createFakeServer(origin)
  const session = { method: 'GET', path: '/api/user/session' } as const
  const { permissions = [], user = {}, billing = {}, stats = {} } = person ?? {}
  if (person === null) server.refuse(session, { code: 'UNAUTHENTICATED', status: 401 })
  else server.answerPath(session, () => ({ user_info: user, billing, stats, permissions }))
  server.answerPath({ method: 'GET', path: '/api/system/settings' }, () => ({ settings }))
  server.answerPath({ method: 'GET', path: '/api/system/plan' }, () => plan)
  return server
}

const chunksOf = (plugins: readonly TestPlugin[]) =>
  Object.fromEntries(
    LANGUAGES.map((each) => each.toLowerCase()).map((language) => [
      language,
      async () => ({ default: wordsOf(plugins, language) }),
    ]),
  )

/**
 * The browser module of the product in memory: the real kernel over a made-up network, clock, storage and address.
 *
 * @example
 * const app = await createBrowserHost({ person: { permissions: ['admin.users.list'] } })
 * expect(app.host.can('admin.users.list')).toBe(true)
 */
export async function createBrowserHost(options: BrowserHostOptions = {}): Promise<TestBrowserHost> {
  const { plugins = [], at = '/', settings = {}, storage = {} } = options
  const plan: Plan = { version: 1, plugins: plugins.map(planOfPlugin), settings, safeMode: false }
  const server = startServer(options, plan)
  const platform = createMemoryPlatform({
    url: `${origin}${at}`,
    storage,
    cookies: cookiesOf(options),
    fetch: server.fetch,
  })
  const dialogs: KernelDialog[] = []
  const failures: { readonly sentence: string; readonly error: unknown }[] = []
  const kernel = createKernel({
    platform,
    chunks: chunksOf(plugins),
    modules: {
      builtin: Object.fromEntries(plugins.map((plugin) => [plugin.manifest.id, modulesOfPlugin(plugin)])),
      isListed: () => true,
      importModule: () => Promise.reject(new Error('E_NO_MODULE: a test brings its modules by name')),
    },
    loadAdded: async (...given) => createAddedPlugins(...given),
    showDialog: async (dialog) => void dialogs.push(dialog),
    log: (sentence, error) => void failures.push({ sentence, error }),
  })
  await kernel.messages.start()
  kernel.apply(plan)
  await kernel.session.start()
  return {
    host: kernel.host,
    kernel,
    server,
    clock: platform.clock,
    path: () => platform.address.url().pathname,
    left: platform.address.left,
    dialogs,
    failures,
    faults: (plugin) => kernel.gate.faults(plugin).map(({ error }) => error),
  }
}

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkAccess } from '../../../kernel/browser/access-check.ts'
import { createKernel } from '../../../kernel/browser/create-kernel.ts'
import { createMemoryPlatform } from '../memory-platform.ts'
import { createAddedPlugins } from '../../../kernel/packages/browser/added-plugins.ts'
import { LANGUAGES, type Plan } from '../../../kernel/common/plan.ts'
import { wordsOf } from '../test-plugin.ts'
import type { ServerProcess } from './server-process.ts'

const origin = 'http://127.0.0.1:5173'
// At the address above no access rule is asked.
const publicAddress = new URL('https://dashboard.example.com')

/** Pages stand alone, so that what is drawn is the plugin's and not the menu beside it. */
const withoutFrame = (plan: Plan): Plan => ({
  ...plan,
  plugins: plan.plugins.map(({ contributes, ...plugin }) => ({
    ...plugin,
    contributes: {
      ...contributes,
      routes: contributes.routes.map((route) => ({ ...route, bare: true })),
      adminPages: contributes.adminPages.map((route) => ({ ...route, bare: true })),
    },
  })),
})

const chunks = () => {
  const words = LANGUAGES.map((each) => each.toLowerCase()).map((language) => [
    language,
    async () => ({ default: wordsOf([], language) }),
  ])
  return Object.fromEntries(words)
}

/** The browser kernel as it runs in a tab, with the real server at the other end and the plugin's built modules. */
export async function openBrowser({ url, cookie, dist }: ServerProcess) {
  const failures: string[] = []
  const platform = createMemoryPlatform({
    url: `${origin}/`,
    cookies: { user_token: 'test' },
    // Its own `signal` belongs to jsdom, which Node's fetch does not take.
    fetch: (path, { signal: _signal, credentials: _credentials, ...init } = {}) =>
      fetch(new URL(path, url), {
        ...init,
        headers: { ...init.headers, cookie, origin, 'sec-fetch-site': 'same-origin' },
      }),
  })
  const kernel = createKernel({
    platform,
    chunks: chunks(),
    modules: {
      builtin: {},
      isListed: () => false,
      importModule: (address) => {
        const file = address.replace(/^\/assets\/plugins\/[^/]+\/[^/]+\//, '')
        return import(/* @vite-ignore */ pathToFileURL(join(dist, file)).href)
      },
    },
    loadAdded: async (...given) => createAddedPlugins(...given, document),
    showDialog: async () => undefined,
    log: (sentence, error) => void failures.push(`${sentence}: ${String(error)}`),
  })
  const readPlan = async (): Promise<Plan> => {
    const response = await platform.fetch('/api/system/plan')
    if (!response.ok)
      throw new Error(`The plan was answered with ${response.status}: ${await response.text()}`)
    return withoutFrame((await response.json()) as Plan)
  }
  /** Takes the plan that the server has at this moment, as an open tab does. */
  const follow = async () => kernel.apply(await readPlan())
  await kernel.messages.start()
  await follow()
  // Boot code and access rules run before the session, as at each start of the dashboard.
  const added = await kernel.added()
  await added.boot(await readPlan())
  await checkAccess(publicAddress, kernel.bus, added.unfinishedRules)
  await kernel.session.start()
  return { kernel, platform, follow, failures }
}

export type OpenBrowser = Awaited<ReturnType<typeof openBrowser>>

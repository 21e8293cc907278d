import { planPlugin } from '../../../kernel/browser/plan-plugin.testing.ts'
import { createFixtureProject, smallShell } from '../../../sdk/testing/fixture-project.ts'
import type { Plan, PlanPlugin } from '../../../kernel/common/plan.ts'
import { pluginFolder } from '../../../kernel/packages/common/plugin-paths.ts'
import { pageAdditions } from '../../../kernel/packages/server/page/page-additions.ts'
import { createPageHandlers } from '../../../kernel/cli/page-handlers.ts'
import { createServer } from 'node:http'
import { join } from 'node:path'

interface SmallPlugin {
  readonly id: string
  /** Module code as its build would have left it. */
  readonly code: string
  /** Older major of the SDK that it was made for. */
  readonly sdk?: string
}

const hash = 'abcdef0123456789'

const urlOf = (id: string) => `${pluginFolder(id)}${hash}/browser/page.js`

const addedPlugin = ({ id, sdk }: SmallPlugin): PlanPlugin =>
  planPlugin(id, { kind: 'plugin', modules: { page: urlOf(id) }, ...(sdk === undefined ? {} : { sdk }) })

/** A shell of one page, really built, with run-time plugins whose modules it imports at once. */
export async function startSmallShell(
  files: Readonly<Record<string, string>>,
  plugins: readonly SmallPlugin[],
) {
  const project = createFixtureProject({ ...smallShell, ...files })
  const built = project.run('kernel/cli/build.ts', project.root)
  if (built.status !== 0) {
    project.remove()
    throw new Error(built.text)
  }
  const plan: Plan = { version: 1, plugins: plugins.map(addedPlugin), settings: {}, safeMode: false }
  const codes = new Map(plugins.map(({ id, code }) => [urlOf(id), code]))
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const origin = `http://127.0.0.1:${port}`
  const pageHandlers = await createPageHandlers(
    {
      config: { origin, secure: false },
      isStaff: async () => false,
      plan: () => plan,
      packaged: { findFiles: () => null, createFrame: () => async () => false, pageAdditions },
      headTags: () => [],
      findRedirect: async () => null,
      hasCustomStyle: () => false,
    },
    join(project.root, 'dist'),
  )
  server.on('request', (request, response) => {
    const code = codes.get(request.url ?? '')
    if (code !== undefined) return void response.setHeader('content-type', 'text/javascript').end(code)
    if (request.url?.startsWith('/api/')) return void response.setHeader('content-type', 'text/css').end()
    void pageHandlers.assets(request, response).then((done) => done || pageHandlers.page(request, response))
  })
  return {
    origin,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      project.remove()
    },
  }
}

import { openBrowser, type OpenBrowser } from './open-browser.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'
import { visitContributions, type VisitedContribution } from './visit-contributions.tsx'
import { watchLeaks } from './watch-leaks.ts'

/** @example { folder: import.meta.dirname } */
export interface PluginContractOptions {
  /** The plugin's folder, the one with `manifest.ts`; it is built for the test. */
  readonly folder: string
  /** Settings as an operator would have saved them. */
  readonly config?: Readonly<Record<string, unknown>>
}

/** Result of a plugin's life cycle; no problems and nothing left over if it keeps the contract. @example { visited: [{ kind: 'page', name: '/p/hello', problem: null }], left: [] } */
export interface PluginContractResult {
  /** Boot code, and every contribution as somebody with all permissions sees it. */
  readonly visited: readonly VisitedContribution[]
  /** Listeners, timers, routes, styles, globals and tables that outlived the plugin, one line each. */
  readonly left: readonly string[]
}

/** jsdom fetches no stylesheets, and built modules wait for theirs. */
function answerStylesheets(): () => void {
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof HTMLLinkElement && node.rel === 'stylesheet')
          node.dispatchEvent(new Event('load'))
  })
  observer.observe(document.head, { childList: true })
  return () => observer.disconnect()
}

const stylesIn = (document: Document) =>
  new Set(
    [...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel=stylesheet], style')].filter(
      // Switched off it stays in the page, for when the plugin comes back.
      ({ disabled, media }) => !disabled && media !== 'not all',
    ),
  )

// React's own mark for tests, set by the first drawing.
const OF_THE_TEST = 'IS_REACT_ACT_ENVIRONMENT'

const added = <T>(now: Iterable<T>, before: ReadonlySet<T>) => [...now].filter((each) => !before.has(each))

function leftInBrowser({ kernel }: OpenBrowser, id: string): readonly string[] {
  const routes = kernel.host.routes.getState().filter(({ plugin }) => plugin === id)
  return routes.map(({ path }) => `route: ${path} in the browser`)
}

async function liveOnce(server: ServerProcess): Promise<PluginContractResult> {
  const { id } = server.manifest
  const styles = stylesIn(document)
  const globals = new Set([...Object.getOwnPropertyNames(globalThis), OF_THE_TEST])
  const watch = watchLeaks(server.dist)
  const stopAnswering = answerStylesheets()
  try {
    const browser = await openBrowser(server)
    const visited = await visitContributions(browser, server.manifest)
    const onServer = await server.tell('disable')
    await browser.follow()
    const left = [
      ...onServer,
      ...leftInBrowser(browser, id),
      ...watch.left(),
      ...added(stylesIn(document), styles).map(({ outerHTML }) => `style: ${outerHTML.slice(0, 120)}`),
      ...added(Object.getOwnPropertyNames(globalThis), globals).map((name) => `global: ${name}`),
    ]
    // Jobs and listeners that were still registered would be named by the second start.
    await server.tell('enable')
    await server.tell('disable')
    const all = [...left, ...(await server.tell('uninstall'))]
    // The server module has been set up more than once by now.
    return { visited, left: [...new Set(all)] }
  } finally {
    stopAnswering()
    watch.stop()
  }
}

/**
 * Lives a plugin's whole life: installs its package in a real server on a real database, switches it on, draws every
 * contribution in jsdom, switches it off, on and off again, and uninstalls it with its data. Run it in a file with
 * `// @vitest-environment jsdom`. Rejects when the plugin does not build, cannot be installed or does not start.
 *
 * @example
 * const { visited, left } = await testPluginContract({ folder: import.meta.dirname })
 * expect(visited.filter(({ problem }) => problem !== null)).toEqual([])
 * expect(left).toEqual([])
 */
export async function testPluginContract({
  folder,
  config = {},
}: PluginContractOptions): Promise<PluginContractResult> {
  const server = await startServerProcess(folder, config)
  try {
    const result = await liveOnce(server)
    await server.tell('stop')
    return result
  } finally {
    server.end()
  }
}

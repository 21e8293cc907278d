import type { Page } from '@playwright/test'
import { PLAN_ELEMENT } from '../../kernel/common/plan.ts'
import { createPluginsFolder } from '../support/plugins/write-plugin.ts'
import { alternate } from './alternate.ts'
import { limited, type Measurement, milliseconds, type Part } from './measurement.ts'
import { firstHost, type OpenSites, openSites } from './open-site.ts'
import type { Traffic } from './record-traffic.ts'
import { type BenchServer, startBenchServer } from './start-bench-server.ts'

const count = 300
const rounds = 7
const crowdedHost = 'crowded.example.com'
const mark = 'bench:drawn'

/** Pages for customers and staff, menu entries and a command each, as plugins have them. */
function writePlugins() {
  const plugins = createPluginsFolder()
  for (let number = 1; number <= count; number += 1) {
    const id = `bench-plugin-${number}`
    const title = `Plugin ${number}`
    const staff = { id: 'staff', path: `/mc-admin/x/${id}`, area: 'admin' as const, permission: 'admin.root' }
    plugins.write(
      {
        id,
        version: '1.0.0',
        title,
        description: `One of ${count}`,
        defaultEnabled: true,
        contributes: {
          routes: [{ id: 'page', path: `/p/${id}`, area: 'user', module: 'page', title }],
          adminPages: [{ ...staff, module: 'page', title }],
          nav: [
            { area: 'user', route: 'page', label: title, icon: 'Box', group: 'main', order: 500 + number },
          ],
          commands: [{ id: 'open', title, route: 'page' }],
        },
        modules: { page: 'browser/page.js' },
      },
      null,
      { 'browser/page.js': 'export default () => null\n' },
    )
  }
  return plugins
}

/** Notes the moment at which the dashboard's own heading stands in the page. */
const markDrawn = (name: string) => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main h1')) return
    performance.mark(name)
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

const readDrawn = async (page: Page): Promise<number> => {
  // On a slow processor the network may fall silent before the last of it is drawn.
  await page.locator('main h1').waitFor()
  return page.evaluate((name) => {
    const [drawn] = performance.getEntriesByName(name)
    if (!drawn) throw new Error('the dashboard was not drawn')
    return drawn.startTime
  }, mark)
}

/** A manifest that the server refused would cost nothing. */
const checkPlan = async (page: Page): Promise<void> => {
  const plan = await page.evaluate((id) => document.getElementById(id)?.textContent ?? '', PLAN_ELEMENT)
  const found = new Set(plan.match(/\bbench-plugin-\d+\b/g)).size
  if (found !== count) throw new Error(`the plan has ${found} of ${count} plugins`)
}

/** What one start asks for; the names of the shell's files are the same on both sides. */
const requestsOf = ({ urls }: Traffic) => urls.filter((url) => url.startsWith('https:')).length

async function compare(sites: OpenSites, none: BenchServer, all: BenchServer): Promise<Measurement[]> {
  const requests = { none: 0, all: 0 }
  const code: string[] = []
  const before = (page: Page) => page.addInitScript(markDrawn, mark)
  const path = '/dashboard'
  const { ours, theirs } = await alternate(
    rounds,
    () =>
      sites.visit(
        { path, host: crowdedHost, person: all.people[0], isSlow: true, before },
        async (page, traffic) => {
          await checkPlan(page)
          requests.all = Math.max(requests.all, requestsOf(traffic))
          code.push(...traffic.urls.filter((url) => url.includes('/assets/plugins/')))
          return readDrawn(page)
        },
      ),
    () =>
      sites.visit({ path, person: none.people[0], isSlow: true, before }, (page, traffic) => {
        requests.none = Math.max(requests.none, requestsOf(traffic))
        return readDrawn(page)
      }),
  )
  const without = `${milliseconds(ours)} against ${milliseconds(theirs)} without`
  const name = `${count} plugins:`
  const whole = String
  return [
    limited({
      name: `${name} start later by, CPU / 4`,
      value: ours - theirs,
      most: 250,
      show: milliseconds,
      note: without,
    }),
    limited({
      name: `${name} more requests`,
      value: requests.all - requests.none,
      most: 1,
      show: whole,
      note: `${requests.all} against ${requests.none}`,
    }),
    limited({
      name: `${name} their scripts fetched`,
      value: code.length,
      most: 0,
      show: whole,
      note: code[0] ?? '',
    }),
  ]
}

async function measure(): Promise<Measurement[]> {
  const plugins = writePlugins()
  const servers: BenchServer[] = []
  try {
    const none = await startBenchServer({ people: 1, origin: `https://${firstHost}` })
    servers.push(none)
    const all = await startBenchServer({
      people: 1,
      origin: `https://${crowdedHost}`,
      plugins: plugins.folder,
    })
    servers.push(all)
    const sites = await openSites([
      { host: firstHost, port: none.port },
      { host: crowdedHost, port: all.port },
    ])
    return await compare(sites, none, all).finally(sites.close)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    plugins.remove()
  }
}

/** What plugins cost that are installed and not used. */
export const pluginManifests: Part = { name: 'plugins', run: measure }

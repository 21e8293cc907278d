import type { Page } from '@playwright/test'
import { PLAN_ELEMENT } from '../../kernel/common/plan.ts'
import { alternate } from './alternate.ts'
import { noteDrawn, readDrawn } from './drawn.ts'
import { limited, type Measurement, milliseconds, type Part } from './measurement.ts'
import { firstHost, type OpenSites, openSites } from './open-site.ts'
import type { Traffic } from './record-traffic.ts'
import { type BenchServer, startBenchServer } from './start-bench-server.ts'
import { writePlugins } from './write-plugins.ts'

const count = 300
const rounds = 7
const crowdedHost = 'crowded.example.com'

/** A manifest that the server refused would cost nothing. */
export const checkPlan = async (page: Page, count: number): Promise<void> => {
  const plan = await page.evaluate((id) => document.getElementById(id)?.textContent ?? '', PLAN_ELEMENT)
  const found = new Set(plan.match(/\bbench-plugin-\d+\b/g)).size
  if (found !== count) throw new Error(`the plan has ${found} of ${count} plugins`)
}

/** Requests of one start; the shell's file names are the same on both sides. */
const requestsOf = ({ urls }: Traffic) => urls.filter((url) => url.startsWith('https:')).length

async function compare(sites: OpenSites, none: BenchServer, all: BenchServer): Promise<Measurement[]> {
  const requests = { none: 0, all: 0 }
  const code: string[] = []
  const before = noteDrawn
  const path = '/dashboard'
  const { ours, theirs } = await alternate(rounds, {
    ours: () =>
      sites.visit(
        { path, host: crowdedHost, person: all.people[0], isSlow: true, before },
        async (page, traffic) => {
          await checkPlan(page, count)
          requests.all = Math.max(requests.all, requestsOf(traffic))
          code.push(...traffic.urls.filter((url) => url.includes('/assets/plugins/')))
          return readDrawn(page)
        },
      ),
    theirs: () =>
      sites.visit({ path, person: none.people[0], isSlow: true, before }, (page, traffic) => {
        requests.none = Math.max(requests.none, requestsOf(traffic))
        return readDrawn(page)
      }),
  })
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
  const plugins = writePlugins(count)
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

/** Cost of plugins that are installed but not used. */
export const pluginManifests: Part = { name: 'plugins', run: measure }

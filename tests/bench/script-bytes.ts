import { kilobytes, limited, type Measurement, type Part } from './measurement.ts'
import type { Script } from './record-traffic.ts'
import { type OpenSite, withSite } from './with-site.ts'

const most = { login: 125_000, dashboard: 155_000, added: 30_000 }
const otherScreens = ['/store', '/account', '/mc-admin/users', '/mc-admin/locations']

const sum = (scripts: readonly Script[]) => scripts.reduce((total, { bytes }) => total + bytes, 0)

/** The largest scripts, for the report of an exceeded budget. */
const largest = (scripts: readonly Script[]): string =>
  scripts
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 3)
    .map(
      ({ url, bytes }) =>
        `${url.slice(url.lastIndexOf('/') + 1).replace(/-[\w-]{8}\.js$/, '')} ${(bytes / 1000).toFixed(0)}`,
    )
    .join(', ')

const judge = (name: string, scripts: readonly Script[], bound: number): Measurement =>
  limited({
    name,
    value: sum(scripts),
    most: bound,
    show: kilobytes,
    note: `${scripts.length} files: ${largest(scripts)}`,
  })

async function measureScreens({ visit, person }: OpenSite): Promise<Measurement[]> {
  const login = await visit({ path: '/auth/login' }, (_, traffic) => traffic.scripts())
  const dashboard = await visit({ path: '/dashboard', person }, (_, traffic) => traffic.scripts())
  const known = new Set(dashboard.map(({ url }) => url))
  const results = [
    judge('scripts of log-in, brotli', login, most.login),
    judge('scripts of dashboard, brotli', dashboard, most.dashboard),
  ]
  for (const path of otherScreens) {
    const scripts = await visit({ path, person }, (_, traffic) => traffic.scripts())
    const added = scripts.filter(({ url }) => !known.has(url))
    results.push(judge(`scripts that ${path} adds to it`, added, most.added))
  }
  return results
}

/** JavaScript over the wire, as a browser with an empty cache gets it. */
export const scriptBytes: Part = { name: 'bytes', run: () => withSite(measureScreens) }

import { firstHost, type OpenSites, openSites } from './open-site.ts'
import { type BenchPerson, startBenchServer } from './start-bench-server.ts'

export interface OpenSite extends OpenSites {
  /** Signed in, with the right to see everything. */
  readonly person: BenchPerson
}

/** The product under its own name at HTTPS, and beside it whatever it is compared with. */
export async function withSite<T>(
  others: Readonly<Record<string, number>>,
  work: (site: OpenSite) => Promise<T>,
): Promise<T> {
  const server = await startBenchServer({ people: 1, origin: `https://${firstHost}` })
  try {
    const [person] = server.people
    if (!person) throw new Error('nobody is signed in')
    const beside = Object.entries(others).map(([host, port]) => ({ host, port }))
    const sites = await openSites([{ host: firstHost, port: server.port }, ...beside])
    return await work({ ...sites, person }).finally(sites.close)
  } finally {
    await server.stop()
  }
}

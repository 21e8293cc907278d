import { firstHost, type OpenSites, openSites } from './open-site.ts'
import { type BenchPerson, startBenchServer } from './start-bench-server.ts'

export interface OpenSite extends OpenSites {
  /** Signed in, with the right to see everything. */
  readonly person: BenchPerson
}

/** Host and port of what the product is compared with. */
type Beside = Readonly<Record<string, number>>

/** The product under its own name at HTTPS, and beside it what `compare` starts; that is told the product's address. */
export async function withSite<T>(
  work: (site: OpenSite) => Promise<T>,
  compare?: (address: string) => Promise<Beside>,
): Promise<T> {
  const server = await startBenchServer({ people: 1, origin: `https://${firstHost}` })
  try {
    const [person] = server.people
    if (!person) throw new Error('nobody is signed in')
    const others = (await compare?.(`http://127.0.0.1:${server.port}`)) ?? {}
    const beside = Object.entries(others).map(([host, port]) => ({ host, port }))
    const sites = await openSites([{ host: firstHost, port: server.port }, ...beside])
    return await work({ ...sites, person }).finally(sites.close)
  } finally {
    await server.stop()
  }
}

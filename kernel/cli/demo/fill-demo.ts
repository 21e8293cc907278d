import type { DemoPart, DemoStage } from '@spawnpoint/sdk/server'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startOrder, type Candidate } from '../../server/host/start-order.ts'
import type { RunningServer } from '../start-server.ts'

const FILE = 'server/demo.ts'

async function loadPart(folder: string): Promise<DemoPart | null> {
  const file = join(folder, FILE)
  if (!existsSync(file)) return null
  const module = (await import(pathToFileURL(file).href)) as { demo?: DemoPart }
  if (module.demo?.kind !== 'demo-part')
    throw new Error(`E_DEMO_PART: ${file} exports no demo made by defineDemo`)
  return module.demo
}

const usesOf = (part: DemoPart | undefined, own: readonly string[]) =>
  Object.values(part?.uses ?? {}).filter(({ id }) => !own.includes(id))

/** In the order of what the demonstration's parts use, which is another than that of the plugins themselves. */
function inOrder(running: readonly Candidate[], parts: ReadonlyMap<string, DemoPart>): readonly string[] {
  const { order, refused } = startOrder(
    running.map(({ part, ...candidate }) => {
      const own = (part?.provides ?? []).map((token) => token.id)
      return { ...candidate, part: part && { ...part, uses: usesOf(parts.get(candidate.id), own) } }
    }),
  )
  const left = refused.find(({ id }) => parts.has(id))
  if (left) throw new Error(`E_DEMO_ORDER: ${left.id} ${left.reason}`)
  return order.map(({ id }) => id)
}

/** Lets each plugin that has a part in the demonstration fill itself, through the pageHandlers of the running product. */
export async function fillDemo(server: RunningServer, stage: DemoStage): Promise<void> {
  const { host, plugins, kernelServices, core } = server
  const parts = new Map<string, DemoPart>()
  for (const { id, folder } of plugins.enabled()) {
    const part = await loadPart(folder)
    if (part) parts.set(id, part)
  }
  for (const id of inOrder(
    host.running().map(({ candidate }) => candidate),
    parts,
  )) {
    const part = parts.get(id)
    if (!part) continue
    // The tokens' types are checked where the part was declared; here they are only looked up.
    const own = kernelServices(id)
    const services = Object.entries(part.uses).map(([name, token]) => [
      name,
      core.services.resolve(token, own),
    ])
    await part.fill(Object.fromEntries(services) as never, stage)
  }
}

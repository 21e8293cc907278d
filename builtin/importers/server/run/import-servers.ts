import type { PanelServer, PanelService } from '@spawnpoint/contracts/panel'
import type { ImportPlace } from '@spawnpoint/contracts/servers'
import type { SourceServer } from '../systems/system.ts'
import { inTurn } from './ask-panel.ts'
import { inBatch, type ImportContext } from './import-context.ts'
import { findRecords, inBatches, isId, saveRecords } from './records.ts'

const BATCH = 100

const reasons = {
  id: 'the id is missing or not usable',
  owner: 'the owner was not taken over',
  panel: 'waits for the panel: no game panel is connected; run the import again afterwards',
  missing: 'not on the game panel',
  known: 'a server here is this one already',
  'no-location': 'its location on the panel is not a location here; add it and run the import again',
  'no-egg': 'its egg on the panel is not an egg here; add it and run the import again',
  off: 'the servers plugin is off',
} as const

interface PanelServers {
  find(wanted: SourceServer): PanelServer | null
  readonly all: readonly PanelServer[]
}

/** All servers of the panel, a hundred a call. */
async function readPanel(panel: PanelService): Promise<PanelServers> {
  const list = 'list its servers'
  const connected = await inTurn(list, () => panel.current())
  const all: PanelServer[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const read = await inTurn(list, () => connected.listServers({ page }))
    all.push(...read.servers)
    pages = read.pages
  }
  const byId = new Map(all.map((each) => [each.id, each]))
  const byExternalId = new Map(all.map((each) => [each.externalId, each]))
  return {
    all,
    find: ({ panelId, externalId }) =>
      (externalId === null ? null : byExternalId.get(externalId)) ??
      (panelId === null ? null : byId.get(panelId)) ??
      null,
  }
}

type Judgement = { readonly server: PanelServer; readonly place: ImportPlace } | { readonly reason: string }

/** Whether a server can be taken over, with all that is asked outside of a transaction. */
async function judge(
  { uses, people }: ImportContext,
  panel: PanelServers | null,
  wanted: SourceServer,
): Promise<Judgement> {
  const servers = uses.servers.get()
  if (!isId(wanted.id)) return { reason: reasons.id }
  if (!servers) return { reason: reasons.off }
  if (!people.has(wanted.owner)) return { reason: reasons.owner }
  if (!panel) return { reason: reasons.panel }
  const server = panel.find(wanted)
  if (!server) return { reason: reasons.missing }
  const place = await servers.findPlace(server)
  return typeof place === 'string' ? { reason: reasons[place] } : { server, place }
}

async function adopt(context: ImportContext, batch: readonly SourceServer[], panel: PanelServers | null) {
  const { uses, counters, people, system } = context
  const { counts, skip } = counters.kinds.server
  const known = await findRecords(uses.db.orm, context, 'server', batch.map(({ id }) => id).filter(isId))
  const fresh: { wanted: SourceServer; server: PanelServer; place: ImportPlace }[] = []
  for (const wanted of batch) {
    if (known.has(wanted.id)) {
      counts.existing += 1
      continue
    }
    const judged = await judge(context, panel, wanted)
    if ('reason' in judged) skip(judged.reason, wanted.id)
    else fresh.push({ wanted, ...judged })
  }
  const owners = fresh.flatMap(({ wanted }) => people.get(wanted.owner) ?? [])
  const banned = new Set(
    (await uses.users.findMany(owners)).flatMap(({ id, bannedReason }) =>
      bannedReason === null ? [] : [id],
    ),
  )
  await inBatch(context, async (_db, write) => {
    const servers = uses.servers.get()
    const adopted: { sourceId: string; target: string }[] = []
    for (const { wanted, server, place } of fresh) {
      const owner = people.get(wanted.owner)
      if (write && servers && owner) {
        const target = await servers.adopt(write, {
          owner,
          server,
          place,
          expiresAt: wanted.expiresAt,
          banned: banned.has(owner),
          reason: `Suspended before the move from ${system.title}`,
        })
        adopted.push({ sourceId: wanted.id, target })
      }
      counts.created += 1
    }
    if (write) await saveRecords(write, context, 'server', adopted)
  })
}

/** Servers by their number on the panel, which is asked what each is today. */
export async function importServers(context: ImportContext): Promise<void> {
  const { uses, reader, counters } = context
  const service = uses.panel.get()
  const panel = service?.mode() === 'connected' ? await readPanel(service) : null
  const claimed = new Set<PanelServer>()
  for await (const batch of inBatches(reader.servers(panel?.all ?? null), BATCH)) {
    counters.kinds.server.counts.found += batch.length
    for (const each of batch) {
      const found = panel?.find(each)
      if (found) claimed.add(found)
    }
    await adopt(context, batch, panel)
  }
  const unclaimed = panel?.all.filter((each) => !claimed.has(each)) ?? []
  if (unclaimed.length > 0)
    counters.remarks.push(
      `${unclaimed.length} servers of the game panel are not in this source, such as #${unclaimed
        .slice(0, 5)
        .map(({ id }) => id)
        .join(', #')}.`,
    )
}

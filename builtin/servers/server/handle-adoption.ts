import { isPanelError, type PanelServer } from '@spawnpoint/contracts/panel'
import { listFailureOf, panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import { adoptServer, readForeignServer } from '@spawnpoint/contracts/servers'
import { answer, EndpointFailure, requireReauthentication } from '@spawnpoint/sdk/server'
import { adoptFromPanel, findLinkedOwner, heldBy, isHere, isUnlimited } from './adopt-server.ts'
import { checkLimits, readLimits } from './limits.ts'
import { mayActOn } from './may-act-on.ts'
import { type ServerUses, serverUses } from './server-uses.ts'

/** Failures of the panel as those of a form. */
const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (!isPanelError(error)) throw error
    if (error.reason === 'not-found') throw new EndpointFailure('NOT_FOUND', 404)
    const code = listFailureOf[error.reason]
    throw new EndpointFailure(code, panelListFailures[code])
  }
}

const findOnPanel = async (uses: ServerUses, panelId: string): Promise<PanelServer> => {
  if (!/^[1-9]\d{0,8}$/.test(panelId)) throw new EndpointFailure('NOT_FOUND', 404)
  return asking(async () => (await uses.panel.current()).getServer(Number(panelId)))
}

const only = <T>(found: readonly T[]): T | null => (found.length === 1 ? (found[0] ?? null) : null)

/** The location and the egg here that stand for those of the server on the panel. */
const matchPlaces = async ({ locations, eggs, categories }: ServerUses, found: PanelServer) => {
  const [places, games, kinds] = await Promise.all([locations.list(), eggs.list(), categories.list()])
  const nests = new Map(kinds.map(({ id, panelNestId }) => [id, panelNestId]))
  const isIts = ({ panelEggId, categoryId }: (typeof games)[number]) =>
    panelEggId === found.eggId && (found.nestId === null || nests.get(categoryId) === found.nestId)
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name })
  return {
    locationId: places.find(({ panelLocationId }) => panelLocationId === found.locationId)?.id ?? null,
    eggId: only(games.filter(isIts))?.id ?? null,
    locations: places.map(named),
    eggs: games.map(named),
  }
}

const fitsInto = async (uses: ServerUses, owner: string, found: PanelServer): Promise<boolean> => {
  const { used, total } = await readLimits(uses, owner)
  try {
    checkLimits(heldBy(found), used, total, 1)
    return true
  } catch (error) {
    if (error instanceof EndpointFailure) return false
    throw error
  }
}

export const handleReadForeignServer = answer(
  readForeignServer,
  serverUses,
  async ({ params: { panelId }, fail, ...services }) => {
    const found = await findOnPanel(services, panelId)
    const owner = await findLinkedOwner(services, found)
    if (await isHere(services, services.db.orm, found, owner?.id)) throw fail('SERVERS_ALREADY_HERE')
    const { name, address, userId } = found
    return {
      name,
      address,
      resources: heldBy(found),
      unlimited: isUnlimited(found),
      owner: owner && { id: owner.id, username: owner.username },
      panelUserId: userId,
      fits: owner !== null && (await fitsInto(services, owner.id, found)),
      ...(await matchPlaces(services, found)),
    }
  },
)

export const handleAdoptServer = answer(
  adoptServer,
  serverUses,
  async ({ actor, params: { panelId }, body, ip, fail, ...services }) => {
    await requireReauthentication(services.sessions, actor)
    if (body.raiseLimits && !actor.can('admin.users.edit')) throw fail('SERVERS_ACTION_FORBIDDEN')
    const found = await findOnPanel(services, panelId)
    const owner = await findLinkedOwner(services, found)
    if (!owner) throw fail('SERVERS_NO_LINKED_OWNER')
    if (!(await mayActOn(services, actor, owner.id))) throw fail('SERVERS_EXCEEDS_OWN')
    // As in the form of limits: no member of staff raises their own.
    if (body.raiseLimits && owner.id === actor.id) throw fail('SERVERS_ACTION_FORBIDDEN')
    if (isUnlimited(found)) throw fail('SERVERS_UNLIMITED')
    if (await isHere(services, services.db.orm, found, owner.id)) throw fail('SERVERS_ALREADY_HERE')
    const id = await asking(() =>
      adoptFromPanel(services, found, { ...body, owner: owner.id, staff: actor, ip }),
    )
    return { id }
  },
)

import { panelSettings } from '@spawnpoint/contracts/panel'
import type { Build } from '@spawnpoint/contracts/server-queue'
import type { QueuedItem, ServerItem } from '@spawnpoint/contracts/servers'
import { createPictureFinder, type Pictured } from './picture-finder.ts'
import { renewalSettings } from './renewal-rules.ts'
import type { ServerUses } from './server-uses.ts'
import type { ServerRecord } from './tables.ts'

type Named = Pictured & { name: string; country?: string | null }
type Placed = { locationId: string; categoryId: string; eggId: string }

/** Names behind the ids of many rows, each asked for once. */
const createNames = (uses: ServerUses) => {
  const asked = new Map<string, Promise<Named | null>>()
  const pictureOf = createPictureFinder(uses)
  const once = (id: string, find: (id: string) => Promise<Named | null>) => {
    const known = asked.get(id) ?? find(id)
    asked.set(id, known)
    return known
  }
  const named = async (id: string, find: (id: string) => Promise<Named | null>) => ({
    id,
    name: (await once(id, find))?.name ?? null,
  })
  const pictured = async (id: string, find: (id: string) => Promise<Named | null>) => ({
    ...(await named(id, find)),
    picture: await pictureOf(await once(id, find)),
  })
  return async ({ locationId, categoryId, eggId }: Placed) => ({
    location: {
      ...(await named(locationId, uses.locations.find)),
      country: (await once(locationId, uses.locations.find))?.country ?? null,
    },
    category: await pictured(categoryId, uses.categories.find),
    egg: await pictured(eggId, uses.eggs.find),
  })
}

export const presentServers = async (
  uses: ServerUses,
  rows: readonly ServerRecord[],
): Promise<ServerItem[]> => {
  const places = createNames(uses)
  const { enabled: doExpire } = renewalSettings(uses)
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      ...(await places(row)),
      suspensionReason: row.suspendedByStaff ? row.suspensionReason : null,
      expiresAt: (doExpire && row.expiresAt?.toISOString()) || null,
      createdAt: row.createdAt.toISOString(),
    })),
  )
}

export const presentQueued = async (uses: ServerUses, builds: readonly Build[]): Promise<QueuedItem[]> => {
  const places = createNames(uses)
  return Promise.all(
    builds.flatMap((build) => {
      const { status } = build
      if (status === 'completed') return []
      return [
        places(build).then((named) => ({
          ...build,
          ...named,
          status,
          step: build.lastStep,
          createdAt: build.createdAt.toISOString(),
        })),
      ]
    }),
  )
}

/** Where customers open their servers; nowhere with the demonstration panel. */
export const panelUrl = ({ panel, settings }: ServerUses): string | null =>
  panel.mode() === 'connected' ? settings.read(panelSettings).pterodactyl_base_url.replace(/\/+$/, '') : null

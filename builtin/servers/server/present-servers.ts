import { panelSettings } from '@spawnpoint/contracts/panel'
import type { Build } from '@spawnpoint/contracts/server-queue'
import type { QueuedItem, ServerItem } from '@spawnpoint/contracts/servers'
import { createPictureFinder, type Pictured } from './picture-finder.ts'
import { renewalSettings } from './renewal-rules.ts'
import type { ServerUses } from './server-uses.ts'
import type { ServerRecord } from './tables.ts'

type Named = Pictured & { name: string; country?: string | null }
type Placed = { locationId: string; categoryId: string; eggId: string }

const byId = async <Row extends Named & { id: string }>(
  ids: readonly string[],
  list: (filter: { id: string[] }) => Promise<readonly Row[]>,
) => new Map((ids.length === 0 ? [] : await list({ id: [...new Set(ids)] })).map((row) => [row.id, row]))

/** Names behind the ids of many rows, each kind asked for once. */
const findNames = async (uses: ServerUses, rows: readonly Placed[]) => {
  const [locations, categories, eggs] = await Promise.all([
    byId<Named & { id: string }>(
      rows.map(({ locationId }) => locationId),
      uses.locations.list,
    ),
    byId<Named & { id: string }>(
      rows.map(({ categoryId }) => categoryId),
      uses.categories.list,
    ),
    byId<Named & { id: string }>(
      rows.map(({ eggId }) => eggId),
      uses.eggs.list,
    ),
  ])
  const pictureOf = createPictureFinder(uses)
  const pictured = async (id: string, row: Named | undefined) => ({
    id,
    name: row?.name ?? null,
    picture: await pictureOf(row ?? null),
  })
  return async ({ locationId, categoryId, eggId }: Placed) => {
    const location = locations.get(locationId)
    return {
      location: { id: locationId, name: location?.name ?? null, country: location?.country ?? null },
      category: await pictured(categoryId, categories.get(categoryId)),
      egg: await pictured(eggId, eggs.get(eggId)),
    }
  }
}

export const presentServers = async (
  uses: ServerUses,
  rows: readonly ServerRecord[],
): Promise<ServerItem[]> => {
  const places = await findNames(uses, rows)
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
  const places = await findNames(uses, builds)
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

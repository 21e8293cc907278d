import type { Manifest } from '@spawnpoint/sdk/common'
import { schemaNameOf } from '../../../../sdk/package/schema-name.ts'

const routesOf = ({ contributes }: Manifest) => [...contributes.routes, ...contributes.adminPages]

// `/p/:id` and `/p/:name` are one address.
const addressOf = (path: string) => path.replaceAll(/:[^/]+/g, ':')

const hasTables = ({ migrations, capabilities }: Manifest) =>
  migrations !== undefined || capabilities.includes('server.db')

/** Everything of a plugin of which the product can have but one: what kind of thing, a space, its name. */
const listClaims = (manifest: Manifest): readonly string[] => [
  ...routesOf(manifest).map(({ path }) => `path ${addressOf(path)}`),
  ...routesOf(manifest).flatMap(({ wellKnown }) => (wellKnown ? [`wellKnown ${wellKnown}`] : [])),
  ...manifest.permissions.defines.map(({ value }) => `permission ${value}`),
  ...manifest.permissions.defines.map(({ constant }) => `constant ${constant}`),
  ...(hasTables(manifest) ? [`schema ${schemaNameOf(manifest.id)}`] : []),
]

const known = new WeakMap<Manifest, ReadonlySet<string>>()

function claimsOf(manifest: Manifest): ReadonlySet<string> {
  const claims = known.get(manifest) ?? new Set(listClaims(manifest))
  known.set(manifest, claims)
  return claims
}

export interface Clash {
  readonly id: string
  readonly other: string
  readonly what: string
}

interface Named {
  readonly id: string
  readonly manifest: Manifest
}

/** Finds plugins that claim the same thing; the first keeps it, the other gets nothing. */
export function findClashes(plugins: readonly Named[]): readonly Clash[] {
  const owners = new Map<string, string>()
  const clashes: Clash[] = []
  for (const { id, manifest } of plugins) {
    const claims = [...claimsOf(manifest)]
    const taken = claims.find((claim) => owners.has(claim))
    if (taken === undefined) for (const claim of claims) owners.set(claim, id)
    else clashes.push({ id, other: owners.get(taken) ?? '', what: taken.slice(taken.indexOf(' ') + 1) })
  }
  return clashes
}

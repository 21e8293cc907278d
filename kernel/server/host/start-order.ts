import type { Manifest } from '@spawnpoint/sdk/common'
import type { PluginServer, TrustedServer } from '@spawnpoint/sdk/server'
import semver from 'semver'

export interface Candidate {
  readonly id: string
  readonly manifest: Manifest
  readonly part: TrustedServer | null
  /** A module that gets a context; `worker` where its code is loaded in a thread of its own. */
  readonly server?: PluginServer | 'worker'
}

/** The candidate that a loaded server module makes. */
export const candidateOf = (
  { id, manifest }: Pick<Candidate, 'id' | 'manifest'>,
  module: TrustedServer | PluginServer | null,
): Candidate =>
  module?.kind === 'plugin-server'
    ? { id, manifest, part: null, server: module }
    : { id, manifest, part: module }

export interface Refusal {
  readonly id: string
  readonly state: 'blocked' | 'conflict'
  readonly reason: string
}

export interface StartOrder {
  readonly order: readonly Candidate[]
  readonly refused: readonly Refusal[]
}

const KERNEL_PREFIX = 'kernel.'
// The kernel asks for this one; a plugin provides it.
const isFromKernel = (token: string) =>
  token.startsWith(KERNEL_PREFIX) && token !== 'kernel.permission-source'

/** Plugins that must start first: declared dependencies and providers of used services. */
function needsOf(candidate: Candidate, providers: ReadonlyMap<string, string>): readonly string[] {
  const services = (candidate.part?.uses ?? [])
    .filter((token) => !isFromKernel(token.id) && !token.optional)
    .map((token) => providers.get(token.id) ?? `service ${token.id}`)
  return [...new Set([...Object.keys(candidate.manifest.dependencies), ...services])]
}

/** Declared dependencies that are not running, or not in a fitting version. */
export const missingDependencies = (
  { dependencies }: Manifest,
  running: readonly Candidate[],
): readonly string[] =>
  Object.entries(dependencies).flatMap(([id, range]) => {
    const found = running.find((each) => each.id === id)
    if (!found) return [id]
    return semver.satisfies(found.manifest.version, range)
      ? []
      : [`${id} ${range} (found ${found.manifest.version})`]
  })

function providersOf(candidates: readonly Candidate[]): {
  readonly providers: ReadonlyMap<string, string>
  readonly clashes: readonly Refusal[]
} {
  const providers = new Map<string, string>()
  const clashes: Refusal[] = []
  for (const { id, part } of candidates) {
    for (const { id: token } of part?.provides ?? []) {
      const owner = providers.get(token)
      if (owner) clashes.push({ id, state: 'conflict', reason: `${owner} and ${id} both provide ${token}` })
      else providers.set(token, id)
    }
  }
  return { providers, clashes }
}

function refusalOf(candidate: Candidate, all: ReadonlyMap<string, Candidate>): Refusal | null {
  const { id, manifest } = candidate
  const enemy = manifest.conflicts.find((other) => all.has(other))
  if (enemy) return { id, state: 'conflict', reason: `does not go together with ${enemy}` }
  for (const [other, range] of Object.entries(manifest.dependencies)) {
    const found = all.get(other)
    if (!found) return { id, state: 'blocked', reason: `needs ${other}, which is not running` }
    if (!semver.satisfies(found.manifest.version, range))
      return { id, state: 'blocked', reason: `needs ${other} ${range}, found ${found.manifest.version}` }
  }
  return null
}

/** Providers before users. A cycle, a clash or a missing need leaves out exactly whom it concerns. */
export function startOrder(candidates: readonly Candidate[], clashing: readonly Refusal[] = []): StartOrder {
  const { providers, clashes: twice } = providersOf(candidates)
  const clashes = [...twice, ...clashing]
  const refused: Refusal[] = [...clashes]
  const open = new Map(
    candidates.filter(({ id }) => !clashes.some((each) => each.id === id)).map((each) => [each.id, each]),
  )
  const order: Candidate[] = []
  const started = new Set<string>()
  const path: string[] = []

  function refuse(refusal: Refusal) {
    refused.push(refusal)
    open.delete(refusal.id)
  }

  function visit(candidate: Candidate): boolean {
    const { id } = candidate
    if (started.has(id)) return true
    if (!open.has(id)) return false
    if (path.includes(id)) {
      const cycle = [...path.slice(path.indexOf(id)), id].join(' → ')
      refuse({ id, state: 'blocked', reason: `needs itself: ${cycle}` })
      return false
    }
    const refusal = refusalOf(candidate, open)
    if (refusal) {
      refuse(refusal)
      return false
    }
    path.push(id)
    const missing = needsOf(candidate, providers).find((need) => {
      const other = open.get(need)
      return !other || !visit(other)
    })
    path.pop()
    if (missing !== undefined) {
      if (open.has(id)) refuse({ id, state: 'blocked', reason: `needs ${missing}, which did not start` })
      return false
    }
    started.add(id)
    order.push(candidate)
    return true
  }

  for (const candidate of candidates) visit(candidate)
  return { order, refused }
}

/** The first need of a candidate that none of these answers. */
export function missingNeed(candidate: Candidate, running: readonly Candidate[]): string | undefined {
  // Most have none, and to go through all that run for each would take long where there are many.
  if (needsOf(candidate, new Map()).length === 0) return undefined
  const { providers } = providersOf([...running, candidate])
  return needsOf(candidate, providers).find((need) => !running.some(({ id }) => id === need))
}

/** Everything that would not work without a plugin, users before their providers. */
export type DependantsOf = (id: string) => readonly string[]

/** Looks through all needs once, for questions about many plugins. */
export function findDependants(all: readonly Candidate[]): DependantsOf {
  const { providers } = providersOf(all)
  const users = new Map<string, string[]>()
  for (const each of all)
    for (const needed of needsOf(each, providers)) users.set(needed, [...(users.get(needed) ?? []), each.id])
  return (id) => {
    const found = new Set<string>()
    const collect = (target: string) => {
      for (const user of users.get(target) ?? [])
        if (!found.has(user)) {
          collect(user)
          found.add(user)
        }
    }
    collect(id)
    found.delete(id)
    return [...found]
  }
}

/** The same plugins, each behind those of them that use it. */
export function stopOrder(all: readonly Candidate[], ids: readonly string[]): readonly string[] {
  const dependantsOf = findDependants(all)
  const order = new Set<string>()
  for (const id of ids)
    for (const each of [...dependantsOf(id).filter((other) => ids.includes(other)), id]) order.add(each)
  return [...order]
}

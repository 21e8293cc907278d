import { builtinHooks, hookCapabilities } from '../../common/hook-capabilities.ts'
import type { Manifest } from '@spawnpoint/sdk/common'
import { nearestName } from '../../package/build/nearest-name.ts'
import { findClosedServices } from '../../package/plugin-services.ts'
import type { TokenUse } from './asked-tokens.ts'
import { isKnownName } from './check-names.ts'
import { problem, warning, type Finding } from './finding.ts'
import type { PluginSource } from './plugin-sources.ts'

const used = (sources: readonly PluginSource[], pick: 'permissions') =>
  sources.flatMap((source) =>
    source[pick].map(({ text, line }) => ({ text, at: `${source.path}:${line}`, side: source.side })),
  )

/** Permissions that the code asks for are defined or required; those that are defined are asked for. */
export function checkPermissions(manifest: Manifest, sources: readonly PluginSource[]): readonly Finding[] {
  const { defines, requires } = manifest.permissions
  const own = `plugin.${manifest.id}.`
  const known = new Set([...defines.map(({ value }) => value), ...requires])
  const asked = used(sources, 'permissions')
  const missing = asked.filter(({ text }) => !known.has(text))
  // Pages of a declared resource name theirs in no source.
  const { routes, adminPages } = manifest.contributes
  const ofPages = [...routes, ...adminPages].flatMap(({ permission }) => permission ?? [])
  const askedFor = new Set([...asked.map(({ text }) => text), ...ofPages])
  return [
    ...missing.map(({ text, at }) =>
      text.startsWith(own)
        ? problem('E_PERMISSION_UNDEFINED', at, `'${text}' is not defined: add it to permissions.defines`)
        : problem('E_PERMISSION_NOT_REQUIRED', at, `'${text}' is another's: add it to permissions.requires`),
    ),
    ...[...known]
      .filter((value) => !askedFor.has(value))
      .map((value) => warning('W_PERMISSION_UNUSED', 'permissions', `nothing asks for '${value}'`)),
  ]
}

type Side = 'server' | 'browser'

/** Which capability a member of the context needs. */
const members: Readonly<Record<Side, Readonly<Record<string, string>>>> = {
  server: {
    http: 'server.http',
    db: 'server.db',
    jobs: 'server.jobs',
    hooks: 'server.hooks',
    blobs: 'server.blobs',
    events: 'server.events:<plugin>:<fact>',
    services: 'server.services:<token>',
    fetch: 'http.external:<host>',
  },
  browser: {
    core: 'http.core',
    session: 'session.profile',
    navigate: 'navigate',
    storage: 'storage',
    notify: 'notify',
    fetch: 'http.external:<host>',
  },
}

const isGranted = (wanted: string, capabilities: readonly string[]) => {
  const prefix = wanted.replace(/<.*$/, '')
  return capabilities.some((each) => each === wanted || (wanted.includes('<') && each.startsWith(prefix)))
}

/** The line to add, or the mistyped one to correct. */
function adviceFor(wanted: string, { capabilities }: Manifest, tokens: readonly TokenUse[]): string {
  const [, prefix = '', name = ''] = /^([^:]+:)(.+)$/.exec(wanted) ?? []
  const idle = capabilities.flatMap((each) => {
    const other = each.startsWith(prefix) ? each.slice(prefix.length) : null
    return other === null || isKnownName(other) || tokens.some(({ text }) => text === other) ? [] : [other]
  })
  const near = nearestName(name, idle)
  return near === null
    ? `add '${wanted}' to capabilities`
    : `write '${wanted}' in place of '${prefix}${near}' in capabilities`
}

/** Services and events, each by its own name. */
function checkTokenUses(manifest: Manifest, tokens: readonly TokenUse[]): readonly Finding[] {
  return tokens
    .filter(({ wanted }) => !manifest.capabilities.some((each) => each === wanted))
    .map(({ text, wanted, at }) =>
      problem('E_CAPABILITY', at, `'${text}' is not granted: ${adviceFor(wanted, manifest, tokens)}`),
    )
}

function checkClosedServices({ capabilities }: Manifest): readonly Finding[] {
  return findClosedServices(capabilities)
    .filter(isKnownName)
    .map((token) =>
      problem(
        'E_SERVICE_CLOSED',
        'capabilities',
        `'${token}' is not for plugins: none of its methods takes and answers plain data alone`,
      ),
    )
}

/** Members of the context that the code takes are granted by the manifest; what it grants is taken. */
export function checkCapabilities(
  manifest: Manifest,
  sources: readonly PluginSource[],
  tokens: readonly TokenUse[],
): readonly Finding[] {
  const taken = sources.flatMap((source) =>
    source.members.flatMap(({ text, side, line }) => {
      const wanted = members[side][text]
      return wanted === undefined ? [] : [{ text, wanted, at: `${source.path}:${line}` }]
    }),
  )
  const tapped = sources.flatMap((source) =>
    source.hooks.flatMap(({ text, line }) => {
      const wanted = hookCapabilities[text] ?? null
      return wanted === null ? [] : [{ text, wanted, at: `${source.path}:${line}` }]
    }),
  )
  const closed = sources.flatMap((source) =>
    source.hooks.flatMap(({ text, line }) =>
      builtinHooks.includes(text) ? [{ text, at: `${source.path}:${line}` }] : [],
    ),
  )
  const isNamed = (wanted: string) =>
    tokens.some((token) => wanted.includes('<') && token.wanted.startsWith(wanted.replace(/<.*$/, '')))
  const missing = [...taken, ...tapped].filter(
    // The line that asks for the service or event says which one it is.
    ({ wanted }) => !isGranted(wanted, manifest.capabilities) && !isNamed(wanted),
  )
  const passedOn = new Set(sources.flatMap((source) => source.passedOn))
  const unused = manifest.capabilities.filter((each) => {
    const isFor = (side: Side) => Object.values(members[side]).some((wanted) => isGranted(wanted, [each]))
    const sides = (['server', 'browser'] as const).filter(isFor)
    const isSeen = sides.length > 0 && !sides.some((side) => passedOn.has(side))
    return isSeen && ![...taken, ...tapped].some(({ wanted }) => isGranted(wanted, [each]))
  })
  return [
    ...closed.map(({ text, at }) =>
      problem('E_HOOK', at, `'${text}' is a hook for built-ins: no plugin can tap it`),
    ),
    ...checkClosedServices(manifest),
    ...checkTokenUses(manifest, tokens),
    ...missing.map(({ text, wanted, at }) =>
      problem('E_CAPABILITY', at, `'${text}' is not granted: add '${wanted}' to capabilities`),
    ),
    ...unused.map((each) =>
      warning(
        'W_CAPABILITY_UNUSED',
        'capabilities',
        `nothing uses '${each}': operators are asked for it in vain`,
      ),
    ),
  ]
}

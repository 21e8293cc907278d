import { builtinHooks, hookCapabilities } from '../../common/hook-capabilities.ts'
import type { Manifest } from '@spawnpoint/sdk/common'
import { findClosedServices } from '../../package/plugin-services.ts'
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

/** Members of the context that the code takes are granted by the manifest; what it grants is taken. */
export function checkCapabilities(manifest: Manifest, sources: readonly PluginSource[]): readonly Finding[] {
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
  const missing = [...taken, ...tapped].filter(({ wanted }) => !isGranted(wanted, manifest.capabilities))
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
    ...findClosedServices(manifest.capabilities).map((token) =>
      problem(
        'E_SERVICE_CLOSED',
        'capabilities',
        `'${token}' is not for plugins: none of its methods takes and answers plain data alone`,
      ),
    ),
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

import { reachOf } from '@spawnpoint/sdk/common'
import { createHash } from 'node:crypto'
import type { PageParts, Plan } from '../../../common/plan.ts'
import { pluginFolder } from '../../common/plugin-paths.ts'
import type { PageAdditions } from '../../../server/page/page.ts'

type Parts = Pick<PageParts, 'importMap' | 'importMapHash' | 'sdkFacades'>

/** A plugin made for an older major of the SDK gets that major's façades, for its own files and nobody else's. */
const scopesOf = ({ sdkFacades = {} }: Parts, plan: Plan) =>
  plan.plugins.flatMap(({ id, sdk }) => {
    const facades = sdk === undefined ? undefined : sdkFacades[sdk]
    return facades ? [[pluginFolder(id), facades] as const] : []
  })

/** The shell's import map with the integrity of the scripts that run-time plugins bring, and what old ones get. */
export function pageImportMap(parts: Parts, plan: Plan): PageAdditions['importMap'] {
  const added = plan.plugins.flatMap(({ integrity }) => Object.entries(integrity ?? {}))
  const scopes = scopesOf(parts, plan)
  if (added.length === 0 && scopes.length === 0) return { text: parts.importMap, hash: parts.importMapHash }
  const map: { integrity?: Record<string, string> } = JSON.parse(parts.importMap)
  const whole = {
    ...map,
    integrity: { ...map.integrity, ...Object.fromEntries(added) },
    ...(scopes.length > 0 ? { scopes: Object.fromEntries(scopes) } : {}),
  }
  // A map is text of a script element: nothing in it may end that.
  const text = JSON.stringify(whole).replaceAll('<', '\\u003c')
  return { text, hash: createHash('sha256').update(text).digest('base64') }
}

/** Hosts of `http.external:<host>` as a policy names them. */
export const externalOrigins = (hosts: readonly string[]): readonly string[] =>
  hosts.map((host) => `https://${host}`)

/** Grants of run-time plugins in the page; a framed plugin has its own policy. */
const grantsOf = ({ plugins }: Plan): readonly string[] => {
  const inPage = plugins.filter(({ isolated }) => isolated !== true)
  const hosts = inPage.flatMap(({ capabilities = [] }) => reachOf(capabilities, 'http.external:'))
  return [...new Set(externalOrigins(hosts))]
}

/** Everything that added plugins bring into the page: their scripts' integrity, and the hosts granted to them. */
export const pageAdditions = (parts: Parts, plan: Plan): PageAdditions => ({
  importMap: pageImportMap(parts, plan),
  grants: grantsOf(plan),
})

import { createHash } from 'node:crypto'
import { pluginFolder, type PageParts, type Plan } from '../../common/plan.ts'

export interface PageImportMap {
  readonly text: string
  /** base64 SHA-256 of the text, for the policy. */
  readonly hash: string
}

type Parts = Pick<PageParts, 'importMap' | 'importMapHash' | 'sdkFacades'>

/** A plugin made for an older major of the SDK gets that major's façades, for its own files and nobody else's. */
const scopesOf = ({ sdkFacades = {} }: Parts, plan: Plan) =>
  plan.plugins.flatMap(({ id, sdk }) => {
    const facades = sdk === undefined ? undefined : sdkFacades[sdk]
    return facades ? [[pluginFolder(id), facades] as const] : []
  })

/** The shell's import map with the integrity of the scripts that run-time plugins bring, and what old ones get. */
export function pageImportMap(parts: Parts, plan: Plan): PageImportMap {
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

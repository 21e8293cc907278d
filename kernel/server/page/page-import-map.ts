import { createHash } from 'node:crypto'
import type { PageParts, Plan } from '../../common/plan.ts'

export interface PageImportMap {
  readonly text: string
  /** base64 SHA-256 of the text, for the policy. */
  readonly hash: string
}

/** The shell's import map with the integrity of the scripts that run-time plugins bring. */
export function pageImportMap(
  parts: Pick<PageParts, 'importMap' | 'importMapHash'>,
  plan: Plan,
): PageImportMap {
  const added = plan.plugins.flatMap(({ integrity }) => Object.entries(integrity ?? {}))
  if (added.length === 0) return { text: parts.importMap, hash: parts.importMapHash }
  const map: { integrity?: Record<string, string> } = JSON.parse(parts.importMap)
  const whole = { ...map, integrity: { ...map.integrity, ...Object.fromEntries(added) } }
  // A map is text of a script element: nothing in it may end that.
  const text = JSON.stringify(whole).replaceAll('<', '\\u003c')
  return { text, hash: createHash('sha256').update(text).digest('base64') }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** Names of the icons that the kit has, in alphabetical order. */
export function findIcons(root: string): readonly string[] {
  const file = join(root, 'sdk/ui/icons.ts')
  const { staticExports } = parseSync(file, readFileSync(file, 'utf8')).module
  return staticExports.flatMap(({ entries }) => entries.flatMap((each) => each.exportName.name ?? [])).sort()
}

import type { Manifest } from '@spawnpoint/sdk/common'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { messageOf, namesOf } from '../../sdk/package/reserved-labels.ts'

export const reservedLabelsFile = 'sdk/package/reserved-labels.json'

/** Every name that a built-in has in one of its languages: added plugins may not take it. */
export async function createReservedLabels(root: string): Promise<string> {
  const labels = new Set<string>()
  for (const file of globSync('builtin/*/manifest.ts', { cwd: root }).sort()) {
    const path = join(root, file)
    const { default: manifest }: { default: Manifest } = await import(pathToFileURL(path).href)
    for (const language of manifest.locales) {
      const messages: unknown = parse(readFileSync(join(dirname(path), 'locales', `${language}.yml`), 'utf8'))
      for (const { text } of namesOf(manifest)) {
        const label = messageOf(messages, manifest.id, text)
        if (label !== null) labels.add(label)
      }
    }
  }
  return `${JSON.stringify([...labels].sort(), null, 2)}\n`
}

import { isRecord } from '../../../../sdk/common/is-record.ts'
import type { PluginPackage } from '../../../../sdk/package/read-package.ts'

function englishOf({ manifest, files }: PluginPackage): unknown {
  try {
    const words: unknown = JSON.parse(files.get('locales/en.json')?.toString('utf8') ?? '{}')
    return isRecord(words) ? words[manifest.id] : null
  } catch {
    return null // words that cannot be read leave their keys to be seen
  }
}

/** A label of a package that is not installed yet: `%key%` in its English words, else the text itself. */
export function labelIn(content: PluginPackage, text: string): string {
  const path = /^%(.+)%$/.exec(text)?.[1]?.split('.')
  if (!path) return text
  let found = englishOf(content)
  for (const key of path) found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : null
  return typeof found === 'string' ? found : path.join('.')
}

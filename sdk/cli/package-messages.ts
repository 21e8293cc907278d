import type { PluginPackage } from '../package/read-package.ts'

/** Labels of a package in one language; a key that has no words is shown as it is. */
export function packageMessages(
  { manifest, files }: PluginPackage,
  language: string,
): (text: string) => string {
  const words: unknown = JSON.parse(files.get(`locales/${language}.json`)?.toString('utf8') ?? '{}')
  const find = (tree: unknown, path: readonly string[]): unknown =>
    path.reduce<unknown>(
      (inner, part) =>
        inner instanceof Object && Object.hasOwn(inner, part) ? Reflect.get(inner, part) : undefined,
      tree,
    )
  return (text) => {
    const key = /^%(.+)%$/.exec(text)?.[1]
    const found = key === undefined ? undefined : find(words, [manifest.id, ...key.split('.')])
    return typeof found === 'string' ? found : text
  }
}

export const englishMessages = (content: PluginPackage) => packageMessages(content, 'en')

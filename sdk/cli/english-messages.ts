import type { PluginPackage } from '../package/read-package.ts'

/** Labels of a package in English; a key that has no words is shown as it is. */
export function englishMessages({ manifest, files }: PluginPackage): (text: string) => string {
  const words: unknown = JSON.parse(files.get('locales/en.json')?.toString('utf8') ?? '{}')
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

import { isMigration, type SourceTree } from './source-tree.ts'

const judged = /^(kernel|sdk|builtin|plugins|locales|tests|e2e)\//
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const upperCaseDocument = /^[A-Z]+\.md$/
const emptyName = /^(utils?|helpers?|types|misc|manager)$|-(utils?|helpers?|misc|manager)$/

/** `plugin-manager` is the noun of the product's own page, not a drawer for leftovers. */
const isPluginManager = (path: string, part: string) =>
  part === 'plugin-manager' && path.startsWith('builtin/plugin-manager/')

const faultOf = (path: string, part: string): string | undefined => {
  if (upperCaseDocument.test(part) || part.startsWith('.') || part === '__snapshots__') return undefined
  const words = part.split('.')
  if (!words.every((word) => kebab.test(word))) return `'${part}' is not kebab-case`
  const [stem = ''] = words
  return emptyName.test(stem) && !isPluginManager(path, part) ? `'${part}' names nothing` : undefined
}

export const findBadNames = (tree: SourceTree): string[] => [
  ...new Set(
    [...tree.keys()]
      .filter((path) => judged.test(path) && !isMigration(path))
      .flatMap((path) => {
        const parts = path.split('/')
        return parts.flatMap((part, depth) => {
          const fault = faultOf(path, part)
          return fault === undefined ? [] : [`${parts.slice(0, depth + 1).join('/')}: ${fault}`]
        })
      }),
  ),
]

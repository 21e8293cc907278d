import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DocPage } from './doc-page.ts'
import { readReference, type ReferenceName } from './read-reference.ts'

const since = z.record(z.string(), z.record(z.string(), z.array(z.string())))

/** Version of the SDK → entry → the names of values that came with it. */
type NamesSince = z.infer<typeof since>

/** The versions and their names, as `npm run api-report` wrote them. */
export const readSince = (root: string): NamesSince =>
  since.parse(JSON.parse(readFileSync(join(root, 'sdk/names-since.json'), 'utf8')))

/** The address of the page of an entry. */
export const pathOf = (entry: string) => `reference/${entry.replace('@spawnpoint/', '').replaceAll('/', '-')}`

const passedOn = /^export \{ (\w+) \} from '(@spawnpoint\/sdk[^']*)'/

/** The entry and name where an entry has a name from another one; null for one of its own. */
export function originOf({ text }: ReferenceName): { readonly name: string; readonly from: string } | null {
  const [, name, from] = passedOn.exec(text) ?? []
  return name && from ? { name, from } : null
}

const newestFirst = (one: string, other: string) => other.localeCompare(one, 'en', { numeric: true })

/** All versions of the SDK up to this one, each with the names that came with it. */
export function versionPage(root: string): DocPage {
  const { version, entries } = readReference(root)
  const came = readSince(root)
  const described = new Set(
    entries.flatMap(({ entry, names }) =>
      names.flatMap((each) => (originOf(each) ? [] : [`${entry} ${each.name}`])),
    ),
  )
  const draw = (entry: string, name: string) =>
    described.has(`${entry} ${name}`) ? `[${name}](/${pathOf(entry)}#${name.toLowerCase()})` : `\`${name}\``
  const versions = [...new Set([version, ...Object.keys(came)])].toSorted(newestFirst)
  const sections = versions.flatMap((each) => {
    const parts = Object.entries(came[each] ?? {})
    const count = parts.reduce((sum, [, names]) => sum + names.length, 0)
    return [
      `## ${each}`,
      count === 0
        ? 'No new names.'
        : parts
            .map(([entry, names]) => `- \`${entry}\`: ${names.map((name) => draw(entry, name)).join(', ')}`)
            .join('\n'),
    ]
  })
  const text = [
    '# Versions',
    `These pages describe SDK ${version}. \`engines.sdk\` in your manifest says which versions your plugin works with, and \`check\` refuses a name that is newer than the oldest of them. Within one major version nothing is removed or narrowed.`,
    'Types are not listed: they are gone before a plugin runs, so they ask for no version.',
    ...sections,
  ].join('\n\n')
  return { path: 'reference/versions', title: 'Versions', group: 'Reference', text, isListed: true }
}

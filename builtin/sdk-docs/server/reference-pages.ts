import type { DocPage } from './doc-page.ts'
import { readReference, type ReferenceName } from './read-reference.ts'
import { originOf, pathOf, readSince } from './version-page.ts'

/** Code of TypeScript as Markdown. */
export const code = (text: string) => `\`\`\`ts\n${text}\n\`\`\``

interface Doc {
  readonly text: string
  readonly example: string
}

/** Parts a doc comment into what it says and its example. */
export function readDoc(doc: string): Doc {
  const [before = '', ...rest] = doc.split(/^@example\b|(?<=\s)@example\b/m)
  const text = before
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/^@param (\w+)\s+/gm, '\n- `$1`: ')
    .replaceAll(/^@returns?\s+/gm, '\n- returns ')
    .trim()
  return { text, example: (rest[0] ?? '').split(/^@\w/m)[0]?.trim() ?? '' }
}

function drawName({ name, text, doc }: ReferenceName, came: string | undefined): string {
  const said = readDoc(doc)
  return [
    `## ${name}`,
    ...(came === undefined ? [] : [`Since ${came}`]),
    said.text,
    code(text),
    ...(said.example === '' ? [] : ['Example:', code(said.example)]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A page for each entry of the SDK, with every name that it exports. */
export function referencePages(root: string): readonly DocPage[] {
  const { version, entries } = readReference(root)
  const came = readSince(root)
  const cameWith = (entry: string, name: string) =>
    Object.keys(came).find((each) => came[each]?.[entry]?.includes(name))
  return entries.map(({ entry, names }) => {
    const own = names.filter((each) => originOf(each) === null)
    const others = names.flatMap((each) => {
      const origin = originOf(each)
      if (origin === null) return []
      const { name, from } = origin
      return [`- \`${name}\`, described at [${from}](/${pathOf(from)}#${name.toLowerCase()})`]
    })
    const text = [
      `# ${entry}`,
      `SDK ${version}. Import from \`${entry}\`.`,
      ...own.map((each) => drawName(each, cameWith(entry, each.name))),
      ...(others.length > 0 ? ['## From other entries', others.join('\n')] : []),
    ].join('\n\n')
    return {
      path: pathOf(entry),
      title: entry.replace('@spawnpoint/', ''),
      group: 'Reference',
      text,
      isListed: true,
    }
  })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DocPage } from './doc-page.ts'
import { readReference, type ReferenceName } from './read-reference.ts'

const since = z.record(z.string(), z.record(z.string(), z.array(z.string())))

/** The address of the page of an entry. */
export const pathOf = (entry: string) => `reference/${entry.replace('@spawnpoint/', '').replaceAll('/', '-')}`

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

const passedOn = /^export \{ (\w+) \} from '(@spawnpoint\/sdk[^']*)'/

/** A page for each entry of the SDK, with every name that it exports. */
export function referencePages(root: string): readonly DocPage[] {
  const { version, entries } = readReference(root)
  const came = since.parse(JSON.parse(readFileSync(join(root, 'sdk/names-since.json'), 'utf8')))
  const cameWith = (entry: string, name: string) =>
    Object.keys(came).find((each) => came[each]?.[entry]?.includes(name))
  return entries.map(({ entry, names }) => {
    const own = names.filter(({ text }) => !passedOn.test(text))
    const others = names.flatMap(({ text }) => {
      const [, name, from] = passedOn.exec(text) ?? []
      return name && from
        ? [`- \`${name}\`, described at [${from}](/${pathOf(from)}#${name.toLowerCase()})`]
        : []
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

import type { DocPage } from './doc-page.ts'
import { readReference, type Contract, type ReferenceName } from './read-reference.ts'
import { code, readDoc } from './reference-pages.ts'

const group = 'Services and events'
const idOf = ({ entry }: Contract) => entry.split('/').at(-1) ?? ''
const pathOf = (contract: Contract) => `contracts/${idOf(contract)}`

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n')

const drawName = ({ name, text, doc }: ReferenceName) =>
  joined([`### ${name}`, readDoc(doc).text, text === '' ? '' : code(text)])

const section = (title: string, intro: string, parts: readonly string[]) =>
  parts.length === 0 ? '' : joined([`## ${title}`, intro, ...parts])

const drawService = ({ name, token, text, doc }: Contract['services'][number]) =>
  joined([`### ${name}`, `Capability \`server.services:${token}\`.`, readDoc(doc).text, code(text)])

const drawEvent = ({ name, event, payload, doc }: Contract['events'][number]) =>
  joined([
    `### ${name}`,
    `Capability \`server.events:${event}\`.`,
    readDoc(doc).text,
    'Its payload:',
    code(payload),
  ])

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const callers = (caller: string) => (/^[a-z0-9-]+\.[a-z0-9.-]+$/.test(caller) ? `\`${caller}\`` : caller)

const drawCalls = ({ calls }: Contract): readonly string[] =>
  calls.length === 0
    ? []
    : [
        table(
          ['Name', 'Call', 'What it does', 'For'],
          calls.map(({ name, method, path, caller, summary }) => [
            `\`${name}\``,
            `\`${method} ${path}\``,
            summary.replaceAll('|', '\\|'),
            callers(caller),
          ]),
        ),
      ]

function drawContract(contract: Contract): DocPage {
  const { entry, services, closed, events, schemas, others } = contract
  const id = idOf(contract)
  const fromSchemas = schemas.some(({ from }) => from !== '')
  const text = joined([
    `# ${entry}`,
    `Import from \`${entry}\`${fromSchemas ? `; schemas marked so from \`${entry}/schemas\`` : ''}.`,
    section(
      'Services',
      'Found with `services.find`. Methods that take a transaction (`tx`), a callback or a stream are absent for an added plugin.',
      services.map(drawService),
    ),
    section('Events', 'A plugin hears of them with `listen`.', events.map(drawEvent)),
    section(
      'Calls',
      'A browser module makes them with `core.call`, in the name of whoever looks at the page (`http.core`).',
      drawCalls(contract),
    ),
    section(
      'Schemas',
      '',
      schemas.map(({ name, from, doc, text: type }) =>
        joined([
          `### ${name}`,
          from === '' ? '' : `From \`${entry}${from}\`.`,
          readDoc(doc).text,
          code(type),
        ]),
      ),
    ),
    section('Types and values', '', others.map(drawName)),
    closed.length === 0 ? '' : `For built-ins alone: ${closed.map((name) => `\`${name}\``).join(', ')}.`,
  ])
  const isListed = services.length > 0 || events.length > 0
  return { path: pathOf(contract), title: id, group, text, isListed }
}

function drawIndex(contracts: readonly Contract[]): DocPage {
  const link = (contract: Contract, name: string) => `[${name}](/${pathOf(contract)}#${name.toLowerCase()})`
  const services = contracts.flatMap((each) =>
    each.services.map(({ name, token }) => [
      link(each, name),
      `\`${each.entry}\``,
      `\`server.services:${token}\``,
    ]),
  )
  const events = contracts.flatMap((each) =>
    each.events.map(({ name, event }) => [
      link(each, name),
      `\`${each.entry}\``,
      `\`server.events:${event}\``,
    ]),
  )
  const text = joined([
    '# Services and events',
    'What the plugins of the dashboard have for yours: services that its server module finds, events that it hears of, and calls that its pages make. All of them come from the package `@spawnpoint/contracts`.',
    '## Services',
    table(['Service', 'Import from', 'Capability'], services),
    '## Events',
    table(['Event', 'Import from', 'Capability'], events),
    '## All contracts',
    contracts.map((each) => `- [${each.entry}](/${pathOf(each)})`).join('\n'),
  ])
  return { path: 'contracts', title: 'All services and events', group, text, isListed: true }
}

/** A page for each contract of the product, and one that leads to all of them. */
export function contractPages(root: string): readonly DocPage[] {
  const { contracts } = readReference(root)
  return [drawIndex(contracts), ...contracts.map(drawContract)]
}

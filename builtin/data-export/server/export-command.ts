import { explainFileError, typedPath, type AdminCommand, type AdminOptions } from '@spawnpoint/sdk/server'
import { ExportError } from './export-error.ts'
import type { ExportUses } from './export-uses.ts'
import type { ReadableKind } from './readable-kind.ts'
import { describeColumns, listKinds, runExport } from './run-export.ts'

const textOf = (options: AdminOptions, name: string): string | null => {
  const value = options[name]
  return typeof value === 'string' ? value : null
}

/** The documentation of a kind, as it stands in the README of its plugin. */
export const describeKind = (kind: ReadableKind): string =>
  [
    kind.isOnlyPersonal
      ? `\`${kind.name}\`, version ${kind.version}, only in the download of a user’s own data: ${kind.about}`
      : `\`${kind.name}.jsonl\`, version ${kind.version}: ${kind.about}`,
    '',
    '| column | type | |',
    '| --- | --- | --- |',
    ...describeColumns(kind).map(({ name, type, about }) => `| \`${name}\` | ${type} | ${about} |`),
  ].join('\n')

async function run(uses: ExportUses, options: AdminOptions): Promise<string> {
  if (options['describe'] === true) return (await listKinds(uses)).map(describeKind).join('\n\n')
  const to = textOf(options, 'to')
  if (to === null) throw new ExportError('Say where to write with --to: a folder that does not exist yet.')
  const folder = typedPath(to)
  const only = textOf(options, 'only')?.split(',') ?? null
  const { kinds } = await runExport(uses, { to: folder, only })
  const lines = kinds.map(({ kind, rows, sums }) =>
    [`${kind}: ${rows}`, ...Object.entries(sums).map(([name, sum]) => `${name} ${sum}`)].join(', '),
  )
  return [...lines, `Wrote ${folder}.`].join('\n')
}

export const exportCommand = (uses: ExportUses): AdminCommand => ({
  summary: 'write everything that the dashboard keeps, but secrets, as JSON Lines with a manifest',
  arguments: [],
  options: [
    { name: 'to', value: 'folder', summary: 'the folder to make' },
    { name: 'only', value: 'kinds', summary: 'the kinds to write, separated by commas; all without it' },
    { name: 'describe', summary: 'print the kinds with their columns and write nothing' },
  ],
  async run(_given, options = {}) {
    try {
      return { text: await run(uses, options) }
    } catch (error) {
      const text = error instanceof ExportError ? error.message : explainFileError(error)
      if (text === null) throw error
      return { failed: true, text }
    }
  },
})

import { defineService, memberOf } from '@spawnpoint/sdk/common'
import { fieldsOf, type FieldSpec, type Resource } from '@spawnpoint/sdk/resource'
import { is, type SQL } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { provide, type Provided } from './plugin-server.ts'

/** One value of each exported row. @example const column: ExportColumn = { value: notes.text, type: 'text', about: 'The note.' } */
export interface ExportColumn {
  readonly value: PgColumn | SQL
  /** As the documentation shows it, such as `uuid` or `integer or null`. */
  readonly type: string
  /** One sentence, or nothing where name and type say it all. */
  readonly about: string
}

/**
 * Which rows of a kind are about a user, for the download of their own data.
 *
 * @example const personal: PersonalRows = { rows: notes.id, omit: ['text'] }
 */
export interface PersonalRows {
  /** The column with the id of the user, or a condition on the row for that id. */
  readonly rows: PgColumn | ((user: SQL) => SQL)
  /** Columns that stay out: about other people, or about how staff work. */
  readonly omit?: readonly string[]
}

/** Rows that `npm run admin -- export` writes to a file of their own. @example const kind: ExportKind = { name: 'notes', about: 'Notes about users.', version: 1, table: notes, key: [notes.id], columns: { id: exported(notes.id) } } */
export interface ExportKind {
  /** Name of the file, without its ending: lower-case letters, digits and dashes. */
  readonly name: string
  readonly about: string
  /** Rises when a column goes, is renamed or means something else. */
  readonly version: number
  readonly table: PgTable
  /** Unique columns of the table without null, by which rows are ordered and read page by page. */
  readonly key: readonly PgColumn[]
  /** Every value that is written, by name. Never a secret: no hash of a password, key or token, and nothing encrypted. */
  readonly columns: Readonly<Record<string, ExportColumn>>
  /** Aggregates over all rows by name, for the manifest of the export. */
  readonly sums?: Readonly<Record<string, SQL>>
  /** Left out where no row is about a user. */
  readonly personal?: PersonalRows
  /** Written only to the download of a user's own data, never to the export of everything. */
  readonly isOnlyPersonal?: boolean
}

/** The kinds of one plugin. @example const source: ExportSource = { kinds: [] } */
export interface ExportSource {
  readonly kinds: readonly ExportKind[]
}

/**
 * The family of tokens under which plugins offer their rows for `npm run admin -- export`. Resources of built-ins do so by
 * themselves.
 *
 * @example provide(memberOf(ExportSources, 'acme-notes'), {}, () => ({ kinds: [] }))
 */
export const ExportSources = defineService<ExportSource>('kernel.export-sources')

/** A file for the download of a user's own data. @example const file: PersonalFile = { path: 'pictures/avatar.png', read: async () => bytes } */
export interface PersonalFile {
  /** Folder and name in the download, unique among the files of all plugins. */
  readonly path: string
  /** Answers null when the file has gone meanwhile. */
  read(): Promise<Uint8Array | null>
}

/** Lists what a user has uploaded. @example const source: PersonalFileSource = { filesOf: async () => [] } */
export interface PersonalFileSource {
  filesOf(user: string): Promise<readonly PersonalFile[]>
}

/**
 * The family of tokens under which plugins offer files for the download of a user's own data.
 *
 * @example provide(memberOf(PersonalFiles, 'acme-notes'), {}, () => ({ filesOf: async () => [] }))
 */
export const PersonalFiles = defineService<PersonalFileSource>('kernel.personal-files')

const typeNames: Readonly<Record<string, string>> = {
  bigint: 'integer',
  smallint: 'integer',
  jsonb: 'JSON',
  'double precision': 'number',
  date: 'day',
}

function typeOf(column: PgColumn): string {
  const name = column.getSQLType()
  const type = typeNames[name] ?? (name.startsWith('timestamp') ? 'time' : name.replace('[]', ' list'))
  return column.notNull ? type : `${type} or null`
}

/**
 * A column of an export. The type follows from a column of the table; an expression has to say it.
 *
 * @example const columns = { id: exported(notes.id), text: exported(notes.text, 'The note as it was written.') }
 */
export function exported(column: PgColumn, about?: string): ExportColumn
export function exported(expression: SQL, about: string, type: string): ExportColumn
export function exported(value: PgColumn | SQL, about = '', type?: string): ExportColumn {
  return { value, type: type ?? (is(value, PgColumn) ? typeOf(value) : 'JSON'), about }
}

/**
 * Offers kinds for the export, for the list `provides` of a plugin's server module.
 *
 * @example
 * const exports = (kind: ExportKind) => provideExports('acme-notes', [kind])
 */
export const provideExports = (plugin: string, kinds: readonly ExportKind[]): Provided =>
  provide(memberOf(ExportSources, plugin), {}, () => ({ kinds }))

const describeField = ({ kind, values, min, max }: FieldSpec): string => {
  if (values) return `One of ${values.map((each) => `\`${each}\``).join(', ')}.`
  if (min === undefined || max === undefined || kind === 'coins') return ''
  return kind === 'integer' || kind === 'number' ? `From ${min} to ${max}.` : `Up to ${max} characters.`
}

/** The rows of a resource as a kind of the export: what its table has but the fields to omit. */
export function resourceExport(
  resource: Resource,
  columnOf: (field: string) => PgColumn,
  table: PgTable,
  omitted: readonly string[],
): ExportSource {
  const stored = fieldsOf(resource, ({ computed }) => !computed).filter(([name]) => !omitted.includes(name))
  const name = resource.id.replaceAll('/', '-')
  const left = omitted.length === 0 ? '' : ` Without ${omitted.join(', ')}.`
  return {
    kinds: [
      {
        name,
        about: `The rows of ${resource.path}.${left}`,
        version: 1,
        table,
        key: [columnOf('id')],
        columns: {
          id: exported(columnOf('id')),
          ...Object.fromEntries(
            stored.map(([field, spec]) => [field, exported(columnOf(field), describeField(spec))]),
          ),
          version: exported(columnOf('version'), 'Rises with each change.'),
          createdAt: exported(columnOf('createdAt')),
          updatedAt: exported(columnOf('updatedAt')),
        },
      },
    ],
  }
}

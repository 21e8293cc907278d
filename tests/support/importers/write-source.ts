import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { endMariadb, findMariadb, startMariadb } from './mariadb.ts'

export type Cell = string | number | null
export type TableRows = Readonly<Record<string, readonly Readonly<Record<string, Cell>>[]>>

const escapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  "'": "\\'",
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\u001A': '\\Z',
}

/** A value as mysqldump writes it. */
const literal = (value: Cell) =>
  value === null
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : `'${value.replaceAll(/[^ -&(-[\]-~]/g, (each) => escapes[each] ?? each)}'`

/** INSERT statements with many rows each, as mysqldump writes them. */
const inserts = (tables: TableRows) =>
  Object.entries(tables)
    .flatMap(([table, rows]) =>
      rows.length === 0
        ? []
        : [
            `INSERT INTO \`${table}\` (${Object.keys(rows[0] ?? {})
              .map((name) => `\`${name}\``)
              .join(
                ', ',
              )}) VALUES ${rows.map((row) => `(${Object.values(row).map(literal).join(',')})`).join(',')};`,
          ],
    )
    .join('\n')

const preamble = `-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40103 SET TIME_ZONE='+00:00' */;
# A comment; with 'quotes" that end nothing
`

/** A file with this name in a folder of its own, which the end of the test removes. */
export function scratchFile(name: string, content = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, name)
  if (content !== '') writeFileSync(file, content)
  return file
}

export const dumpOf = (schema: string, tables: TableRows): string =>
  `${preamble}${schema}\n${inserts(tables)}\n`

/** Kinds of MySQL sources that this machine has: without a MariaDB server the dump alone, which is read everywhere. */
export function sqlSources(): readonly ('dump' | 'mariadb')[] {
  endMariadb()
  return findMariadb() ? ['dump', 'mariadb'] : ['dump']
}

/** A source with this schema and rows, for `--from`. */
export async function writeSqlSource(
  kind: 'dump' | 'mariadb',
  schema: string,
  tables: TableRows,
): Promise<string> {
  if (kind === 'dump') return scratchFile('dump.sql', dumpOf(schema, tables))
  return (await startMariadb()).load(`${schema}\n${inserts(tables)}`)
}

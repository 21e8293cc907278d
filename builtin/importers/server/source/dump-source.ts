import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { ImportError } from '../import-error.ts'
import { lex, type Token } from './sql-lexer.ts'
import type { Source, SourceRow } from './source.ts'

const isWord = (token: Token | undefined, ...texts: readonly string[]) =>
  token?.kind === 'word' && texts.includes(token.text.toUpperCase())
const isMark = (token: Token | undefined, text: string) => token?.kind === 'mark' && token.text === text
const isName = (token: Token | undefined) => token?.kind === 'name' || token?.kind === 'word'

// Words that open a line of CREATE TABLE which is no column.
const noColumns = [
  'PRIMARY',
  'UNIQUE',
  'KEY',
  'INDEX',
  'CONSTRAINT',
  'FULLTEXT',
  'SPATIAL',
  'FOREIGN',
  'CHECK',
]

const beforeNames = [
  'CREATE',
  'INSERT',
  'REPLACE',
  'TEMPORARY',
  'TABLE',
  'IF',
  'NOT',
  'EXISTS',
  'INTO',
  'IGNORE',
]

/** The pieces of a list in parentheses, split at its commas; `from` is behind the opening one. */
function splitList(tokens: readonly Token[], from: number): Token[][] {
  const items: Token[][] = [[]]
  let depth = 1
  for (const token of tokens.slice(from)) {
    if (isMark(token, '(')) depth++
    if (isMark(token, ')') && --depth === 0) break
    if (depth === 1 && isMark(token, ',')) items.push([])
    else items.at(-1)?.push(token)
  }
  return items
}

/** The table that a statement is about: the last part of a name such as `db`.`users`, and where the statement goes on. */
function tableOf(tokens: readonly Token[]): { table: string; end: number } | null {
  const start = tokens.findIndex((token) => isName(token) && !isWord(token, ...beforeNames))
  const [token, dot, last] = tokens.slice(start < 0 ? tokens.length : start)
  if (!token) return null
  if (dot?.text === '.' && last) return { table: last.text, end: start + 3 }
  return { table: token.kind === 'name' ? token.text : (token.text.split('.').at(-1) ?? ''), end: start + 1 }
}

function readColumns(statement: readonly Token[]): { table: string; columns: Map<string, string> } | null {
  const found = tableOf(statement)
  if (!found || !isMark(statement[found.end], '(')) return null
  const columns = new Map<string, string>()
  for (const [name, ...type] of splitList(statement, found.end + 1))
    if (name && (name.kind === 'name' || !isWord(name, ...noColumns)))
      columns.set(name.text, (type[0]?.text ?? '').toLowerCase())
  return { table: found.table, columns }
}

/** NULL, a number, a text, or a text with its character set such as `_utf8mb4'a'`. */
const valueOf = (tokens: readonly Token[]): string | null => {
  const last = tokens.at(-1)
  if (!last || (tokens.length === 1 && isWord(last, 'NULL'))) return null
  return last.kind === 'word' && tokens.length === 2 ? `${tokens[0]?.text}${last.text}` : last.text
}

/** The rows of one INSERT, read as the tokens arrive: a statement may be as large as the dump. */
async function* readRows(
  tokens: AsyncIterator<Token>,
  columns: readonly string[],
): AsyncGenerator<SourceRow> {
  let item: Token[] = []
  let values: (string | null)[] = []
  let depth = 0
  for (;;) {
    const { value: token, done } = await tokens.next()
    if (done || (depth === 0 && isMark(token, ';'))) return
    if (isMark(token, '(') && depth++ === 0) {
      values = []
      item = []
    } else if (depth === 1 && (isMark(token, ',') || isMark(token, ')'))) {
      values.push(valueOf(item))
      item = []
      if (isMark(token, ')')) {
        depth = 0
        yield Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]))
      }
    } else if (depth > 0) {
      if (isMark(token, ')')) depth--
      item.push(token)
    }
  }
}

const endsStatement = (token: Token) => isMark(token, ';')

/** The tokens before, and without, the first that is an end; `end` is null where there are no more. */
async function readUntil(tokens: AsyncIterator<Token>, isEnd: (token: Token) => boolean) {
  const head: Token[] = []
  for (;;) {
    const { value, done } = await tokens.next()
    if (done) return { head, end: null }
    if (isEnd(value)) return { head, end: value as Token }
    head.push(value)
  }
}

/** Passes over the rest of a statement without keeping it. */
async function skip(tokens: AsyncIterator<Token>) {
  for (;;) {
    const { value, done } = await tokens.next()
    if (done || endsStatement(value)) return
  }
}

const chunksOf = (file: string): AsyncIterable<Buffer> => {
  const stream = createReadStream(file, { highWaterMark: 1_048_576 })
  if (!file.endsWith('.gz')) return stream
  const unzipped = createGunzip()
  stream.on('error', (error) => unzipped.destroy(error))
  return stream.pipe(unzipped)
}

async function readTables(file: string) {
  const tables = new Map<string, ReadonlyMap<string, string>>()
  const tokens = lex(chunksOf(file))
  for (;;) {
    const { value: first, done } = await tokens.next()
    if (done) break
    if (endsStatement(first)) continue
    if (!isWord(first, 'CREATE')) {
      await skip(tokens)
      continue
    }
    const { head } = await readUntil(tokens, endsStatement)
    const made = isWord(
      head.find((token) => !isWord(token, 'TEMPORARY')),
      'TABLE',
    )
      ? readColumns(head)
      : null
    if (made) tables.set(made.table, made.columns)
  }
  if (tables.size === 0)
    throw new ImportError(
      `${file} holds no CREATE TABLE: it is no SQL dump, or one without the structure. Give a dump that mysqldump or sqlite3 has made.`,
    )
  return tables
}

async function* readTable(
  file: string,
  table: string,
  declared: readonly string[],
): AsyncGenerator<SourceRow> {
  const tokens = lex(chunksOf(file))
  const beginsRows = (token: Token) => endsStatement(token) || isWord(token, 'VALUES', 'VALUE')
  for (;;) {
    const { value: first, done } = await tokens.next()
    if (done) return
    if (endsStatement(first)) continue
    if (!isWord(first, 'INSERT', 'REPLACE')) {
      await skip(tokens)
      continue
    }
    const { head, end } = await readUntil(tokens, beginsRows)
    if (!end || endsStatement(end)) continue
    const found = tableOf(head)
    if (found?.table !== table) {
      await skip(tokens)
      continue
    }
    const named = isMark(head[found.end], '(') ? splitList(head, found.end + 1) : null
    yield* readRows(tokens, named?.map(([name]) => name?.text ?? '') ?? declared)
  }
}

/** A dump of `mysqldump`, `mariadb-dump` or phpMyAdmin, plain or gzipped. Each list of rows reads the file once. */
export function openDump(file: string): Source {
  let known: Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> | null = null
  const columns = async (table: string) => (await (known ??= readTables(file))).get(table) ?? null
  return {
    columns,
    async *rows(table) {
      yield* readTable(file, table, [...((await columns(table))?.keys() ?? [])])
    },
    close: async () => undefined,
  }
}

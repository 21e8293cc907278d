import type { PersonalFile, Transaction } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportUses } from './export-uses.ts'
import type { ReadableKind } from './readable-kind.ts'
import { findsRows, readOwnLines } from './read-own-rows.ts'
import type { PageReader } from './read-rows.ts'
import { describeColumns, FORMAT, listKinds } from './run-export.ts'

interface WrittenRows {
  readonly kind: string
  readonly file: string
  readonly version: number
  readonly about: string
  readonly rows: number
  readonly columns: ReturnType<typeof describeColumns>
}

// A table of an added plugin may have no index by which the rows of a user are found.
const longestQueryMs = 300_000

/** Each page has a transaction of its own: a browser that reads slowly holds no connection of the database. */
const readPages =
  ({ db }: ExportUses): PageReader =>
  (ask) =>
    db.orm.transaction(
      async (tx: Transaction) => {
        await tx.execute(
          sql`select set_config('timezone', 'UTC', true), set_config('extra_float_digits', '1', true),
            set_config('statement_timeout', ${String(longestQueryMs)}, true)`,
        )
        return ask(tx)
      },
      { accessMode: 'read only' },
    )

async function hasRows(read: PageReader, kind: ReadableKind): Promise<boolean> {
  const { rows } = await read((tx) => tx.execute(findsRows(kind)))
  return rows.length > 0
}

async function kindsOf(uses: ExportUses, read: PageReader, user: string): Promise<readonly ReadableKind[]> {
  const kinds = (await listKinds(uses)).flatMap(({ personal }) => personal?.(user) ?? [])
  const found: ReadableKind[] = []
  for (const kind of kinds) if (await hasRows(read, kind)) found.push(kind)
  return found
}

/** One array of JSON with a row on each line. */
async function* toJson(pages: AsyncIterable<readonly string[]>, count: (rows: number) => void) {
  let written = 0
  for await (const lines of pages) {
    yield `${written === 0 ? '[\n' : ',\n'}${lines.join(',\n')}`
    written += lines.length
  }
  count(written)
  yield written === 0 ? '[]\n' : '\n]\n'
}

async function* bytesOf(file: PersonalFile) {
  // An entry is announced before it is read; what went meanwhile is an empty file.
  yield (await file.read()) ?? new Uint8Array()
}

/**
 * The data of one user as an archive that is made while it is read: a JSON file for each kind, their files, and
 * `manifest.json` at the end, which describes the columns. Kinds without a row are left out.
 */
export async function writeOwnData(uses: ExportUses, user: string): Promise<Readable> {
  const { clock, files, instance } = uses
  const read = readPages(uses)
  const createdAt = clock.now()
  const kinds = await kindsOf(uses, read, user)
  const uploads = (await Promise.all((files.get() ?? []).map((each) => each.filesOf(user)))).flat()
  const written: WrittenRows[] = []
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.on('error', (error) => out.destroy(error))
  zip.outputStream.pipe(out)
  const add = (path: string, make: () => AsyncIterable<string | Uint8Array>) =>
    zip.addReadStreamLazy(path, { mtime: createdAt, mode: 0o100_600 }, (give) =>
      give(null, Readable.from(make())),
    )
  for (const kind of kinds) {
    const { name, version, about } = kind
    const file = `${name}.json`
    const note = (rows: number) =>
      void written.push({ kind: name, file, version, about, rows, columns: describeColumns(kind) })
    add(file, () => toJson(readOwnLines(read, kind), note))
  }
  for (const file of uploads) add(file.path, () => bytesOf(file))
  const { version: product, origin } = instance
  add('manifest.json', async function* () {
    const manifest = { format: FORMAT, product, origin, user, createdAt, kinds: written }
    yield JSON.stringify(manifest, null, 2)
  })
  zip.end()
  return out
}

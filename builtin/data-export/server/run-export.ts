import type { Transaction } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { findAddedKinds } from './added-tables.ts'
import { ExportError } from './export-error.ts'
import type { ExportUses } from './export-uses.ts'
import { readKinds, type ReadableKind } from './readable-kind.ts'
import { readLines, readTotals, type Totals } from './read-rows.ts'
import { writeFolder, type ExportFolder } from './write-folder.ts'

/** Version of the form of an export: the manifest's own fields and what a file is. */
export const FORMAT = 1

interface WrittenKind extends Totals {
  readonly kind: string
  readonly file: string
  readonly version: number
  readonly about: string
  readonly columns: readonly { readonly name: string; readonly type: string; readonly about: string }[]
  readonly leftOut?: readonly string[]
}

export interface ExportManifest {
  readonly format: number
  readonly product: string
  readonly origin: string
  /** The moment that all rows are of. */
  readonly snapshotAt: string
  readonly kinds: readonly WrittenKind[]
}

async function* countLines(pages: AsyncIterable<readonly string[]>, count: (lines: number) => void) {
  for await (const lines of pages) {
    count(lines.length)
    yield lines
  }
}

export const describeColumns = ({ columns }: ReadableKind): WrittenKind['columns'] =>
  Object.entries(columns).map(([name, { type, about }]) => ({ name, type, about }))

async function writeKind(tx: Transaction, folder: ExportFolder, kind: ReadableKind): Promise<WrittenKind> {
  const file = `${kind.name}.jsonl`
  let written = 0
  await folder.write(
    file,
    countLines(
      readLines((ask) => ask(tx), kind),
      (lines) => {
        written += lines
      },
    ),
  )
  const { rows, sums } = await readTotals(tx, kind)
  if (rows !== written) throw new ExportError(`${file} has ${written} lines, but there are ${rows} rows.`)
  const { name, version, about, leftOut = [] } = kind
  return {
    kind: name,
    file,
    version,
    about,
    rows,
    sums,
    columns: describeColumns(kind),
    ...(leftOut.length > 0 && { leftOut }),
  }
}

/** Runs work on one moment of the database, however long it takes. */
const inSnapshot = <T>({ db }: ExportUses, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.orm.transaction(
    async (tx) => {
      await tx.execute(
        sql`select set_config('statement_timeout', '0', true), set_config('timezone', 'UTC', true),
          set_config('idle_in_transaction_session_timeout', '0', true),
          set_config('extra_float_digits', '1', true)`,
      )
      return work(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

const allKinds = async (uses: ExportUses, tx: Transaction) => [
  ...readKinds(uses.sources.get() ?? []),
  ...(await findAddedKinds(tx, await uses.plugins.list())),
]

/** Every kind that this instance has, also those of which only a user's own rows are written. */
export const listKinds = (uses: ExportUses) => inSnapshot(uses, (tx) => allKinds(uses, tx))

function choose(kinds: readonly ReadableKind[], only: readonly string[] | null): readonly ReadableKind[] {
  if (only === null) return kinds
  const unknown = only.find((name) => !kinds.some((kind) => kind.name === name))
  if (unknown !== undefined)
    throw new ExportError(
      `There is no kind "${unknown}". There are: ${kinds.map(({ name }) => name).join(', ')}.`,
    )
  return kinds.filter(({ name }) => only.includes(name))
}

/** Writes the rows of all kinds, or of the chosen ones, as they were at one moment. */
export async function runExport(
  uses: ExportUses,
  { to, only }: { readonly to: string; readonly only: readonly string[] | null },
): Promise<ExportManifest> {
  const { audit, clock, db, instance } = uses
  const written: WrittenKind[] = []
  const snapshotAt = clock.now().toISOString()
  const manifest = {
    format: FORMAT,
    product: instance.version,
    origin: instance.origin,
    snapshotAt,
    kinds: written,
  }
  await writeFolder(to, async (folder) => {
    await inSnapshot(uses, async (tx) => {
      const kinds = (await allKinds(uses, tx)).filter(({ isOnlyPersonal }) => isOnlyPersonal !== true)
      for (const kind of choose(kinds, only)) written.push(await writeKind(tx, folder, kind))
    })
    const text = JSON.stringify(manifest, null, 2)
    await folder.write('manifest.json', pageOf([text]))
    // Before the folder gets its name: no export is taken away without an entry.
    const rows = written.reduce((sum, each) => sum + each.rows, 0)
    const after = { by: 'command line', rows, kinds: written.map(({ kind }) => kind) }
    await db.orm.transaction((tx) => audit.write(tx, { actor: null, action: 'data-export:written', after }))
  })
  return manifest
}

async function* pageOf(lines: readonly string[]) {
  yield lines
}

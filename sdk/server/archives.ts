import { defineService } from '@spawnpoint/sdk/common'

/** The reasons for which an archive is refused. @example const isOlder = (reason: ArchiveRefusal) => reason === 'version' */
export type ArchiveRefusal =
  | 'missing'
  | 'foreign'
  | 'version'
  | 'key'
  | 'secret-key'
  | 'damaged'
  | 'different'
  | 'space'

/** An archive that cannot be written, read or restored. `part` names what is damaged or differs. @example const isDamaged = (error: unknown) => error instanceof ArchiveError && error.reason === 'damaged' */
export class ArchiveError extends Error {
  readonly reason: ArchiveRefusal
  /** A table, `header`, `migrations` or `manifest`; null where the whole file is meant. */
  readonly part: string | null
  constructor(reason: ArchiveRefusal, part: string | null, message: string) {
    super(message)
    this.name = 'ArchiveError'
    this.reason = reason
    this.part = part
  }
}

/** A sum that an archive records and that has to be the same after a restore. @example const coins: ArchiveTotal = { name: 'ledger', table: 'coins.entry', column: 'amount' } */
export interface ArchiveTotal {
  readonly name: string
  /** With its schema; left out where there is no such table. */
  readonly table: string
  readonly column: string
}

/** The contents of an archive, as its manifest says. @example const { rows, tables } = await archives.read(file) */
export interface ArchiveSummary {
  readonly id: string
  readonly createdAt: Date
  /** The product that wrote it. */
  readonly version: string
  readonly tables: number
  readonly rows: number
  /** Before compression. */
  readonly bytes: number
  /** Bytes of the file. */
  readonly size: number
  /** The largest first. */
  readonly largest: readonly { readonly table: string; readonly rows: number }[]
  /** Exact, as text. */
  readonly totals: Readonly<Record<string, string>>
}

/** Bytes done of about so many. @example const percent = ({ done, total }: ArchiveProgress) => Math.round((done / total) * 100) */
export interface ArchiveProgress {
  readonly done: number
  readonly total: number
}

/** Options of work on an archive. @example const options: ArchiveWork = { signal, onProgress: ({ done }) => console.log(done) } */
export interface ArchiveWork {
  readonly signal?: AbortSignal | undefined
  /** Called often: about once for each chunk. */
  readonly onProgress?: ((progress: ArchiveProgress) => void) | undefined
}

/** The key of the archives and where it stands. @example const { source }: ArchiveKey = archives.key() */
export interface ArchiveKey {
  /** Names the key without telling it. */
  readonly id: string
  readonly text: string
  readonly source: 'environment' | 'file'
}

/** The result of a test restore: `restored` is false where the database's user may not create a database for it. @example const isChecked = ({ restored }: ArchiveVerification) => restored */
export interface ArchiveVerification {
  readonly restored: boolean
  readonly ms: number
}

/**
 * The reasons for which the running product cannot restore: no launcher would start it again, a restore is under way, or
 * the user of the database may not create another one.
 * @example const isBusy = (obstacle: RestoreObstacle) => obstacle === 'under-way'
 */
export type RestoreObstacle = 'unsupervised' | 'under-way' | 'database-rights'

/** The last restore that the running product was asked for. @example const hasFailed = ({ state }: RestoreOutcome) => state === 'failed' */
export interface RestoreOutcome {
  readonly id: string
  readonly file: string
  readonly backupAt: Date
  readonly requestedAt: string
  readonly requestedBy: string | null
  readonly state: 'requested' | 'running' | 'done' | 'failed'
  /** An {@link ArchiveRefusal}, `in-use`, `interrupted` or `unexpected`; null where nothing went wrong. */
  readonly reason: string | null
  readonly part: string | null
  /** The name of the database of before; null where it was not exchanged. */
  readonly kept: string | null
  readonly rows: number | null
  /** {@link ArchiveRestores.report} was called for it. */
  readonly isReported: boolean
}

/** Restores asked for while the product runs: each process ends, and the next start restores before it opens the database. @example const isPossible = async ({ obstacle }: ArchiveRestores) => (await obstacle()) === null */
export interface ArchiveRestores {
  /** Null where a restore can be asked for. */
  obstacle(): Promise<RestoreObstacle | null>
  /**
   * Prepares a restore. Nothing happens, and nothing is kept of it, before `start`: that ends every process of the
   * instance, this one included, once its open calls are answered. `token` opens the page that shows how far it is, also
   * while no database is there. Throws {@link ArchiveError} for a file that cannot be restored.
   */
  prepare(
    file: string,
    options: { readonly actor: string; readonly name: string },
  ): Promise<{ readonly id: string; readonly token: string; start(): Promise<void> }>
  last(): RestoreOutcome | null
  /** Marks an ended restore as dealt with. */
  report(id: string): void
  /** The page that shows how far a restore is, in the language of the visitor's cookies, and the policy that it needs; null for another token. */
  page(token: string, cookie: string | undefined): { readonly html: string; readonly policy: string } | null
}

/** Encrypted archives of the whole database: every table, uploads and packages included. @example await archives.write(file, { id: 'nightly', totals: [] }) */
export interface ArchivesService {
  /** Made at the first call, in the data folder, unless the environment gives one. */
  key(): ArchiveKey
  /**
   * Writes one consistent moment of the database while the product goes on. The file appears complete or not at all, readable
   * for the product's user alone; its folder is made.
   * Throws {@link ArchiveError} `space` when the disk is full.
   */
  write(
    file: string,
    options: ArchiveWork & { readonly id: string; readonly totals: readonly ArchiveTotal[] },
  ): Promise<ArchiveSummary>
  /** Reads the manifest only. Throws {@link ArchiveError}. */
  read(file: string): Promise<ArchiveSummary>
  /** The bucket that holds uploads and packages, which no archive contains; null where they are in the database. */
  readonly filesElsewhere: string | null
  readonly restores: ArchiveRestores
  /** Restores into a database made for this and dropped again, and compares every table. Throws {@link ArchiveError}. */
  verify(file: string, options?: ArchiveWork): Promise<ArchiveVerification>
}

/** The token of {@link ArchivesService}. @example answer(saveNote, { archives: Archives }, handleSaveNote) */
export const Archives = defineService<ArchivesService>('kernel.archives')

/** Where archives lie in the data folder, and how those begin that a start makes before an upgrade. @example 'spawnpoint-before-upgrade-1'.startsWith(archivePlace.beforeUpgrade) */
export const archivePlace = { folder: 'backups', beforeUpgrade: 'spawnpoint-before-upgrade-' } as const

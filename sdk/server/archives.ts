import { defineService } from '@spawnpoint/sdk/common'

/** The reasons for which an archive is refused. @example const isOlder = (reason: ArchiveRefusal) => reason === 'version' */
export type ArchiveRefusal = 'missing' | 'foreign' | 'version' | 'key' | 'damaged' | 'different' | 'space'

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
  /** Restores into a database made for this and dropped again, and compares every table. Throws {@link ArchiveError}. */
  verify(file: string, options?: ArchiveWork): Promise<ArchiveVerification>
}

/** The token of {@link ArchivesService}. @example answer(saveNote, { archives: Archives }, handleSaveNote) */
export const Archives = defineService<ArchivesService>('kernel.archives')

/** Where archives lie in the data folder, and how those begin that a start makes before an upgrade. @example 'spawnpoint-before-upgrade-1'.startsWith(archivePlace.beforeUpgrade) */
export const archivePlace = { folder: 'backups', beforeUpgrade: 'spawnpoint-before-upgrade-' } as const

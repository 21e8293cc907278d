/** A row as text, whatever type its columns have. */
export type SourceRow = Readonly<Record<string, string | null>>

/** Tables of another system, read and never written. One list of rows is read at a time. */
export interface Source {
  /** Declared types by column, in lower case; null where the table is not there. */
  columns(table: string): Promise<ReadonlyMap<string, string> | null>
  rows(table: string): AsyncIterable<SourceRow>
  close(): Promise<void>
}

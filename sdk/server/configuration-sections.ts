import { defineService } from '@spawnpoint/sdk/common'

/** One row of a section: its values as the configuration file has them. @example const row: ConfigurationRow = { id: '0190…', values: { name: 'Frankfurt', slots: 20 } } */
export interface ConfigurationRow {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Rows of one kind that belong to the configuration of the instance. @example const section: ConfigurationSection = { name: 'acme-notes', identity: ['title'], after: [], read: async () => [], check: async () => [], write: async () => '' } */
export interface ConfigurationSection {
  /** Its name in the file. */
  readonly name: string
  /** Fields that tell the rows of the file apart. */
  readonly identity: readonly string[]
  /** Names of the sections whose rows it refers to; those are written first. */
  readonly after: readonly string[]
  read(): Promise<readonly ConfigurationRow[]>
  /** Values of the file as `write` would store them, such as trimmed texts; what is wrong with them stays for `check`. */
  normalize?(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /**
   * Sentences about what is wrong with a row of the file; none where it can be written. `current` is the row as it is,
   * null for a new one; `coming` has the names of rows that the same file creates in other sections.
   */
  check(
    values: Readonly<Record<string, unknown>>,
    current: ConfigurationRow | null,
    coming: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<readonly string[]>
  /** Writes a row, audited; fields that are left out stay. Answers its id. Throws `EndpointFailure` when it is refused. */
  write(values: Readonly<Record<string, unknown>>, current: ConfigurationRow | null): Promise<string>
}

/**
 * The family of tokens under which plugins offer sections for `npm run admin -- config export|plan|apply`.
 *
 * @example provide(memberOf(ConfigurationSections, 'acme-notes'), {}, () => ({ name: 'acme-notes', identity: ['title'], after: [], read: async () => [], check: async () => [], write: async () => '' }))
 */
export const ConfigurationSections = defineService<ConfigurationSection>('kernel.configuration-sections')

import { z } from 'zod'

/** One setting of the operator. `group` is the tab it stands on at /mc-admin/settings. @example { schema: z.boolean(), default: true, audience: 'public', group: 'earn' } */
export interface SettingDeclaration<S extends z.ZodType = z.ZodType> {
  readonly schema: S
  readonly default: z.output<S>
  /** `public`: sent to every visitor; `server`: stays on the server; `secret`: encrypted at rest, never sent back. */
  readonly audience: 'public' | 'server' | 'secret'
  readonly group: SettingGroup
  /** Shown as a select: the allowed values. */
  readonly options?: readonly string[]
  readonly multiline?: boolean
  /**
   * Part of the address that the server connects to: host, port, origin, encryption. Only a holder of `admin.root` changes
   * it, and the secret that stands in the same group has to be entered again: a new address must not collect the old one.
   */
  readonly destination?: boolean
  /** Edited by the plugin's module in the slot `settings.<group>`, which gets `edits` and `edit`, and by no field. */
  readonly drawnBySlot?: boolean
  /** Only a holder of `admin.root` changes it, e.g. a ceiling for staff. */
  readonly rootOnly?: boolean
  /** A stored number of megabytes is shown and typed in GB, a percentage with its sign. */
  readonly unit?: 'megabytes' | 'percent'
  /**
   * Draws the setting as a cell of a table, together with the others of the same `id`. The heads are the messages
   * `<plugin>.settings.tables.<id>.rows.<row>` and `.columns.<column>`.
   */
  readonly table?: SettingCell
}

/**
 * A setting that says for how many days something is kept, from 1 to 3,650. All of them stand on one tab.
 *
 * @example
 * export const noteSettings = defineSettings({ notes_keep_days: keptDays(30) })
 */
export const keptDays = (initial: number) =>
  ({
    schema: z.number().int().min(1).max(3650),
    default: initial,
    audience: 'server',
    group: 'retention',
  }) as const

/**
 * A setting like `keptDays` for what is kept for ever unless the operator limits it: 0, the default, deletes nothing.
 *
 * @example
 * export const noteSettings = defineSettings({ notes_keep_closed_days: keptDaysOrForever })
 */
export const keptDaysOrForever = {
  schema: z.number().int().min(0).max(3650),
  default: 0,
  audience: 'server',
  group: 'retention',
} as const

/** Place of a setting in a table of settings. @example const cell: SettingCell = { id: 'resources', row: 'memory', column: 'price' } */
export interface SettingCell {
  readonly id: string
  readonly row: string
  readonly column: string
}

/** The tabs of the settings page. @example 'general' */
export type SettingGroup =
  | 'general'
  | 'brand'
  | 'security'
  | 'integrations'
  | 'earn'
  | 'billing'
  | 'servers'
  | 'legal'
  | 'retention'
  | 'custom-code'
  | 'mail'
  | 'images'

/** A record of declared settings. @example { store_enabled: { schema: z.boolean(), default: true, audience: 'public', group: 'billing' } } */
export type SettingDeclarations = Readonly<Record<string, SettingDeclaration>>

/** The values of declared settings. @example SettingValues<typeof storeSettings> */
export type SettingValues<D extends SettingDeclarations> = {
  readonly [K in keyof D]: z.output<D[K]['schema']>
}

/**
 * Declares the settings that a plugin reads. A key is declared by exactly one plugin.
 * Labels and hints are messages `<plugin>.settings.<key>.label` and `.hint`.
 *
 * @example
 * export const storeSettings = defineSettings({
 *   store_enabled: { schema: z.boolean(), default: false, audience: 'public', group: 'billing' },
 * })
 */
export const defineSettings = <const D extends SettingDeclarations>(declarations: D): D => declarations

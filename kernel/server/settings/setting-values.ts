import type { SettingDeclaration, SettingDeclarations } from '@spawnpoint/sdk/common'
import type { LogService, SecretsService } from '@spawnpoint/sdk/server'
import type { Declared } from './describe-setting.ts'

/** A stored value; one that is secret is sealed. */
export interface SettingRow {
  readonly key: string
  readonly value: unknown
  readonly sealed: string | null
}

/** Opens sealed values; one that cannot be opened is logged once and counts as missing. */
function createOpener(secrets: SecretsService, log: LogService) {
  const unreadable = new Set<string>()
  return (key: string, sealed: string): unknown => {
    try {
      return JSON.parse(secrets.open(sealed)) as unknown
    } catch {
      // Values are computed again whenever a plugin declares its own: told once, it is read.
      if (!unreadable.has(sealed))
        log.error(
          { setting: key },
          'a secret was sealed under another SECRET_KEY: set that one again, or enter the secret anew',
        )
      unreadable.add(sealed)
      return undefined
    }
  }
}

/** Values in memory. A stored value that its schema no longer takes falls back to the default. */
export function createSettingValues(secrets: SecretsService, log: LogService) {
  const declared = new Map<string, Declared>()
  let stored: ReadonlyMap<string, SettingRow> = new Map()
  let values: ReadonlyMap<string, unknown> = new Map()
  const open = createOpener(secrets, log)

  function compute(key: string, { declaration }: Declared): unknown {
    const row = stored.get(key)
    if (!row) return declaration.default
    const parsed = declaration.schema.safeParse(row.sealed === null ? row.value : open(key, row.sealed))
    return parsed.success ? parsed.data : declaration.default
  }

  const computeAll = () => {
    values = new Map([...declared].map(([key, each]) => [key, compute(key, each)]))
  }

  return {
    declared: declared as ReadonlyMap<string, Declared>,
    get: (key: string) => values.get(key),
    isStored: (key: string) => stored.has(key),
    /** A plugin that is off has taken its declarations back; what is stored still counts for those who depend on it. */
    read: (key: string, declaration: SettingDeclaration) =>
      values.has(key) ? values.get(key) : compute(key, { plugin: '', declaration }),
    declare(plugin: string, declarations: SettingDeclarations) {
      for (const key of Object.keys(declarations)) {
        const owner = declared.get(key)?.plugin
        if (owner) throw new Error(`E_SETTING_TWICE: ${key} is declared by ${owner} and by ${plugin}`)
      }
      for (const [key, declaration] of Object.entries(declarations))
        declared.set(key, { plugin, declaration })
      computeAll()
      return () => {
        for (const key of Object.keys(declarations)) declared.delete(key)
        computeAll()
      }
    },
    /** Returns the keys whose values are others now. */
    replace(rows: readonly SettingRow[]): readonly string[] {
      const before = values
      stored = new Map(rows.map((row) => [row.key, row]))
      computeAll()
      return [...values.keys()].filter(
        (key) => JSON.stringify(before.get(key)) !== JSON.stringify(values.get(key)),
      )
    },
  }
}

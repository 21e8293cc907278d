import type { SettingDeclarations } from '@spawnpoint/sdk/common'
import {
  EndpointFailure,
  type LogService,
  type Queries,
  type SecretsService,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterCommit } from '../database/orm.ts'
import type { Notices } from '../services/notices.ts'
import { describeSetting, type Declared } from './describe-setting.ts'

const RETRIES = 10
const RETRY_MS = 1_000

interface Row {
  readonly key: string
  readonly value: unknown
  readonly sealed: string | null
}

export interface KernelSettings extends SettingsService {
  declare(plugin: string, declarations: SettingDeclarations): () => void
  /** Public settings by key: what every visitor is sent. */
  publicValues(): Readonly<Record<string, unknown>>
  isFlagOn(flag: string): boolean
  load(): Promise<void>
}

/** Typed settings in memory. A stored value that its schema no longer takes falls back to the default. */
export function createSettings(deps: {
  pool: pg.Pool
  orm: Queries
  secrets: SecretsService
  notices: Notices
  log: LogService
}): KernelSettings {
  const declared = new Map<string, Declared>()
  const listeners = new Set<(keys: readonly string[]) => void>()
  let stored = new Map<string, Row>()
  let values = new Map<string, unknown>()
  let reading: Promise<void> = Promise.resolve()
  const unreadable = new Set<string>()

  function open({ key, sealed }: Row): unknown {
    if (sealed === null) return undefined
    try {
      return JSON.parse(deps.secrets.open(sealed)) as unknown
    } catch {
      // Values are computed again whenever a plugin declares its own: told once, it is read.
      if (!unreadable.has(sealed))
        deps.log.error(
          { setting: key },
          'a secret was sealed under another SECRET_KEY: set that one again, or enter the secret anew',
        )
      unreadable.add(sealed)
      return undefined
    }
  }

  function compute(key: string, { declaration }: Declared): unknown {
    const row = stored.get(key)
    if (!row) return declaration.default
    const parsed = declaration.schema.safeParse(row.sealed === null ? row.value : open(row))
    return parsed.success ? parsed.data : declaration.default
  }

  const computeAll = () => {
    values = new Map([...declared].map(([key, each]) => [key, compute(key, each)]))
  }

  function tell(changed: readonly string[]) {
    for (const listener of listeners)
      try {
        listener(changed)
      } catch (error) {
        deps.log.error({ err: error }, 'a listener to settings failed')
      }
  }

  async function readAll() {
    const { rows } = await deps.pool.query<Row>('select key, value, sealed from kernel.setting')
    const before = values
    stored = new Map(rows.map((row) => [row.key, row]))
    computeAll()
    const changed = [...values.keys()].filter(
      (key) => JSON.stringify(before.get(key)) !== JSON.stringify(values.get(key)),
    )
    if (changed.length > 0) tell(changed)
  }

  /** One after the other: a read that began earlier must not end later and bring old values back. */
  function load(): Promise<void> {
    reading = reading.catch(() => undefined).then(readAll)
    return reading
  }

  async function refresh(triesLeft = RETRIES): Promise<void> {
    try {
      await load()
    } catch (error) {
      deps.log.warn({ err: error }, 'settings could not be read again')
      if (triesLeft > 0) setTimeout(() => void refresh(triesLeft - 1), RETRY_MS).unref()
    }
  }

  function check(given: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
    const fields: Record<string, string> = {}
    const good = new Map<string, unknown>()
    for (const [key, value] of Object.entries(given)) {
      const parsed = declared.get(key)?.declaration.schema.safeParse(value)
      if (!parsed) fields[key] = 'unrecognized_keys'
      else if (parsed.success) good.set(key, parsed.data)
      else fields[key] = parsed.error.issues[0]?.message ?? 'invalid'
    }
    if (Object.keys(fields).length > 0) throw new EndpointFailure('SETTING_INVALID', 400, { fields })
    return good
  }

  async function store(tx: Queries, key: string, value: unknown) {
    const { declaration, plugin = null } = declared.get(key) ?? {}
    const secret = declaration?.audience === 'secret'
    const json = JSON.stringify(value)
    const sealed = secret ? deps.secrets.seal(json) : null
    await tx.execute(sql`
      insert into kernel.setting (key, value, sealed, plugin)
      values (${key}, ${secret ? null : json}::jsonb, ${sealed}, ${plugin})
      on conflict (key) do update set
        value = excluded.value, sealed = excluded.sealed, plugin = excluded.plugin, updated_at = now()`)
  }

  deps.notices.on(({ kind }) => {
    if (kind === 'settings' || kind === 'reconnected') void refresh()
  })

  return {
    load,
    declare(plugin, declarations) {
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
    read(declarations) {
      // A plugin that is off has taken its declarations back; what is stored still counts for those who depend on it.
      const entries = Object.entries(declarations).map(([key, declaration]) => [
        key,
        values.has(key) ? values.get(key) : compute(key, { plugin: '', declaration }),
      ])
      // Each value was parsed by the schema of its key, which is what the type says.
      return Object.fromEntries(entries) as never
    },
    async write(given, tx) {
      const good = check(given)
      const target = tx ?? deps.orm
      for (const [key, value] of good) await store(target, key, value)
      if (tx) afterCommit(tx, refresh)
      await deps.notices.send({ kind: 'settings' }, tx)
      if (!tx) await load()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    describe: () =>
      [...declared].map(([key, each]) =>
        describeSetting(key, each, { value: values.get(key), isStored: stored.has(key) }),
      ),
    publicValues: () =>
      Object.fromEntries(
        [...declared]
          .filter(([, { declaration }]) => declaration.audience === 'public')
          .map(([key]) => [key, values.get(key)]),
      ),
    isFlagOn: (flag) => declared.get(flag)?.declaration.audience === 'public' && values.get(flag) === true,
  }
}

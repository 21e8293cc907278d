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
import { createTurns } from '../../../sdk/common/turns.ts'
import { afterCommit } from '../database/orm.ts'
import type { Notices } from '../services/notices.ts'
import { describeSetting, type Declared } from './describe-setting.ts'
import { createSettingValues, type SettingRow } from './setting-values.ts'

const RETRIES = 10
const RETRY_MS = 1_000

export interface KernelSettings extends SettingsService {
  declare(plugin: string, declarations: SettingDeclarations): () => void
  /** Public settings by key: what every visitor is sent. */
  publicValues(): Readonly<Record<string, unknown>>
  isFlagOn(flag: string): boolean
  load(): Promise<void>
}

function parseGiven(
  declared: ReadonlyMap<string, Declared>,
  given: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, unknown> {
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

async function storeValue(
  tx: Queries,
  secrets: SecretsService,
  { key, value, declared }: { key: string; value: unknown; declared: Declared | undefined },
) {
  const secret = declared?.declaration.audience === 'secret'
  const json = JSON.stringify(value)
  const sealed = secret ? secrets.seal(json) : null
  await tx.execute(sql`
    insert into kernel.setting (key, value, sealed, plugin)
    values (${key}, ${secret ? null : json}::jsonb, ${sealed}, ${declared?.plugin ?? null})
    on conflict (key) do update set
      value = excluded.value, sealed = excluded.sealed, plugin = excluded.plugin, updated_at = now()`)
}

interface SettingsDeps {
  readonly pool: pg.Pool
  readonly orm: Queries
  readonly secrets: SecretsService
  readonly notices: Notices
  readonly log: LogService
}

/** How declared settings look to administrators, and to visitors. */
const settingViews = (
  values: ReturnType<typeof createSettingValues>,
): Pick<KernelSettings, 'describe' | 'publicValues' | 'isFlagOn'> => ({
  describe: () =>
    [...values.declared].map(([key, each]) =>
      describeSetting(key, each, { value: values.get(key), isStored: values.isStored(key) }),
    ),
  publicValues: () =>
    Object.fromEntries(
      [...values.declared]
        .filter(([, { declaration }]) => declaration.audience === 'public')
        .map(([key]) => [key, values.get(key)]),
    ),
  isFlagOn: (flag) =>
    values.declared.get(flag)?.declaration.audience === 'public' && values.get(flag) === true,
})

/** Typed settings: stored in the database, read from memory. */
export function createSettings(deps: SettingsDeps): KernelSettings {
  const { secrets, log } = deps
  const values = createSettingValues(secrets, log)
  const listeners = new Set<(keys: readonly string[]) => void>()
  const inTurn = createTurns()

  async function readAll() {
    const { rows } = await deps.pool.query<SettingRow>('select key, value, sealed from kernel.setting')
    const changed = values.replace(rows)
    if (changed.length === 0) return
    for (const listener of listeners)
      try {
        listener(changed)
      } catch (error) {
        log.error({ err: error }, 'a listener to settings failed')
      }
  }

  /** One after the other: a read that began earlier must not end later and bring old values back. */
  const load = () => inTurn(readAll)

  async function refresh(triesLeft = RETRIES): Promise<void> {
    try {
      await load()
    } catch (error) {
      log.warn({ err: error }, 'settings could not be read again')
      if (triesLeft > 0) setTimeout(() => void refresh(triesLeft - 1), RETRY_MS).unref()
    }
  }

  deps.notices.on(({ kind }) => {
    if (kind === 'settings' || kind === 'reconnected') void refresh()
  })

  return {
    load,
    declare: values.declare,
    // Each value was parsed by the schema of its key, which is what the type says.
    read: (declarations) =>
      Object.fromEntries(
        Object.entries(declarations).map(([key, declaration]) => [key, values.read(key, declaration)]),
      ) as never,
    async write(given, tx) {
      const target = tx ?? deps.orm
      for (const [key, value] of parseGiven(values.declared, given))
        await storeValue(target, secrets, { key, value, declared: values.declared.get(key) })
      if (tx) afterCommit(tx, refresh)
      await deps.notices.send({ kind: 'settings' }, tx)
      if (!tx) await load()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ...settingViews(values),
  }
}

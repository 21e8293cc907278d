import { EndpointFailure, type AuditService, type DatabaseService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { AUDIT_TARGET } from '../last-changes.ts'
import { ConfigError, resolveFor } from './document.ts'
import type { ConfigPlan } from './plan.ts'
import { refusalOf } from './stored-form.ts'
import { readState, type ConfigState, type StateUses } from './state.ts'

export interface ApplyUses extends StateUses {
  readonly db: DatabaseService
  readonly audit: AuditService
}

type Env = Readonly<Record<string, string | undefined>>

const MOVED = 'The configuration has changed since the plan: make a new one and read it.'

/** Before and after for the log; a secret leaves only the fact that it was changed. */
function recordOf(state: ConfigState, values: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(values).map(([key, value]) => {
    const setting = state.settings.get(key)
    if (setting?.audience === 'secret') return [key, setting.isSet ? 'set' : 'not set', 'changed'] as const
    return [key, setting?.value, value] as const
  })
  return {
    before: Object.fromEntries(entries.map(([key, before]) => [key, before])),
    after: Object.fromEntries(entries.map(([key, , after]) => [key, after])),
  }
}

async function applySettings(uses: ApplyUses, { state: planned, changes }: ConfigPlan, env: Env) {
  const { db, audit, settings } = uses
  await db.orm.transaction(async (tx) => {
    // Two that apply at once must not both find the state of their plan.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('settings.config'))`)
    const state = await readState(uses)
    if (state.hash !== planned) throw new ConfigError(MOVED)
    const values = Object.fromEntries(
      changes.flatMap((each) =>
        each.kind === 'setting'
          ? [[each.key, resolveFor(state.settings.get(each.key)?.schema, each.to, env)]]
          : [],
      ),
    )
    if (Object.keys(values).length === 0) return
    try {
      await settings.write(values, tx)
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error
      throw new ConfigError(`Nothing was changed. These values are not usable: ${refusalOf(error)}.`)
    }
    await audit.write(tx, {
      actor: null,
      action: 'settings:applied',
      target: AUDIT_TARGET,
      ...recordOf(state, values),
    })
  })
}

async function applyRows(uses: ApplyUses, { changes }: ConfigPlan) {
  const { sections } = await readState(uses)
  for (const each of changes) {
    if (each.kind !== 'row') continue
    const found = sections.get(each.section)
    const current = found?.rows.find(({ id }) => id === each.id) ?? null
    try {
      await found?.section.write(each.values, current)
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error
      const identity = found?.section.identity.map((field) => String(each.values[field])).join(' / ')
      const fields = Object.keys(error.fields ?? {}).join(', ')
      throw new ConfigError(
        `The changes before it were made, but ${each.section} "${identity}" was refused: ${error.code} ${fields}`.trim(),
      )
    }
  }
}

async function applyPlugins(uses: ApplyUses, { changes }: ConfigPlan, env: Env) {
  const { plugins } = uses
  const state = await readState(uses)
  // Settings first, so that a plugin starts with them.
  for (const each of changes)
    if (each.kind === 'plugin-settings') {
      const { values, version } = await plugins.readConfig(each.id)
      const properties = state.plugins.get(each.id)?.properties ?? {}
      const given = Object.entries(each.values).map(([name, to]) => [
        name,
        resolveFor(properties[name], to, env),
      ])
      await plugins.writeConfig(each.id, { ...values, ...Object.fromEntries(given) }, null, version)
    }
  for (const each of changes)
    if (each.kind === 'plugin') {
      if (each.enabled) await plugins.enable(each.id, null)
      else await plugins.disable(each.id, null)
    }
}

/** Makes the changes of a plan, all settings in one transaction, then rows and plugins one by one. */
export async function applyPlan(uses: ApplyUses, plan: ConfigPlan, env: Env): Promise<void> {
  await applySettings(uses, plan, env)
  await applyRows(uses, plan)
  try {
    await applyPlugins(uses, plan, env)
  } catch (error) {
    if (!(error instanceof EndpointFailure)) throw error
    const details = Object.values(error.details ?? {}).join(', ')
    throw new ConfigError(`The settings were changed, but a plugin was not: ${error.code} ${details}`.trim())
  }
}

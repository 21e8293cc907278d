import { changeSettings } from '@spawnpoint/contracts/settings'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import {
  answer,
  EndpointFailure,
  requireProof,
  type AuditService,
  type DatabaseService,
  type DescribedSetting,
  type SessionsService,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import { AUDIT_TARGET } from './last-changes.ts'
import { problemsOf } from './setting-problems.ts'

interface Uses {
  readonly db: DatabaseService
  readonly settings: SettingsService
  readonly audit: AuditService
  readonly sessions: SessionsService
}

type Values = Readonly<Record<string, unknown>>

/** Style and script of every page: whoever writes them acts as every visitor. */
export const isCode = ({ group }: Pick<DescribedSetting, 'group'>): boolean => group === 'custom-code'

const isBeside = (one: DescribedSetting, other: DescribedSetting) =>
  one.plugin === other.plugin && one.group === other.group

/** Custom code, secrets, and what stands beside a secret: another address would have it sent there. */
function needsProof(described: ReadonlyMap<string, DescribedSetting>, key: string): boolean {
  const setting = described.get(key)
  if (!setting) return false
  const isByASecret = [...described.values()].some(
    (each) => each.audience === 'secret' && isBeside(each, setting),
  )
  return isCode(setting) || isByASecret
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What really changes. An unknown key stays in, to be refused by name. */
function changesOf(described: ReadonlyMap<string, DescribedSetting>, values: Values): Values {
  const entries = Object.entries(values).filter(([key, value]) => {
    const setting = described.get(key)
    return !setting || setting.audience === 'secret' || !isSame(setting.value, value)
  })
  return Object.fromEntries(entries)
}

/** Before and after for the log. A secret leaves only the fact that it was changed. */
function auditValues(described: ReadonlyMap<string, DescribedSetting>, changes: Values) {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(changes)) {
    const setting = described.get(key)
    if (!setting) continue
    const isSecret = setting.audience === 'secret'
    before[key] = isSecret ? (setting.isSet ? 'set' : 'not set') : setting.value
    after[key] = isSecret ? 'changed' : value
  }
  return { before, after }
}

export const handleChangeSettings = ({ db, settings, audit, sessions }: Uses) =>
  answer(changeSettings, async ({ actor, body, ip, fail }) => {
    const described = new Map(settings.describe().map((each) => [each.key, each]))
    const changes = changesOf(described, body.values)
    const keys = Object.keys(changes)
    if (keys.length === 0) return { changed: [] }
    if (keys.some((key) => isCode(described.get(key) ?? { group: '' }))) {
      if (!actor.can(ROOT_PERMISSION)) throw fail('SETTINGS_ROOT_REQUIRED')
    }
    if (keys.some((key) => needsProof(described, key))) await requireProof(sessions, actor)
    const record = auditValues(described, changes)
    await db.orm.transaction(async (tx) => {
      try {
        await settings.write(changes, tx)
      } catch (error) {
        if (!(error instanceof EndpointFailure) || error.code !== 'SETTING_INVALID') throw error
        throw fail('SETTING_INVALID', { fields: problemsOf(error.fields ?? {}, described, changes) })
      }
      await audit.write(tx, {
        actor: actor.id,
        action: 'settings:edited',
        target: AUDIT_TARGET,
        ip,
        ...record,
      })
    })
    return { changed: keys }
  })

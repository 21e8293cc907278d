import { Mail } from '@spawnpoint/contracts/mail'
import { changeSettings } from '@spawnpoint/contracts/settings'
import { Users } from '@spawnpoint/contracts/users'
import { ROOT_PERMISSION, optional, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  answer,
  EndpointFailure,
  requireReauthentication,
  type DescribedSetting,
  type Transaction,
  Database,
  Settings,
  Audit,
  Sessions,
} from '@spawnpoint/sdk/server'
import { AUDIT_TARGET } from './last-changes.ts'
import { prepareNotice } from './root-notice.ts'
import { isRootOnly, secretsToRepeat } from './sensitive-settings.ts'
import { problemsOf } from './setting-problems.ts'

interface ActorAt {
  readonly actor: string
  readonly ip: string
}

const uses = {
  db: Database,
  settings: Settings,
  audit: Audit,
  sessions: Sessions,
  mail: optional(Mail),
  users: optional(Users),
}

type Uses = ServicesOf<typeof uses>

type Values = Readonly<Record<string, unknown>>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the values that differ from the stored ones. Unknown keys stay in, to be rejected by name. */
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

type Writing = Pick<Uses, 'settings' | 'audit'> & {
  readonly described: ReadonlyMap<string, DescribedSetting>
  readonly changes: Values
}

async function write(tx: Transaction, { settings, audit, described, changes }: Writing, by: ActorAt) {
  try {
    await settings.write(changes, tx)
  } catch (error) {
    if (!(error instanceof EndpointFailure) || error.code !== 'SETTING_INVALID') throw error
    const fields = problemsOf(error.fields ?? {}, described, changes)
    throw new EndpointFailure('SETTING_INVALID', 400, { fields })
  }
  const record = auditValues(described, changes)
  await audit.write(tx, { ...by, action: 'settings:edited', target: AUDIT_TARGET, ...record })
}

export const handleChangeSettings = answer(
  changeSettings,
  uses,
  async ({ actor, body, ip, fail, db, settings, audit, sessions, mail, users }) => {
    const described = new Map(settings.describe().map((each) => [each.key, each]))
    const changes = changesOf(described, body.values)
    const keys = Object.keys(changes)
    if (keys.length === 0) return { changed: [] }
    const sensitive = keys.filter((key) => {
      const setting = described.get(key)
      return setting && isRootOnly(described.values(), setting)
    })
    if (sensitive.length > 0) {
      if (!actor.can(ROOT_PERMISSION)) throw fail('SETTINGS_ROOT_REQUIRED')
      await requireReauthentication(sessions, actor)
    }
    const repeat = secretsToRepeat(described, changes)
    if (repeat.length > 0) {
      const fields = Object.fromEntries(repeat.map((key) => [key, 'secret_again']))
      throw fail('SETTINGS_SECRET_AGAIN', { fields })
    }
    // Prepared before the change, so that it leaves over the mail server from before.
    const notice = sensitive.length > 0 ? await prepareNotice({ mail, users }, actor.id, ip, sensitive) : null
    await db.orm.transaction((tx) =>
      write(tx, { settings, audit, described, changes }, { actor: actor.id, ip }),
    )
    void notice?.()
    return { changed: keys }
  },
)

import {
  changeUserLimits,
  limitKeys,
  readUserLimits,
  type LimitAmounts,
  type LimitKey,
} from '@spawnpoint/contracts/servers'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import {
  answer,
  createEmailTexts,
  requireReauthentication,
  type Actor,
  type HandlerInput,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { lockAllowance, setAllowance } from './allowance-queries.ts'
import { allowanceOf, limitsOf, readLimits, readUsage } from './limits.ts'
import { mayActOn } from './may-act-on.ts'
import { type ServerUses, serverUses } from './server-uses.ts'

const readWords = createEmailTexts('servers', join(import.meta.dirname, '..', 'locales'))

const pick = (body: LimitAmounts): LimitAmounts => {
  const { memory, disk, cpu, slots, databases, backups, allocations } = body
  return { memory, disk, cpu, slots, databases, backups, allocations }
}

const isSame = (one: LimitAmounts, other: LimitAmounts) => limitKeys.every((key) => one[key] === other[key])

/** Lowered below what queued and live servers hold; what was below before and stays is no news. */
const lowered = (wanted: LimitAmounts, before: LimitAmounts, used: LimitAmounts): readonly LimitKey[] =>
  limitKeys.filter((key) => wanted[key] < used[key] && wanted[key] < before[key])

/** More than this at once only a holder of `admin.root` adds, and all of them are notified. */
const largestRaise: LimitAmounts = {
  memory: 65_536,
  disk: 1_048_576,
  cpu: 3_200,
  slots: 20,
  databases: 50,
  backups: 50,
  allocations: 50,
}
const RAISES_A_DAY = { max: 50, perSeconds: 86_400 }

/** The limits that are raised by more than staff may at once. */
export const findTooLargeRaise = (before: LimitAmounts, wanted: LimitAmounts): readonly LimitKey[] =>
  limitKeys.filter((key) => wanted[key] - before[key] > largestRaise[key])

/** Whether this passes what staff may raise. Throws unless root does it. */
function passesCeiling(
  { actor, fail }: Pick<HandlerInput<typeof changeUserLimits>, 'actor' | 'fail'>,
  before: LimitAmounts,
  wanted: LimitAmounts,
): boolean {
  const high = findTooLargeRaise(before, wanted)
  if (actor.can(ROOT_PERMISSION)) return high.length > 0
  if (high.length > 0)
    throw fail('SERVERS_LIMITS_CEILING', {
      fields: Object.fromEntries(high.map((key) => [key, 'SERVERS_LIMITS_CEILING'])),
    })
  return false
}

/** Counted outside of the transaction, which must not wait for a second connection. */
async function countRaise(
  { limits }: ServerUses,
  { actor, body, fail }: HandlerInput<typeof changeUserLimits>,
) {
  if (actor.can(ROOT_PERMISSION) || !limitKeys.some((key) => body[key] > body.before[key])) return
  if (!(await limits.take(`servers:raise:${actor.id}`, RAISES_A_DAY))) throw fail('SERVERS_LIMITS_DAILY')
}

const notifyRoots = async (
  { users, mail }: ServerUses,
  tx: Transaction,
  by: string,
  user: string,
  note: string,
) => {
  const people = await Promise.all([users.find(by, tx), users.find(user, tx)])
  const [actor = by, name = user] = people.map((person) => person?.username)
  await mail.get()?.notifyRoots(tx, (locale) => readWords(locale, 'large-limits', { by: actor, name, note }))
}

const writeLimits = async (
  uses: ServerUses,
  tx: Transaction,
  { actor, params: { user }, body, ip, fail }: HandlerInput<typeof changeUserLimits>,
) => {
  // Orders and purchases wait at the same row: what is read here as in use stays so until the commit.
  const before = limitsOf(await lockAllowance(tx, uses.settings, user))
  const wanted = pick(body)
  if (isSame(wanted, before)) return
  if (!isSame(body.before, before)) throw fail('STALE_EDIT')
  const below = lowered(wanted, before, await readUsage(uses, tx, user))
  if (below.length > 0 && !body.belowUse)
    throw fail('SERVERS_LIMITS_IN_USE', {
      fields: Object.fromEntries(below.map((key) => [key, 'SERVERS_LIMITS_IN_USE'])),
    })
  const isLarge = passesCeiling({ actor, fail }, before, wanted)
  await setAllowance(tx, user, allowanceOf(wanted))
  await uses.sessions.changed(tx, user)
  await uses.audit.write(tx, {
    actor: actor.id,
    action: 'servers:limits-changed',
    target: user,
    before,
    after: { ...wanted, reason: body.reason },
    ip,
  })
  if (isLarge) await notifyRoots(uses, tx, actor.id, user, body.reason)
}

const present = async (uses: ServerUses, actor: Actor, user: string) => {
  const { used, total } = await readLimits(uses, user)
  const self = user === actor.id
  return { used, total, self, editable: !self && (await mayActOn(uses, actor, user)) }
}

export const handleReadUserLimits = answer(
  readUserLimits,
  serverUses,
  async ({ actor, params: { user }, fail, ...services }) => {
    if (!(await services.users.find(user))) throw fail('NOT_FOUND')
    return present(services, actor, user)
  },
)

export const handleChangeUserLimits = answer(changeUserLimits, serverUses, async (call) => {
  const { actor, params, fail, ...services } = call
  if (!(await services.users.find(params.user))) throw fail('NOT_FOUND')
  if (params.user === actor.id) throw fail('SERVERS_SELF')
  if (!(await mayActOn(services, actor, params.user))) throw fail('SERVERS_EXCEEDS_OWN')
  await requireReauthentication(services.sessions, actor)
  await countRaise(services, call)
  await services.db.orm.transaction((tx) => writeLimits(services, tx, call))
  return present(services, actor, params.user)
})

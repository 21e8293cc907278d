import {
  changeUserLimits,
  limitKeys,
  readUserLimits,
  type LimitAmounts,
  type LimitKey,
} from '@spawnpoint/contracts/servers'
import { answer, requireProof, type Actor, type HandlerInput, type Transaction } from '@spawnpoint/sdk/server'
import { lockAllowance, setAllowance } from './allowance-queries.ts'
import { allowanceOf, limitsOf, readLimits, readUsage } from './limits.ts'
import { mayActOn } from './may-act-on.ts'
import type { ServerUses } from './server-uses.ts'

const pick = (body: LimitAmounts): LimitAmounts => {
  const { memory, disk, cpu, slots, databases, backups, allocations } = body
  return { memory, disk, cpu, slots, databases, backups, allocations }
}

const isSame = (one: LimitAmounts, other: LimitAmounts) => limitKeys.every((key) => one[key] === other[key])

/** Lowered below what queued and live servers hold; what was below before and stays is no news. */
const lowered = (wanted: LimitAmounts, before: LimitAmounts, used: LimitAmounts): readonly LimitKey[] =>
  limitKeys.filter((key) => wanted[key] < used[key] && wanted[key] < before[key])

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
}

const present = async (uses: ServerUses, actor: Actor, user: string) => {
  const { used, total } = await readLimits(uses, user)
  return { used, total, editable: await mayActOn(uses, actor, user) }
}

export const handleReadUserLimits = (uses: ServerUses) =>
  answer(readUserLimits, async ({ actor, params: { user }, fail }) => {
    if (!(await uses.users.find(user))) throw fail('NOT_FOUND')
    return present(uses, actor, user)
  })

export const handleChangeUserLimits = (uses: ServerUses) =>
  answer(changeUserLimits, async (input) => {
    const { actor, params, fail } = input
    if (!(await uses.users.find(params.user))) throw fail('NOT_FOUND')
    if (!(await mayActOn(uses, actor, params.user))) throw fail('SERVERS_EXCEEDS_OWN')
    await requireProof(uses.sessions, actor)
    await uses.db.orm.transaction((tx) => writeLimits(uses, tx, input))
    return present(uses, actor, params.user)
  })

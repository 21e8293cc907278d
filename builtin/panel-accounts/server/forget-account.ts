import { isPanelError, type GamePanel, type PanelUser } from '@spawnpoint/contracts/panel'
import { defineJob } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { linkUses, type LinkUses } from './account-links.ts'

const FORGET = 'forget-account'
const PASS_ON = 'pass-on-email'

const minuteMs = 60_000
const longestWaitMs = 6 * 3_600_000
/** Refused so often over three days, it is not the servers that are being deleted. */
const mostRefusals = 20

const work = z.object({
  user: z.uuid(),
  tries: z.number().int().default(0),
  refusals: z.number().int().default(0),
})
type Work = z.output<typeof work>
type Task = typeof FORGET | typeof PASS_ON

type Jobs = Pick<LinkUses, 'jobs'>
const queue = ({ jobs }: Jobs, task: Task, user: string) =>
  jobs.add(task, { user }, { key: `${task}:${user}` })

/** Deletes the account on the panel of somebody whose account here was erased. */
export const queueForgetting = (uses: Jobs, user: string) => queue(uses, FORGET, user)

/** Tells the panel the new email address of somebody who is linked. */
export const queuePassingOn = (uses: Jobs, user: string) => queue(uses, PASS_ON, user)

const later = (uses: LinkUses, task: Task, { tries, ...payload }: Work, askedMs = 0) => {
  const waitMs = Math.max(askedMs, Math.min(longestWaitMs, minuteMs * 2 ** Math.min(tries, 20)))
  const runAt = new Date(uses.clock.now().getTime() + waitMs)
  return uses.jobs.add(task, { ...payload, tries: tries + 1 }, { runAt, key: `${task}:${payload.user}` })
}

const isRefused = (error: unknown) => isPanelError(error, 'invalid', 'conflict')

/** Without names and addresses: the entries outlive the person. */
const note = (uses: LinkUses, action: string, user: string, account: PanelUser) =>
  uses.db.orm.transaction((tx) =>
    uses.audit.write(tx, { actor: null, action, target: user, after: { panelUser: account.id } }),
  )

/** Runs one attempt; a panel that does not answer is asked again later, however long that takes. */
const attempt = async (
  uses: LinkUses,
  task: Task,
  payload: Work,
  run: (panel: GamePanel, account: PanelUser) => Promise<void>,
): Promise<void> => {
  try {
    const panel = await uses.panel.current()
    // Only by our own id: an account that merely has the same email address is nobody's here.
    const account = await panel.findUser({ externalId: payload.user })
    if (account) await run(panel, account)
  } catch (error) {
    if (!isPanelError(error)) throw error
    const { reason, detail } = error
    uses.log.warn({ user: payload.user, task, reason, detail }, 'the panel was not told yet')
    await later(uses, task, payload, error.retryAfterMs)
  }
}

/** The pseudonym that the person has here takes the place of name and email address. */
const pseudonymize = async (uses: LinkUses, panel: GamePanel, account: PanelUser, user: string) => {
  const [person] = await uses.users.findMany([user])
  if (!person) return
  const { username, email } = person
  try {
    await panel.updateUser(account.id, { username, email, firstName: '', lastName: '' })
  } catch (error) {
    if (!isRefused(error)) throw error
    uses.log.error(
      { user, panelUser: account.id, err: error },
      'the account of an erased user stays on the panel',
    )
    return note(uses, 'panel-accounts:kept', user, account)
  }
  uses.log.warn(
    { user, panelUser: account.id },
    'the account of an erased user stays on the panel under a pseudonym',
  )
  await note(uses, 'panel-accounts:pseudonymized', user, account)
}

const forget = async (uses: LinkUses, payload: Work, panel: GamePanel, account: PanelUser) => {
  const { user, refusals } = payload
  if (account.admin) return note(uses, 'panel-accounts:kept', user, account)
  try {
    await panel.deleteUser(account.id)
  } catch (error) {
    if (!isRefused(error)) throw error
    // The panel deletes nobody who has servers there, which are on their way out.
    if (refusals < mostRefusals) return later(uses, FORGET, { ...payload, refusals: refusals + 1 })
    return pseudonymize(uses, panel, account, user)
  }
  await note(uses, 'panel-accounts:deleted', user, account)
}

export const forgetAccount = defineJob(FORGET, { payload: work }, linkUses, async ({ payload, ...uses }) => {
  // Erased people are not found.
  if (await uses.users.find(payload.user)) return
  await attempt(uses, FORGET, payload, (panel, account) => forget(uses, payload, panel, account))
})

const passOn = async (uses: LinkUses, user: string, panel: GamePanel, account: PanelUser) => {
  const person = await uses.users.find(user)
  if (!person || account.admin || account.email === person.email) return
  try {
    await panel.updateUser(account.id, { email: person.email })
  } catch (error) {
    if (!isRefused(error)) throw error
    uses.log.warn(
      { user, panelUser: account.id, err: error },
      'the panel refuses the new email address of a user',
    )
    return note(uses, 'panel-accounts:email-refused', user, account)
  }
  await note(uses, 'panel-accounts:email-changed', user, account)
}

export const passOnEmail = defineJob(PASS_ON, { payload: work }, linkUses, ({ payload, ...uses }) =>
  attempt(uses, PASS_ON, payload, (panel, account) => passOn(uses, payload.user, panel, account)),
)

import {
  linkPanelAccountOf,
  readPanelAccountOf,
  unlinkPanelAccountOf,
} from '@spawnpoint/contracts/panel-accounts'
import { holds, ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { answer, EndpointFailure, requireReauthentication, type Actor } from '@spawnpoint/sdk/server'
import { askThePanel, findAccount, findRefusal, link, linkUses, type LinkUses } from './account-links.ts'

const refuse = (code: 'NOT_FOUND' | 'PANEL_ACCOUNTS_EXCEEDS_OWN') =>
  new EndpointFailure(code, code === 'NOT_FOUND' ? 404 : 403)

const findPerson = async ({ users }: LinkUses, user: string) => {
  const person = await users.find(user)
  if (!person) throw refuse('NOT_FOUND')
  return person
}

/** As with everything else about an account: only of those whom one does not fall short of. */
const checkChange = async (uses: LinkUses, actor: Actor, user: string) => {
  const theirs = await uses.permissions.of(user)
  if (!theirs.every((permission) => holds(actor.permissions, permission)))
    throw refuse('PANEL_ACCOUNTS_EXCEEDS_OWN')
  await requireReauthentication(uses.sessions, actor)
}

export const handleReadAccountOf = answer(
  readPanelAccountOf,
  linkUses,
  async ({ params: { user }, ...uses }) => {
    const person = await findPerson(uses, user)
    if (uses.panel.mode() !== 'connected') return { state: null, account: null }
    const { state, account } = await askThePanel(uses, (panel) => findAccount(uses, panel, person))
    if (!account) return { state, account }
    const { id, username, email, admin } = account
    return { state, account: { id, username, email, admin } }
  },
)

export const handleLinkAccountOf = answer(
  linkPanelAccountOf,
  linkUses,
  async ({ actor, params: { user }, body: { email }, ip, fail, ...uses }) => {
    await findPerson(uses, user)
    await checkChange(uses, actor, user)
    await askThePanel(uses, async (panel) => {
      const account = await panel.findUser({ email })
      if (!account) throw fail('PANEL_ACCOUNTS_UNKNOWN')
      const mayLinkAdmins = actor.can(ROOT_PERMISSION)
      const refusal = await findRefusal(uses, panel, account, { user, mayLinkAdmins })
      if (refusal) throw fail(refusal)
      await link(uses, panel, account, { user, actor: actor.id, ip })
    })
    return {}
  },
)

export const handleUnlinkAccountOf = answer(
  unlinkPanelAccountOf,
  linkUses,
  async ({ actor, params: { user }, ip, fail, ...uses }) => {
    await findPerson(uses, user)
    await checkChange(uses, actor, user)
    await askThePanel(uses, async (panel) => {
      const account = await panel.findUser({ externalId: user })
      if (!account) throw fail('PANEL_ACCOUNTS_NOT_LINKED')
      await panel.updateUser(account.id, { externalId: null })
      await uses.db.orm.transaction((tx) =>
        uses.audit.write(tx, {
          actor: actor.id,
          action: 'panel-accounts:unlinked',
          target: user,
          before: { panelUser: account.id, username: account.username, email: account.email },
          ip,
        }),
      )
    })
    return {}
  },
)

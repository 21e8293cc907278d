import { isPanelError, Panel, type GamePanel, type PanelUser } from '@spawnpoint/contracts/panel'
import { listFailureOf, panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import type { PanelAccountLinksService } from '@spawnpoint/contracts/panel-accounts'
import { Mail } from '@spawnpoint/contracts/mail'
import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { EndpointFailure } from '@spawnpoint/sdk/server'
import * as kernel from '@spawnpoint/sdk/server'

/** The services that the parts of this plugin share. */
export const linkUses = {
  db: kernel.Database,
  settings: kernel.Settings,
  sessions: kernel.Sessions,
  permissions: kernel.Permissions,
  jobs: kernel.Jobs,
  audit: kernel.Audit,
  clock: kernel.Clock,
  limits: kernel.Limits,
  log: kernel.Log,
  instance: kernel.Instance,
  users: Users,
  panel: Panel,
  mail: optional(Mail),
}

export type LinkUses = ServicesOf<typeof linkUses>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Asks the panel, and says its failures as those of a form. */
export const askThePanel = async <T>(
  { panel }: Pick<LinkUses, 'panel'>,
  ask: (panel: GamePanel) => Promise<T>,
): Promise<T> => {
  try {
    return await ask(await panel.current())
  } catch (error) {
    if (!isPanelError(error)) throw error
    const code = listFailureOf[error.reason]
    throw new EndpointFailure(code, panelListFailures[code])
  }
}

/** The account here that one on the panel is linked to; an external id of another system links nobody. */
export const findHolder = async (users: UsersService, { externalId }: PanelUser) =>
  externalId !== null && uuid.test(externalId) ? users.find(externalId) : null

/** The account on the panel that is the person's, or that merely has the same email address. */
export const findAccount = async (
  uses: Pick<LinkUses, 'users'>,
  panel: GamePanel,
  person: { readonly id: string; readonly email: string },
): Promise<{ readonly state: 'linked' | 'same-email' | 'none'; readonly account: PanelUser | null }> => {
  const linked = await panel.findUser({ externalId: person.id })
  if (linked) return { state: 'linked', account: linked }
  const same = await panel.findUser({ email: person.email })
  if (!same || (await findHolder(uses.users, same))) return { state: 'none', account: null }
  return { state: 'same-email', account: same }
}

type Refusal = 'PANEL_ACCOUNTS_LINKED' | 'PANEL_ACCOUNTS_TAKEN' | 'PANEL_ACCOUNTS_ADMIN'

/** Why an account on the panel can't become the person's; null where it can. */
export const findRefusal = async (
  uses: Pick<LinkUses, 'users'>,
  panel: GamePanel,
  account: PanelUser,
  { user, mayLinkAdmins }: { readonly user: string; readonly mayLinkAdmins: boolean },
): Promise<Refusal | null> => {
  if (await panel.findUser({ externalId: user })) return 'PANEL_ACCOUNTS_LINKED'
  if (await findHolder(uses.users, account)) return 'PANEL_ACCOUNTS_TAKEN'
  return account.admin && !mayLinkAdmins ? 'PANEL_ACCOUNTS_ADMIN' : null
}

/** Writes the link into the panel and, once that stands, into the log. */
export const link = async (
  uses: LinkUses,
  panel: GamePanel,
  account: PanelUser,
  by: { readonly user: string; readonly actor: string | null; readonly ip?: string; readonly note?: string },
): Promise<void> => {
  await panel.updateUser(account.id, { externalId: by.user })
  await uses.db.orm.transaction((tx) =>
    uses.audit.write(tx, {
      actor: by.actor,
      action: 'panel-accounts:linked',
      target: by.user,
      before: { externalId: account.externalId },
      after: {
        panelUser: account.id,
        username: account.username,
        email: account.email,
        ...(by.note !== undefined && { by: by.note }),
      },
      ...(by.ip !== undefined && { ip: by.ip }),
    }),
  )
}

/** For plugins that know from elsewhere whose account it is. */
export const createAccountLinks = (uses: LinkUses): PanelAccountLinksService => ({
  async link(user, account, note) {
    const holder = await findHolder(uses.users, account)
    if (holder && holder.id !== user) return 'taken'
    if (account.admin) return 'admin'
    if (!holder) await link(uses, await uses.panel.current(), account, { user, actor: null, note })
    return 'linked'
  },
})

import type { PanelUser } from '@spawnpoint/contracts/panel'
import { panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import { defineEndpoint, defineService, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const own = '/api/panel-accounts/own'
const ofUser = '/api/panel-accounts/of/:user'
const editing = { permission: 'admin.users.edit' } as const
const params = z.strictObject({ user: userId })
const email = z.string().trim().max(254).pipe(z.email())

/** `same-email`: there is one with the person's email address that nobody here is linked to. */
export const panelAccountStates = ['linked', 'same-email', 'none'] as const

const ownAccount = z.object({
  /** Null while no panel is connected: there is nothing to link. */
  state: z.enum(panelAccountStates).nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether codes can be sent by email. */
  canLink: z.boolean(),
  /** The address that a code was sent to, while it can be entered. */
  codeSentTo: z.string().nullable(),
})

export const readOwnPanelAccount = defineEndpoint({
  method: 'GET',
  path: own,
  summary: "Read which account on the game panel is the caller's",
  access: { user: true },
  reply: ownAccount,
  fails: panelListFailures,
})

export const askForLinkCode = defineEndpoint({
  method: 'POST',
  path: `${own}/code`,
  summary: 'Send a code to the email address of an account on the game panel, if there is one',
  access: { user: true },
  body: z.strictObject({ email }),
  reply: z.object({}),
  fails: { PANEL_ACCOUNTS_TOO_OFTEN: 429, PANEL_ACCOUNTS_NO_MAIL: 409 },
})

export const linkOwnPanelAccount = defineEndpoint({
  method: 'POST',
  path: `${own}/link`,
  summary: 'Link the account on the game panel that the code was sent for',
  access: { user: true },
  body: z.strictObject({ code: z.string().trim().max(20) }),
  reply: z.object({}),
  fails: {
    PANEL_ACCOUNTS_CODE: 400,
    PANEL_ACCOUNTS_LINKED: 409,
    PANEL_ACCOUNTS_TAKEN: 409,
    ...panelListFailures,
  },
})

const panelAccount = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string(),
  /** An administrator of the panel. */
  admin: z.boolean(),
})

export const readPanelAccountOf = defineEndpoint({
  method: 'GET',
  path: ofUser,
  summary: 'Read which account on the game panel is linked to a user',
  access: editing,
  params,
  reply: z.object({
    state: z.enum(panelAccountStates).nullable(),
    account: panelAccount.nullable(),
  }),
  fails: { NOT_FOUND: 404, ...panelListFailures },
})

const changing = {
  NOT_FOUND: 404,
  PANEL_ACCOUNTS_EXCEEDS_OWN: 403,
  REAUTHENTICATION_REQUIRED: 403,
  ...panelListFailures,
} as const

export const linkPanelAccountOf = defineEndpoint({
  method: 'PUT',
  path: ofUser,
  summary: 'Link an account on the game panel to a user, by its email address there',
  access: editing,
  params,
  body: z.strictObject({ email }),
  reply: z.object({}),
  fails: {
    ...changing,
    PANEL_ACCOUNTS_UNKNOWN: 404,
    PANEL_ACCOUNTS_LINKED: 409,
    PANEL_ACCOUNTS_TAKEN: 409,
    PANEL_ACCOUNTS_ADMIN: 403,
  },
})

export const unlinkPanelAccountOf = defineEndpoint({
  method: 'DELETE',
  path: ofUser,
  summary: 'Unlink the account on the game panel of a user; it stays on the panel with its servers',
  access: editing,
  params,
  reply: z.object({}),
  fails: { ...changing, PANEL_ACCOUNTS_NOT_LINKED: 409 },
})

/** Links between people here and accounts on the game panel, for plugins that know whose is whose. */
export interface PanelAccountLinksService {
  /**
   * Links an account of the panel, as it was just read there, to a person who has none yet. `taken`: it is another
   * person's. `admin`: it administers the panel, so a holder of `admin.root` has to link it. Throws a `PanelError`.
   */
  link(user: string, account: PanelUser, by: string): Promise<'linked' | 'taken' | 'admin'>
}

export const PanelAccountLinks = defineService<PanelAccountLinksService>('panel-accounts.links')

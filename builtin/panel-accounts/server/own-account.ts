import { mailSettings, mailStateOf } from '@spawnpoint/contracts/mail'
import {
  askForLinkCode,
  linkOwnPanelAccount,
  readOwnPanelAccount,
} from '@spawnpoint/contracts/panel-accounts'
import { defineSettings } from '@spawnpoint/sdk/common'
import { answer, createEmailTexts, defineJob, type Transaction } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { z } from 'zod'
import { askThePanel, findAccount, findRefusal, link, linkUses, type LinkUses } from './account-links.ts'
import { dropCode, findCodeAddress, makeCode, tryCode } from './link-codes.ts'

const SEND_CODE = 'send-code'
const readWords = createEmailTexts('panel-accounts', join(import.meta.dirname, '..', 'locales'))

// The shell's own settings, by their names.
const hostSettings = defineSettings({
  app_name: { schema: z.string(), default: 'Spawnpoint', audience: 'public', group: 'general' },
  app_lang: { schema: z.string(), default: 'EN', audience: 'public', group: 'general' },
})

const canSend = ({ settings, mail }: LinkUses) =>
  mailStateOf(settings.read(mailSettings), mail.get() !== null) === 'on'

const nothing = { state: null, username: null, email: null, canLink: false, codeSentTo: null }

export const handleReadOwnAccount = answer(readOwnPanelAccount, linkUses, async ({ actor, ...uses }) => {
  const person = await uses.users.find(actor.id)
  if (!person || uses.panel.mode() !== 'connected') return nothing
  const { state, account } = await askThePanel(uses, (panel) => findAccount(uses, panel, person))
  // An account with the same address is nobody's yet: its name is not told.
  const own = state === 'linked' ? account : null
  return {
    state,
    username: own?.username ?? null,
    email: own?.email ?? null,
    canLink: canSend(uses),
    codeSentTo: await findCodeAddress(uses.db.orm, actor.id, uses.clock.now()),
  }
})

const hour = 3_600
const mostByPerson = { max: 5, perSeconds: hour }
const mostToAddress = { max: 3, perSeconds: hour }

/** The answer comes before anybody looks whether the account exists: the job does. */
export const handleAskForCode = answer(
  askForLinkCode,
  linkUses,
  async ({ actor, body: { email }, fail, ...uses }) => {
    if (!canSend(uses)) throw fail('PANEL_ACCOUNTS_NO_MAIL')
    const isOften =
      !(await uses.limits.take(`panel-accounts:by:${actor.id}`, mostByPerson)) ||
      !(await uses.limits.take(`panel-accounts:to:${email.toLowerCase()}`, mostToAddress))
    if (isOften) throw fail('PANEL_ACCOUNTS_TOO_OFTEN')
    await uses.db.orm.transaction(async (tx) => {
      // Also where nothing is sent: the form asks for a code either way.
      const code = await makeCode(tx, { user: actor.id, email, now: uses.clock.now() })
      await uses.jobs.add(SEND_CODE, { user: actor.id, email, code }, { tx })
    })
    return {}
  },
)

const sendTo = async (uses: LinkUses, tx: Transaction, user: string, email: string, code: string) => {
  const person = await uses.users.find(user, tx)
  const post = uses.mail.get()
  if (!person || !post?.isConfigured()) return
  const { app_name: app, app_lang } = uses.settings.read(hostSettings)
  const locale = (await uses.users.preferences(user, tx)).locale ?? app_lang
  const words = readWords(locale, 'link-code', { app, name: person.username, code })
  await post.send(tx, {
    // The panel's account may be somebody else's: the email is not listed among the person's own.
    to: { user: null, address: email, locale },
    purpose: words.purpose,
    requested: true,
    subject: words.subject,
    paragraphs: words.paragraphs,
    action: { label: words.action, url: `${uses.instance.origin}/account` },
  })
}

export const sendCode = defineJob(
  SEND_CODE,
  { payload: z.object({ user: z.uuid(), email: z.string(), code: z.string() }), maxAttempts: 5 },
  linkUses,
  async ({ payload: { user, email, code }, ...uses }) => {
    const panel = await uses.panel.current()
    const account = await panel.findUser({ email })
    if (!account || (await findRefusal(uses, panel, account, { user, mayLinkAdmins: false }))) return
    await uses.db.orm.transaction((tx) => sendTo(uses, tx, user, email, code))
  },
)

export const handleLinkOwnAccount = answer(
  linkOwnPanelAccount,
  linkUses,
  async ({ actor, body: { code }, ip, fail, ...uses }) => {
    const email = await tryCode(uses.db.orm, actor.id, code, uses.clock.now())
    if (email === null) throw fail('PANEL_ACCOUNTS_CODE')
    await askThePanel(uses, async (panel) => {
      const account = await panel.findUser({ email })
      if (!account) throw fail('PANEL_ACCOUNTS_CODE')
      const refusal = await findRefusal(uses, panel, account, { user: actor.id, mayLinkAdmins: false })
      if (refusal) throw fail(refusal === 'PANEL_ACCOUNTS_ADMIN' ? 'PANEL_ACCOUNTS_CODE' : refusal)
      await link(uses, panel, account, { user: actor.id, actor: actor.id, ip })
    })
    await dropCode(uses.db.orm, actor.id)
    return {}
  },
)

import { changeEmail, getAccount, savePreferences, updateProfile } from '@spawnpoint/contracts/account'
import { mailSettings, mailStateOf } from '@spawnpoint/contracts/mail'
import type { Preferences } from '@spawnpoint/contracts/users'
import { answer, EndpointFailure, requireReauthentication } from '@spawnpoint/sdk/server'
import { accountUses } from './account-uses.ts'

const gone = () => new EndpointFailure('NOT_FOUND', 404)

export const handleGetAccount = answer(getAccount, accountUses, async ({ actor, users, roles }) => {
  const person = await users.find(actor.id)
  if (!person) throw gone()
  const [role, { locale, transition }] = await Promise.all([
    roles.roleOf(actor.id),
    users.preferences(actor.id),
  ])
  const { verifiedAt, createdAt, lastSeenAt, ownAvatar, bannedReason: _reason, ...shown } = person
  return {
    ...shown,
    avatar: ownAvatar,
    verified: verifiedAt !== null,
    role: role.name,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    preferences: { locale, transition },
  }
})

export const handleUpdateProfile = answer(
  updateProfile,
  accountUses,
  async ({ actor, body, ip, db, audit, users }) => {
    const before = await users.find(actor.id)
    if (!before) throw gone()
    const { firstName, lastName } = before
    await db.orm.transaction(async (tx) => {
      await users.update(tx, actor.id, body)
      await audit.write(tx, {
        actor: actor.id,
        action: 'account:profile-changed',
        target: actor.id,
        before: { firstName, lastName },
        after: body,
        ip,
      })
    })
    return {}
  },
)

/** With mail the change waits for the new address to answer, and the answer does not tell whether it is taken. */
export const handleChangeEmail = answer(
  changeEmail,
  accountUses,
  async ({ actor, body, ip, fail, db, audit, limits, sessions, settings, users, auth, mail }) => {
    await requireReauthentication(sessions, actor)
    const [own, taken] = await Promise.all([users.find(actor.id), users.findByEmail(body.email)])
    if (taken && taken.id === own?.id && taken.email === body.email)
      throw fail('ACCOUNT_EMAIL_SAME', { fields: { email: 'same' } })
    const isTaken = taken !== null && taken.id !== actor.id
    const entry = { actor: actor.id, target: actor.id, ip }
    const state = mailStateOf(settings.read(mailSettings), mail.get() !== null)
    // Without a confirmation the new address would count as verified.
    if (state === 'down') throw fail('ACCOUNT_MAIL_DOWN')
    if (state === 'on') {
      if (!(await limits.take(`account:email:${actor.id}`, { max: 5, perSeconds: 3_600 })))
        throw fail('ACCOUNT_TOO_MANY_EMAILS')
      await db.orm.transaction(async (tx) => {
        if (!isTaken) await auth.askToVerifyEmail(tx, { user: actor.id, email: body.email })
        await audit.write(tx, { ...entry, action: 'account:email-change-asked' })
      })
      return { state: 'email-sent' as const }
    }
    if (isTaken) throw fail('ACCOUNT_EMAIL_TAKEN', { fields: { email: 'taken' } })
    await db.orm.transaction(async (tx) => {
      await users.update(tx, actor.id, { email: body.email })
      await audit.write(tx, { ...entry, action: 'account:email-changed' })
    })
    return { state: 'changed' as const }
  },
)

export const handleSavePreferences = answer(savePreferences, accountUses, async ({ actor, body, users }) => {
  const { locale, transition, uiSettings } = body
  const chosen: Partial<Preferences> = {
    ...(locale === undefined ? {} : { locale }),
    ...(transition === undefined ? {} : { transition }),
    ...(uiSettings === undefined ? {} : { uiSettings }),
  }
  await users.savePreferences(actor.id, chosen)
  return {}
})

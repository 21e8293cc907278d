import { Mail } from '@spawnpoint/contracts/mail'
import {
  countMassMail,
  listMassMailRecipients,
  listMassMails,
  massMailOptions,
  massMailPlaceholders,
  previewMassMail,
  readMassMail,
  resumeMassMail,
  sendMassMail,
  sendTestMassMail,
  stopMassMail,
  type MassMail,
  type MassMailText,
} from '@spawnpoint/contracts/mail-templates'
import { Roles, type RolesService } from '@spawnpoint/contracts/roles'
import { Servers } from '@spawnpoint/contracts/servers'
import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import {
  answer,
  Audit,
  Clock,
  Database,
  Instance,
  Jobs,
  Plugins,
  requireReauthentication,
  Secrets,
  Sessions,
  Settings,
  type DatabaseService,
} from '@spawnpoint/sdk/server'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import { countReachable } from './audience.ts'
import { checkText } from './check-text.ts'
import {
  countStates,
  findMassMail,
  findMassMailOf,
  findUnsubscribed,
  insertMassMail,
  listRecipients,
  listStoredMassMails,
  moveMassMail,
} from './mass-mail-queries.ts'
import { RUN_MASS_MAIL } from './mass-mail-runner.ts'
import { PREVIEW_PATH } from './handle-preview.ts'
import type { StoredMassMail } from './tables.ts'
import { savePreview } from './template-queries.ts'
import { writeMassMail } from './write-mass-mail.ts'

const reads = { db: Database, users: Users, roles: Roles }
const counts = { ...reads, clock: Clock, settings: Settings, servers: optional(Servers) }
const writes = { db: Database, clock: Clock, audit: Audit, jobs: Jobs, sessions: Sessions, mail: Mail }
const draws = {
  db: Database,
  clock: Clock,
  mail: Mail,
  instance: Instance,
  secrets: Secrets,
  plugins: Plugins,
  users: Users,
}

const placeholders = massMailPlaceholders.map((name) => ({ name, sample: name, common: true }))
const check = ({ subject, body }: MassMailText) => checkText({ subject, body, action: '' }, { placeholders })

/** Rows as they are answered: with names and with how many addresses are in which state. */
async function presentAll(
  {
    db,
    users,
    roles,
  }: { readonly db: DatabaseService; readonly users: UsersService; readonly roles: RolesService },
  rows: readonly StoredMassMail[],
): Promise<MassMail[]> {
  const states = await countStates(
    db.orm,
    rows.map(({ id }) => id),
  )
  const authors = await users.findMany(rows.flatMap(({ author }) => author ?? []))
  const known = await roles.list()
  return rows.map(({ id, kind, audience, texts, state, problem, author, createdAt, finishedAt }) => {
    const of = (...wanted: readonly string[]) =>
      states
        .filter((each) => each.id === id && wanted.includes(each.state))
        .reduce((sum, { addresses }) => sum + addresses, 0)
    const done = {
      sent: of('sent'),
      failed: of('failed'),
      unconfirmed: of('unconfirmed'),
      skipped: of('skipped'),
    }
    const waiting = of('waiting', 'claimed', 'sending')
    return {
      id,
      kind,
      audience,
      role: audience.kind === 'role' ? (known.find((role) => role.id === audience.role)?.name ?? null) : null,
      subject: texts[0]?.subject ?? '',
      state,
      problem,
      author: authors.find((person) => person.id === author)?.username ?? null,
      createdAt: createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      counts: {
        ...done,
        waiting,
        total: waiting + done.sent + done.failed + done.unconfirmed + done.skipped,
      },
    }
  })
}

export const handleListMassMails = answer(listMassMails, reads, async ({ query, ...uses }) => {
  const { items, ...page } = await listStoredMassMails(uses.db.orm, query)
  return { ...page, items: await presentAll(uses, items) }
})

export const handleReadMassMail = answer(readMassMail, reads, async ({ params, fail, ...uses }) => {
  const found = await findMassMail(uses.db.orm, params.id)
  const [item] = found ? await presentAll(uses, [found]) : []
  if (!found || !item) throw fail('NOT_FOUND')
  return { item: { ...item, texts: [...found.texts] } }
})

export const handleListRecipients = answer(
  listMassMailRecipients,
  { db: Database },
  async ({ params, query, fail, db }) => {
    if (!(await findMassMail(db.orm, params.id))) throw fail('NOT_FOUND')
    const { cursor, limit, search, filter } = query
    const { items, ...page } = await listRecipients(db.orm, params.id, {
      cursor,
      limit,
      search,
      state: filter.state,
    })
    return {
      ...page,
      items: items.map(({ id: _id, endedAt, ...row }) => ({
        ...row,
        endedAt: endedAt?.toISOString() ?? null,
      })),
    }
  },
)

export const handleMassMailOptions = answer(
  massMailOptions,
  { roles: Roles, mail: Mail },
  async ({ roles, mail }) => ({
    roles: (await roles.list()).map(({ id, name }) => ({ id, name })),
    isConfigured: mail.isConfigured(),
  }),
)

export const handleCountMassMail = answer(countMassMail, counts, async ({ body, ...uses }) =>
  countReachable(uses, body.audience, async (ids) =>
    body.kind === 'news' ? findUnsubscribed(uses.db.orm, ids) : new Set<string>(),
  ),
)

export const handlePreviewMassMail = answer(
  previewMassMail,
  draws,
  async ({ actor, body, db, clock, users, ...uses }) => {
    const { kind, text } = body
    check(text)
    const username = (await users.find(actor.id))?.username ?? ''
    const reader = { userId: actor.id, username, language: text.language }
    const draw = (theme: 'light' | 'dark') =>
      writeMassMail(uses, { kind, texts: [text] }, reader, theme).email
    const [light, dark, now] = [draw('light'), draw('dark'), clock.now()]
    const drawn = { subject: light.subject, htmlLight: light.html, htmlDark: dark.html }
    await savePreview(db.orm, actor.id, drawn, now)
    return { subject: light.subject, text: light.text, path: `${PREVIEW_PATH}?drawn=${now.getTime()}` }
  },
)

export const handleTestMassMail = answer(
  sendTestMassMail,
  draws,
  async ({ actor, body, fail, users, ...uses }) => {
    const { kind, text } = body
    check(text)
    const person = await users.find(actor.id)
    if (!person || !uses.mail.isConfigured()) throw fail('MAIL_TEMPLATES_NO_SERVER')
    const reader = { userId: actor.id, username: person.username, language: text.language }
    const { email, headers } = writeMassMail(uses, { kind, texts: [text] }, reader)
    await uses.mail.deliver(person.email, email, { headers }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw fail('MAIL_TEMPLATES_REFUSED', { details: { reason } })
    })
    return { address: person.email }
  },
)

export const handleSendMassMail = answer(
  sendMassMail,
  writes,
  async ({ actor, body, ip, fail, db, clock, audit, jobs, sessions, mail }) => {
    await requireReauthentication(sessions, actor)
    for (const text of body.texts) check(text)
    if (!mail.isConfigured()) throw fail('MAIL_TEMPLATES_NO_SERVER')
    const { kind, audience, texts, requestKey } = body
    const createdAt = clock.now()
    const values = { kind, audience, texts, requestKey, author: actor.id, createdAt }
    const id = await db.orm.transaction(async (tx) => {
      const made = await insertMassMail(tx, { id: createRowId(createdAt.getTime()), ...values })
      if (made === null) return null
      await jobs.add(RUN_MASS_MAIL, { id: made }, { tx, key: made })
      const after = { kind, audience, subject: texts[0]?.subject }
      await audit.write(tx, {
        actor: actor.id,
        action: 'mail-templates:mass-mail-sent',
        target: made,
        after,
        ip,
      })
      return made
    })
    const known = id ?? (await findMassMailOf(db.orm, requestKey, actor.id))
    // A key of another person's request names nothing of the caller's.
    if (known === null) throw fail('MASS_MAILS_KEY_USED')
    return { id: known }
  },
)

export const handleStopMassMail = answer(
  stopMassMail,
  writes,
  async ({ actor, params, ip, fail, db, clock, audit }) => {
    if (!(await findMassMail(db.orm, params.id))) throw fail('NOT_FOUND')
    await db.orm.transaction(async (tx) => {
      const finishedAt = clock.now()
      const from = ['gathering', 'sending'] as const
      if (!(await moveMassMail(tx, params.id, { from, to: 'stopped', finishedAt })))
        throw fail('MASS_MAILS_NOT_OPEN')
      const action = 'mail-templates:mass-mail-stopped'
      await audit.write(tx, { actor: actor.id, action, target: params.id, ip })
    })
    return {}
  },
)

export const handleResumeMassMail = answer(
  resumeMassMail,
  writes,
  async ({ actor, params, ip, fail, db, audit, jobs, sessions }) => {
    await requireReauthentication(sessions, actor)
    if (!(await findMassMail(db.orm, params.id))) throw fail('NOT_FOUND')
    await db.orm.transaction(async (tx) => {
      // Gathering goes on where it was, and moves on by itself once all addresses are there.
      if (!(await moveMassMail(tx, params.id, { from: ['stopped'], to: 'gathering' })))
        throw fail('MASS_MAILS_NOT_STOPPED')
      await jobs.add(RUN_MASS_MAIL, { id: params.id }, { tx, key: params.id })
      const action = 'mail-templates:mass-mail-resumed'
      await audit.write(tx, { actor: actor.id, action, target: params.id, ip })
    })
    return {}
  },
)

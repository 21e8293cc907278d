import {
  createMailTemplate,
  listMailPurposes,
  listMailTemplateVersions,
  readMailPurpose,
  readMailTemplate,
  removeMailTemplate,
  restoreMailTemplate,
  updateMailTemplate,
  type MailTemplate,
} from '@spawnpoint/contracts/mail-templates'
import { Users } from '@spawnpoint/contracts/users'
import {
  answer,
  Audit,
  Clock,
  Database,
  Plugins,
  Settings,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import { checkText } from './check-text.ts'
import { createMailCatalogue, idOf, placeOf } from './mail-catalogue.ts'
import type { StoredTemplate } from './tables.ts'
import {
  changeTemplate,
  deleteTemplate,
  findTemplate,
  findTemplateFor,
  findVersion,
  insertTemplate,
  listTemplates,
  listVersions,
  saveVersion,
} from './template-queries.ts'

const reads = { db: Database, plugins: Plugins, settings: Settings }
const writes = { ...reads, clock: Clock, audit: Audit }

export const appNameOf = (settings: SettingsService) =>
  String(settings.describe().find(({ key }) => key === 'app_name')?.value ?? '')

const present = ({ id, language, subject, body, action, active, ...row }: StoredTemplate): MailTemplate => ({
  id,
  purpose: idOf(row),
  language,
  subject,
  body,
  action,
  active,
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})

export const handleListPurposes = answer(listMailPurposes, reads, async ({ query, db, plugins }) => {
  const stored = await listTemplates(db.orm)
  const purposes = await createMailCatalogue({ plugins }).list(query.language)
  return {
    items: purposes.map(({ id, plugin, kind, title }) => ({
      id,
      plugin,
      title,
      templates: stored
        .filter((each) => each.plugin === plugin && each.kind === kind)
        .map((each) => ({ id: each.id, language: each.language, active: each.active })),
    })),
  }
})

export const handleReadPurpose = answer(
  readMailPurpose,
  reads,
  async ({ params, query, fail, db, plugins, settings }) => {
    const purpose = createMailCatalogue({ plugins }).find(params.purpose, query.language, appNameOf(settings))
    if (!purpose) throw fail('NOT_FOUND')
    const found = await findTemplateFor(db.orm, { ...placeOf(purpose.id), language: query.language })
    return { purpose, template: found?.id ?? null }
  },
)

export const handleReadTemplate = answer(
  readMailTemplate,
  reads,
  async ({ params, fail, db, plugins, settings }) => {
    const found = await findTemplate(db.orm, params.id)
    const purpose =
      found && createMailCatalogue({ plugins }).find(idOf(found), found.language, appNameOf(settings))
    if (!found || !purpose) throw fail('NOT_FOUND')
    return { item: present(found), purpose }
  },
)

export const handleCreateTemplate = answer(
  createMailTemplate,
  writes,
  async ({ actor, body, ip, fail, db, plugins, settings, clock, audit }) => {
    const { purpose: id, ...values } = body
    const purpose = createMailCatalogue({ plugins }).find(id, body.language, appNameOf(settings))
    if (!purpose) throw fail('NOT_FOUND')
    checkText(values, purpose)
    const now = clock.now()
    const item = await db.orm.transaction(async (tx) => {
      const made = await insertTemplate(tx, { ...placeOf(id), ...values }, now)
      if (!made) throw fail('MAIL_TEMPLATES_EXISTS')
      await saveVersion(tx, made, made, { author: actor.id, now })
      const target = `${id} ${body.language}`
      await audit.write(tx, { actor: actor.id, action: 'mail-templates:created', target, after: values, ip })
      return made
    })
    return { item: present(item) }
  },
)

const textOf = ({ subject, body, action, active }: StoredTemplate) => ({ subject, body, action, active })

export const handleUpdateTemplate = answer(
  updateMailTemplate,
  writes,
  async ({ actor, params, body, ip, fail, db, plugins, settings, clock, audit }) => {
    const { version: known, ...values } = body
    const before = await findTemplate(db.orm, params.id)
    const purpose =
      before && createMailCatalogue({ plugins }).find(idOf(before), before.language, appNameOf(settings))
    if (!before || !purpose) throw fail('NOT_FOUND')
    checkText(values, purpose)
    const now = clock.now()
    const item = await db.orm.transaction(async (tx) => {
      const changed = await changeTemplate(tx, { id: params.id, version: known }, values, now)
      if (!changed) throw fail('STALE_EDIT')
      await saveVersion(tx, changed, changed, { author: actor.id, now })
      await audit.write(tx, {
        actor: actor.id,
        action: 'mail-templates:updated',
        target: `${idOf(changed)} ${changed.language}`,
        before: textOf(before),
        after: values,
        ip,
      })
      return changed
    })
    return { item: present(item) }
  },
)

export const handleRemoveTemplate = answer(
  removeMailTemplate,
  writes,
  async ({ actor, params, ip, fail, db, audit }) => {
    await db.orm.transaction(async (tx) => {
      const gone = await deleteTemplate(tx, params.id)
      if (!gone) throw fail('NOT_FOUND')
      const target = `${idOf(gone)} ${gone.language}`
      const before = textOf(gone)
      await audit.write(tx, { actor: actor.id, action: 'mail-templates:deleted', target, before, ip })
    })
    return {}
  },
)

export const handleListVersions = answer(
  listMailTemplateVersions,
  { db: Database, users: Users },
  async ({ params, fail, db, users }) => {
    const found = await findTemplate(db.orm, params.id)
    if (!found) throw fail('NOT_FOUND')
    const rows = await listVersions(db.orm, found)
    const authors = await users.findMany(rows.flatMap(({ author }) => author ?? []))
    const names = new Map(authors.map(({ id, username }) => [id, username]))
    return {
      items: rows.map(({ id, subject, body, action, author, savedAt }) => ({
        id,
        subject,
        body,
        action,
        by: author === null ? null : (names.get(author) ?? null),
        at: savedAt.toISOString(),
      })),
    }
  },
)

export const handleRestoreTemplate = answer(
  restoreMailTemplate,
  writes,
  async ({ actor, params, body, ip, fail, db, clock, audit }) => {
    const now = clock.now()
    const item = await db.orm.transaction(async (tx) => {
      const before = await findTemplate(tx, params.id)
      const wanted = before && (await findVersion(tx, before, body.restored))
      if (!before || !wanted) throw fail('NOT_FOUND')
      const { subject, body: text, action } = wanted
      const values = { subject, body: text, action, active: before.active }
      const changed = await changeTemplate(tx, { id: params.id, version: body.version }, values, now)
      if (!changed) throw fail('STALE_EDIT')
      await saveVersion(tx, changed, changed, { author: actor.id, now })
      await audit.write(tx, {
        actor: actor.id,
        action: 'mail-templates:restored',
        target: `${idOf(changed)} ${changed.language}`,
        before: textOf(before),
        after: values,
        ip,
      })
      return changed
    })
    return { item: present(item) }
  },
)

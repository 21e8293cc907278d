import { mailTemplateBody } from '@spawnpoint/contracts/mail-templates'
import { memberOf } from '@spawnpoint/sdk/common'
import {
  Audit,
  Clock,
  ConfigurationSections,
  Database,
  EndpointFailure,
  Plugins,
  provide,
  Settings,
  type ConfigurationSection,
} from '@spawnpoint/sdk/server'
import { checkText } from './check-text.ts'
import { appNameOf } from './handle-templates.ts'
import { createMailCatalogue, idOf, placeOf } from './mail-catalogue.ts'
import { template } from './tables.ts'
import { changeTemplate, findTemplate, insertTemplate, saveVersion } from './template-queries.ts'

const uses = { db: Database, plugins: Plugins, settings: Settings, clock: Clock, audit: Audit }

const valuesOf = ({
  plugin,
  kind,
  language,
  subject,
  body,
  action,
  active,
}: typeof template.$inferSelect) => ({
  purpose: idOf({ plugin, kind }),
  language,
  subject,
  body,
  action,
  active,
})

const schemas = new Map(Object.entries(mailTemplateBody.shape))

const asStored = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const read = schemas.get(name)?.safeParse(value)
      return [name, read?.success ? read.data : value]
    }),
  )

/** The texts of emails that staff have written. */
export const configurationSection = provide(
  memberOf(ConfigurationSections, 'mail-templates'),
  uses,
  ({ db, plugins, settings, clock, audit }): ConfigurationSection => ({
    name: 'mail-templates',
    identity: ['purpose', 'language'],
    after: [],
    async read() {
      const rows = await db.orm
        .select()
        .from(template)
        .orderBy(template.plugin, template.kind, template.language)
      return rows.map((row) => ({ id: row.id, values: valuesOf(row) }))
    },
    normalize: asStored,
    check(values, current) {
      const read = mailTemplateBody.safeParse({ ...current?.values, ...values })
      if (!read.success)
        return Promise.resolve(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
      const { purpose: id, language, ...text } = read.data
      const purpose = createMailCatalogue({ plugins }).find(id, language, appNameOf(settings))
      if (!purpose) return Promise.resolve([`purpose: there is no email ${id}`])
      try {
        checkText(text, purpose)
        return Promise.resolve([])
      } catch (error) {
        if (!(error instanceof EndpointFailure)) throw error
        const more = Object.values(error.details ?? {}).join(', ')
        return Promise.resolve(
          Object.keys(error.fields ?? {}).map((field) => `${field}: ${error.code} ${more}`.trim()),
        )
      }
    },
    write(values, current) {
      const { purpose, language, ...text } = mailTemplateBody.parse({ ...current?.values, ...values })
      const now = clock.now()
      return db.orm.transaction(async (tx) => {
        const before = current && (await findTemplate(tx, current.id))
        const made = before
          ? await changeTemplate(tx, before, text, now)
          : await insertTemplate(tx, { ...placeOf(purpose), language, ...text }, now)
        if (!made) throw new EndpointFailure('STALE_EDIT', 409)
        await saveVersion(tx, made, made, { author: null, now })
        await audit.write(tx, {
          actor: null,
          action: before ? 'mail-templates:updated' : 'mail-templates:created',
          target: `${purpose} ${language}`,
          ...(before && { before: valuesOf(before) }),
          after: valuesOf(made),
        })
        return made.id
      })
    },
  }),
)

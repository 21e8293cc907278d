import { fillPlaceholders, hasStrayBraces, placeholdersIn } from '@spawnpoint/contracts/mail'
import { listCannedReplies, replyVariables, type ReplyVariable } from '@spawnpoint/contracts/tickets'
import { languages } from '@spawnpoint/sdk/common'
import type { RowOf } from '@spawnpoint/sdk/resource'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { answer, type EndpointCall } from '@spawnpoint/sdk/server'
import { cannedReplies } from '../resource.ts'
import { readLocale } from './people.ts'
import type { Ticket } from './tables.ts'
import { findTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

type Reply = RowOf<typeof cannedReplies>

const fields = ['en', 'ro', 'fr', 'de', 'es', 'md'] as const
const isVariable = (name: string) => replyVariables.some((each) => each === name)
const written = (name: string) => `{{${name}}}`

/** Variables that do not exist would reach customers as they are: they are refused when a reply is saved. */
export const servedReplies = serveResource(cannedReplies, {}, () => ({
  async beforeTransaction({ values, fail }) {
    for (const field of fields) {
      const text = values[field] ?? ''
      const unknown = placeholdersIn(text).find((name) => !isVariable(name))
      if (unknown !== undefined)
        throw fail('TICKETS_VARIABLE', {
          details: { variable: written(unknown), known: replyVariables.map(written).join(', ') },
          fields: { [field]: 'TICKETS_VARIABLE' },
        })
      if (hasStrayBraces(text)) throw fail('TICKETS_BRACES', { fields: { [field]: 'TICKETS_BRACES' } })
    }
  },
  present: async (rows) =>
    rows.map((row) => ({
      ...row,
      languages: languages
        .filter(({ id }) => fields.some((field) => field === id.toLowerCase() && row[field]))
        .map(({ name }) => name)
        .join(', '),
    })),
}))

const uses = { ...ticketUses, replies: cannedReplies.service }
type Call = EndpointCall<typeof listCannedReplies, typeof uses>

/** Values of the variables in a ticket; empty where it has no such thing. */
async function readValues({ actor, users, departments, settings }: Call, row: Ticket) {
  const [customer, agent] = [await users.find(row.owner), await users.find(actor.id)]
  const department = row.departmentId === null ? null : await departments.get()?.find(row.departmentId)
  const app = settings.describe().find(({ key }) => key === 'app_name')?.value
  const values: Record<ReplyVariable, string> = {
    customer: customer?.username ?? '',
    first_name: customer?.firstName ?? '',
    agent: agent?.username ?? '',
    department: department?.name ?? '',
    server: row.serverName ?? '',
    number: String(row.number),
    subject: row.subject,
    app: String(app ?? ''),
  }
  return values
}

const textFor = (reply: Reply, locale: string) => {
  const field = fields.find((each) => each === locale.toLowerCase())
  return (field && reply[field]) || reply.en
}

export const handleListCannedReplies = answer(listCannedReplies, uses, async (call) => {
  const { params, fail, db, replies } = call
  const row = await findTicket(db.orm, params.id)
  if (!row) throw fail('NOT_FOUND')
  const locale = await readLocale(call, row.owner)
  const values = await readValues(call, row)
  const all = await replies.list()
  return {
    replies: all.map((reply) => {
      const text = textFor(reply, locale)
      const missing = placeholdersIn(text).filter((name) => isVariable(name) && !Reflect.get(values, name))
      const kept = Object.fromEntries(missing.map((name) => [name, written(name)]))
      return { id: reply.id, name: reply.name, text: fillPlaceholders(text, { ...values, ...kept }), missing }
    }),
  }
})

import { departments } from '@spawnpoint/contracts/departments/resource'
import { grantPermissions, Roles } from '@spawnpoint/contracts/roles'
import { Servers } from '@spawnpoint/contracts/servers'
import {
  changeTicket,
  closeTicket,
  createTicket,
  readQueuedTicket,
  replyAsStaff,
  replyToTicket,
} from '@spawnpoint/contracts/tickets'
import { resourceEndpoints } from '@spawnpoint/sdk/common'
import { defineDemo, type DemoPerson, type DemoStage } from '@spawnpoint/sdk/server'
import { cannedReplies } from '../resource.ts'
import { demoTickets, type DemoFile, type DemoTicket } from './demo-tickets.ts'
import { storeFile } from './store-file.ts'
import { ticketUses, type TicketUses } from './ticket-uses.ts'

const HOUR_MS = 3_600_000

const day = { from: '09:00', to: '18:00' }
const teams = [
  {
    name: 'Technical support',
    description: 'Servers that don’t start, crash or lag.',
    hours: {
      mon: day,
      tue: day,
      wed: day,
      thu: day,
      fri: day,
      sat: { from: '10:00', to: '16:00' },
      sun: null,
    },
  },
  {
    name: 'Billing',
    description: 'Coins, purchases and renewals.',
    hours: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: null, sun: null },
  },
  {
    name: 'Community',
    description: 'Reports, Discord and everything else.',
    hours: { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null },
  },
]

const canned = [
  {
    name: 'Ask for the log',
    en: 'Hi {{first_name}},\n\nplease send us the latest log of **{{server}}**: open the console, copy the last 200 lines, and attach them here.\n\n{{agent}}',
    de: 'Hi {{first_name}},\n\nbitte schick uns das letzte Log von **{{server}}**: Öffne die Konsole, kopiere die letzten 200 Zeilen und häng sie hier an.\n\n{{agent}}',
    ro: 'Salut, {{first_name}},\n\ntrimite-ne te rog ultimul log de la **{{server}}**: deschide consola, copiază ultimele 200 de linii și atașează-le aici.\n\n{{agent}}',
  },
  {
    name: 'Out of memory',
    en: 'Hi {{first_name}},\n\nthe log says that **{{server}}** runs out of memory.\n\n1. Open **Edit server** and raise the memory.\n2. Restart the server.\n\n{{agent}}',
    fr: 'Bonjour {{first_name}},\n\nle journal indique que **{{server}}** manque de mémoire.\n\n1. Ouvre **Modifier le serveur** et augmente la mémoire.\n2. Redémarre le serveur.\n\n{{agent}}',
  },
  {
    name: 'Solved?',
    en: 'Hi {{first_name}},\n\nis ticket #{{number}} solved? If we don’t hear from you within three days, we’ll close it.\n\n{{agent}}',
  },
]

const makeCannedReplies = async (stage: DemoStage) => {
  for (const each of canned)
    await stage.call(stage.person('marta'), resourceEndpoints(cannedReplies).create, { body: each })
}

const holidays = (): readonly string[] => {
  const year = new Date().getUTCFullYear()
  return [`${year}-12-24`, `${year}-12-25`, `${year}-12-26`, `${year + 1}-01-01`]
}

const makeDepartments = async (stage: DemoStage): Promise<ReadonlyMap<string, string>> => {
  const made = new Map<string, string>()
  for (const { name, description, hours } of teams) {
    const openingHours = { timeZone: 'Europe/Berlin', ...hours, closedOn: holidays() }
    const promised = { firstReplyHours: 4, nextReplyHours: 8, resolutionHours: 72 }
    const body = { name, description, enabled: true, openingHours, ...promised }
    const { item } = await stage.call(stage.person('marta'), resourceEndpoints(departments).create, { body })
    made.set(name, item.id)
  }
  return made
}

/** Changes a ticket as it is now. */
const change = async (stage: DemoStage, agent: DemoPerson, id: string, values: object) => {
  const { ticket } = await stage.call(agent, readQueuedTicket, { params: { id } })
  await stage.call(agent, changeTicket, { params: { id }, body: { version: ticket.version, ...values } })
}

interface Written {
  readonly body: string
  readonly internal?: boolean
  readonly compensation?: { readonly coins: number; readonly days: number; readonly serverId: null } | null
}

const answer = (stage: DemoStage, agent: DemoPerson, id: string, written: Written) =>
  stage.call(agent, replyAsStaff, {
    params: { id },
    body: { internal: false, seen: null, anyway: true, requestKey: stage.uuid(), ...written },
  })

/** Uploads a file as if a page had sent it, for the person's next message in a new ticket. */
async function upload(uses: TicketUses, owner: string, { name, text, bytes }: DemoFile): Promise<string> {
  const content = bytes ? await bytes() : new TextEncoder().encode(text)
  const file = { name, type: '', size: content.length, fields: {}, read: () => Promise.resolve(content) }
  const outcome = await storeFile(uses, { owner, place: null, file })
  if ('failure' in outcome) throw new Error(`the demo's file is refused: ${outcome.failure}`)
  return outcome.file.id
}

interface Planned {
  readonly uses: TicketUses
  readonly told: DemoTicket
  readonly customer: DemoPerson
  readonly begins: Date
  readonly departmentId: string | null
  readonly serverOf: (person: string) => Promise<string | null>
}

/** One ticket, step by step, each some hours after the one before and none in the future. */
function planTicket(
  stage: DemoStage,
  { uses, told, customer, begins, departmentId, serverOf }: Planned,
): void {
  const [agent, admin] = [stage.person('jonas'), stage.person('marta')]
  const now = Date.now()
  const gap = Math.min(3 * HOUR_MS, (now - begins.getTime()) / (told.steps.length + 2))
  let id = ''
  stage.plan(begins, async () => {
    const files: string[] = []
    for (const file of told.files ?? []) files.push(await upload(uses, customer.id, file))
    const body = {
      departmentId,
      serverId: told.aboutServer ? await serverOf(customer.id) : null,
      withDiagnosis: true,
      priority: told.priority,
      subject: told.subject,
      body: told.text,
      files,
      requestKey: stage.uuid(),
    }
    id = (await stage.call(customer, createTicket, { body })).id
  })
  for (const [index, step] of told.steps.entries())
    stage.plan(new Date(begins.getTime() + (index + 1) * gap), async () => {
      if ('customer' in step) {
        const body = { body: step.customer, requestKey: stage.uuid() }
        await stage.call(customer, replyToTicket, { params: { id }, body })
      } else if ('staff' in step)
        await answer(stage, agent, id, {
          body: step.staff,
          compensation: step.coins ? { coins: step.coins, days: 0, serverId: null } : null,
        })
      else if ('note' in step) await answer(stage, admin, id, { body: step.note, internal: true })
      else if ('close' in step) await stage.call(customer, closeTicket, { params: { id } })
      else await change(stage, agent, id, { ...step.set, ...(step.mine && { assigneeId: agent.id }) })
    })
}

export const demo = defineDemo({
  uses: { ...ticketUses, roles: Roles, servers: Servers },
  async fill({ roles, servers, ...others }, stage) {
    const uses = { ...others, servers: { get: () => servers } }
    const { settings } = others
    const { id } = await roles.roleOf(stage.person('jonas').id)
    const body = { permissions: ['admin.tickets.list', 'admin.tickets.view', 'admin.tickets.compensate'] }
    await stage.call(stage.person('marta'), grantPermissions, { params: { id }, body })
    const teamIds = await makeDepartments(stage)
    await makeCannedReplies(stage)
    // Replies of the past are sent at once.
    await settings.write({ tickets_undo_seconds: 0 })
    const customers = stage.people('customer').filter(({ username }) => username !== 'priya')
    const serverOf = async (person: string) => (await servers.ownedBy(person))[0]?.id ?? null
    for (const [index, told] of demoTickets.entries()) {
      const customer =
        told.of === undefined ? customers[(index * 5 + 2) % customers.length] : stage.person(told.of)
      if (!customer) continue
      const begins = new Date(Date.now() - told.hoursAgo * HOUR_MS)
      planTicket(stage, {
        uses,
        told,
        customer,
        begins: begins > customer.since ? begins : stage.past(customer.since),
        departmentId: teamIds.get(told.department) ?? null,
        serverOf,
      })
    }
    stage.plan(new Date(), () => settings.write({ tickets_undo_seconds: 10 }))
  },
})

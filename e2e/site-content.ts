import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'yaml'
import { type Screen, screens } from '../tests/support/screens.ts'
import { readResources, sampleBody } from '../tests/support/resources.ts'
import { findReceipt, payments } from './buy-coins.ts'
import { callApi, firstId } from './call-api.ts'
import { customer } from './people.ts'

export interface OpenedScreen extends Screen {
  /** The path with its parameters filled in. */
  readonly address: string
  /** The heading that the page draws, as its plugin words it in English, or the name of the thing it shows. */
  readonly heading: string
}

interface Plan {
  readonly plugins: readonly {
    readonly id: string
    readonly contributes: Readonly<
      Record<'routes' | 'adminPages', readonly { readonly path: string; readonly title: string }[]>
    >
  }[]
}

const headingOf = (plugin: string, title: string): string => {
  const messages: unknown = parse(readFileSync(`builtin/${plugin}/locales/en.yml`, 'utf8'))
  const found = [plugin, ...title.replaceAll('%', '').split('.')].reduce(
    (within: unknown, key) => (within as Readonly<Record<string, unknown>> | undefined)?.[key],
    messages,
  )
  if (typeof found !== 'string') throw new Error(`${plugin} has no message for ${title}`)
  return found
}

/** The subject of the email to all users, which heads its page. */
export const massMailSubject = 'Maintenance on Sunday'

/** The subject of the customer's ticket, which heads its pages. */
export const ticketSubject = 'My server stops after ten seconds'

/** Headings of pages that are headed by what they show. */
const headings: Readonly<Record<string, string>> = {
  '/server/:id': 'Skyblock',
  '/server/:id/console': 'Skyblock',
  '/server/:id/resources': 'Skyblock',
  '/server/:id/timeline': 'Skyblock',
  '/server/:id/update': 'Skyblock',
  '/server/:id/renew': 'Skyblock',
  '/server/:id/delete': 'Skyblock',
  '/ticket/:id': ticketSubject,
  '/mc-admin/tickets/:id': ticketSubject,
  '/mc-admin/mass-mails/:id': massMailSubject,
  '/mc-admin/users/:id/edit': customer.username,
  '/mc-admin/server-queue/:id': 'Skyblock',
  '/plugins/:identifier/config': 'Store',
  '/mc-admin/roles/:id/permissions': 'Permissions of Night shift',
}

/** The built screens of the specification, their parameters filled by `ids`: address of the list → id. */
export const readScreens = async (
  page: Page,
  ids: Readonly<Record<string, string>>,
  /** Headings that differ from those of the prepared site, by path. */
  differing: Readonly<Record<string, string>> = {},
) => {
  const { plugins } = (await callApi(page, 'GET', '/api/system/plan')) as unknown as Plan
  const fill = (pattern: string) => {
    const [, list = ''] = /^(.*)\/:\w+/.exec(pattern) ?? []
    const id = ids[list]
    if (pattern.includes(':') && !id) throw new Error(`no id is known for ${pattern}`)
    return pattern.replace(/:\w+/, id ?? '').replace('/*', '/no/such/page')
  }
  const planned = plugins.flatMap(({ id, contributes }) =>
    [...contributes.routes, ...contributes.adminPages].map((route) => ({ ...route, plugin: id })),
  )
  const opened = screens.flatMap((screen): OpenedScreen[] => {
    const route = planned.find(({ path }) => path === screen.path)
    // The page that stands in for the others is looked at by itself.
    if (!route || screen.closes) return []
    const heading = differing[screen.path] ?? headings[screen.path] ?? headingOf(route.plugin, route.title)
    return [{ ...screen, address: fill(screen.path), heading }]
  })
  return { screens: opened, plugins: ['shell', ...plugins.map(({ id }) => id)] }
}

/** A picture of one dot, as a form sends it. */
const uploadImage = (admin: Page, name: string) =>
  admin.evaluate(async (typed) => {
    const canvas = document.createElement('canvas')
    const form = new FormData()
    form.append('name', typed)
    form.append('file', await new Promise<Blob>((take) => canvas.toBlob((blob) => blob && take(blob))))
    const { ok, status } = await fetch('/api/images', { method: 'POST', body: form })
    if (!ok) throw new Error(`the image was refused with ${status}`)
  }, name)

/** Written to nobody: the mail server is forgotten before anything can be sent. */
const sendMassMail = async (admin: Page) => {
  const configure = (values: object) => callApi(admin, 'PATCH', '/api/settings', { values })
  await configure({ smtp_enabled: true, smtp_host: 'mail.example.com', smtp_from: 'host@example.com' })
  await callApi(admin, 'POST', '/api/mail-templates/mass-mails', {
    kind: 'notice',
    audience: { kind: 'inactive', days: 3650 },
    texts: [{ language: 'EN', subject: massMailSubject, body: 'The panel is away for an hour.' }],
    requestKey: crypto.randomUUID(),
  })
  await configure({ smtp_enabled: false, smtp_host: '', smtp_from: '' })
}

const writeMailTemplate = async (admin: Page) => {
  const { items = [] } = await callApi(admin, 'GET', '/api/mail-templates/purposes')
  const purpose = items[0]?.id
  await callApi(admin, 'POST', '/api/mail-templates/templates', {
    purpose,
    language: 'EN',
    subject: 'A text of our own',
    body: 'Hello, this is **us**.',
  })
}

/** Makes one of each thing that has a page, as staff do. */
export const fillLists = async (admin: Page) => {
  await callApi(admin, 'PATCH', '/api/settings', {
    values: {
      store_enabled: true,
      code_redemption_enabled: true,
      allow_servers: true,
      image_hosting_enabled: true,
      server_renew_enabled: true,
    },
  })
  await callApi(admin, 'POST', '/api/redeem-codes', { code: 'WELCOME', coins: 250, uses: 10, enabled: true })
  await callApi(admin, 'POST', '/api/roles', {
    name: 'Night shift',
    realName: 'night-shift',
    color: '#0ea5e9',
  })
  await callApi(admin, 'POST', '/api/webhooks', {
    name: 'Billing',
    address: 'https://hooks.example.com/spawnpoint',
    events: ['servers.created'],
    enabled: true,
  })
  for (const resource of await readResources()) {
    const { items = [] } = await callApi(admin, 'GET', resource.api)
    if (items.length === 0) await callApi(admin, 'POST', resource.api, sampleBody(resource, 1))
  }
  await uploadImage(admin, 'Castle')
  await writeMailTemplate(admin)
  await sendMassMail(admin)
}

interface Options {
  readonly locations: readonly { readonly id: string }[]
  readonly categories: readonly { readonly id: string; readonly eggs: readonly { readonly id: string }[] }[]
}

/** Orders a server for whoever the page belongs to; the answer is its entry in the queue. */
export const orderServer = async (page: Page, name: string): Promise<string> => {
  const options = (await callApi(page, 'GET', '/api/servers/options')) as unknown as Options
  const [location] = options.locations
  const [category] = options.categories
  const { id } = await callApi(page, 'POST', '/api/servers', {
    name,
    description: '',
    locationId: location?.id,
    categoryId: category?.id,
    eggId: category?.eggs[0]?.id,
    memory: 512,
    cpu: 50,
    disk: 512,
    databases: 0,
    backups: 0,
    allocations: 1,
    acceptTerms: true,
    requestKey: crypto.randomUUID(),
  })
  return String(id)
}

interface Purposes {
  readonly items: readonly { readonly templates: readonly { readonly id: string }[] }[]
}

/** The id of the first email text that staff wrote. */
const findMailTemplate = async (admin: Page): Promise<string> => {
  const { items } = (await callApi(admin, 'GET', '/api/mail-templates/purposes')) as unknown as Purposes
  const [template] = items.flatMap(({ templates }) => templates)
  if (!template) throw new Error('no email has a text of its own')
  return template.id
}

interface TicketOptions {
  readonly departments: readonly { readonly id: string }[]
}

/** Opens a ticket for whoever the page belongs to, once. */
const openTicket = async (page: Page): Promise<string> => {
  const { items = [] } = await callApi(page, 'GET', '/api/tickets')
  const [earlier] = items
  if (earlier) return earlier.id
  const { departments } = (await callApi(page, 'GET', '/api/tickets/options')) as unknown as TicketOptions
  const { id } = await callApi(page, 'POST', '/api/tickets', {
    departmentId: departments[0]?.id ?? null,
    serverId: null,
    withDiagnosis: false,
    priority: 'high',
    subject: ticketSubject,
    body: 'It says **out of memory**.\n\n- Paper\n- six mods',
    requestKey: crypto.randomUUID(),
  })
  return String(id)
}

/** Reports an image of whoever the page belongs to by the public form, once; the answer is the report as staff see it. */
const reportImage = async (admin: Page, customer: Page): Promise<string> => {
  const reports = '/api/image-reports/reports'
  const { items = [] } = await callApi(admin, 'GET', reports)
  if (items[0]) return items[0].id
  await customer.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const form = new FormData()
    const file = await new Promise<Blob>((take) => canvas.toBlob((blob) => blob && take(blob)))
    form.append('file', file, 'reported.png')
    const upload = await fetch('/api/image-hosting/images', { method: 'POST', body: form })
    const { name } = (await upload.json()) as { name: string }
    const report = await fetch(`/api/image-hosting/pages/${name}/report`, {
      method: 'POST',
      body: new URLSearchParams({ reason: 'spam', details: 'It advertises a shop.', faith: 'yes' }),
    })
    if (!report.ok) throw new Error(`the report was refused with ${report.status}`)
  })
  return firstId(admin, reports)
}

/** An id for each list whose entries have pages of their own. */
export const findIds = async (admin: Page, customer: Page): Promise<Record<string, string>> => {
  const lists = ['users', 'server-queue', 'images']
  const ids: Record<string, string> = { '/plugins': 'store' }
  for (const { path, api } of await readResources()) ids[path] = await firstId(admin, api)
  for (const list of lists) ids[`/mc-admin/${list}`] = await firstId(admin, `/api/${list}`)
  const { servers } = (await callApi(customer, 'GET', '/api/servers')) as unknown as {
    servers: { id: string }[]
  }
  // A profile is that of another person, who can be given coins.
  const { user_info: other } = (await callApi(admin, 'GET', '/api/user/session')) as unknown as {
    user_info: { uuid: string }
  }
  ids['/profile'] = other.uuid
  ids['/mc-admin/mail-templates'] = await findMailTemplate(admin)
  ids['/mc-admin/image-reports'] = await reportImage(admin, customer)
  ids['/mc-admin/mass-mails'] = await firstId(admin, '/api/mail-templates/mass-mails')
  ids['/ticket'] = await openTicket(customer)
  ids['/mc-admin/tickets'] = ids['/ticket']
  const payment = await firstId(customer, payments)
  ids['/store/payments'] = payment
  ids['/mc-admin/payments'] = payment
  ids['/store/receipts'] = await findReceipt(customer, payment)
  const [server] = servers
  if (server) ids['/server'] = server.id
  return ids
}

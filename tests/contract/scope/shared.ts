import {
  defineBuiltin,
  defineEndpoint,
  defineEvent,
  defineManifest,
  defineService,
  defineSettings,
  coins,
  userId,
  type HookBus,
  type UserId,
} from '@spawnpoint/sdk/common'
import { z } from 'zod'

export { departments } from '@spawnpoint/contracts/departments/resource'
export { locations } from '@spawnpoint/contracts/locations'
export { roles } from '@spawnpoint/contracts/roles'
export { z } from 'zod'

/** Names that examples of both sides use: a plugin with calls, an event, a setting and services. */
export const manifest = defineManifest({
  id: 'acme-notes',
  version: '1.0.0',
  title: 'Notes',
  description: 'Keeps notes',
  capabilities: [
    'session.profile',
    'navigate',
    'storage',
    'notify',
    'server.http',
    'server.db',
    'server.jobs',
    'server.events:servers:created',
    'server.services:coins.ledger',
  ],
})

export const builtin = defineBuiltin({ id: 'notes', title: 'Notes', description: 'Keeps notes' })

export const giftCoins = defineEndpoint({
  method: 'POST',
  path: '/api/coins/gifts',
  summary: 'Gift coins',
  access: { user: true },
  body: z.strictObject({ to: userId, amount: coins.min(1) }),
  reply: z.object({ balance: coins }),
  fails: { COINS_INSUFFICIENT: 409, COINS_TO_SELF: 409 },
})

export const storeItems = defineEndpoint({
  method: 'GET',
  path: '/api/store/items',
  summary: 'What is for sale',
  access: { user: true },
  reply: z.object({ items: z.array(z.string()) }),
})

export const buyItem = defineEndpoint({
  method: 'POST',
  path: '/api/store/purchases',
  summary: 'Buy an item',
  access: { user: true },
  body: z.strictObject({ item: z.string(), requestKey: z.uuid() }),
  reply: z.object({ balance: coins }),
  fails: { COINS_INSUFFICIENT: 409 },
})

export const reauthenticate = defineEndpoint({
  method: 'POST',
  path: '/api/auth/reauthenticate',
  summary: 'Give the password again',
  access: { user: true },
  body: z.strictObject({ password: z.string() }),
  reply: z.object({ success: z.literal(true) }),
})

export const greeting = defineEndpoint({
  method: 'GET',
  path: '/api/hello/greeting',
  summary: 'The time on the server',
  access: { user: true },
  reply: z.object({ at: z.iso.datetime() }),
})

const note = z.object({ id: z.uuid(), text: z.string() })

export const listNotes = defineEndpoint({
  method: 'GET',
  path: '/api/acme-notes/notes',
  summary: 'Own notes',
  access: { user: true },
  reply: z.object({ notes: z.array(note) }),
})

export const saveNote = defineEndpoint({
  method: 'POST',
  path: '/api/acme-notes/notes',
  summary: 'Save a note',
  access: { user: true },
  body: z.strictObject({ text: z.string() }),
  reply: note,
  fails: { ACME_NOTES_FULL: 409 },
})

export const gifted = defineEvent('coins:gifted', z.object({ from: userId, to: userId, amount: coins }))
export const serverCreated = defineEvent('servers:created', z.object({ id: z.uuid(), owner: userId }))
export type Note = z.output<typeof note>
export const noteSaved = defineEvent('acme-notes:saved', note)

export const storeSettings = defineSettings({
  store_enabled: { schema: z.boolean(), default: false, audience: 'public', group: 'billing' },
})

export interface LedgerService {
  grant(user: string, amount: number): Promise<number>
  transfer(from: string, to: string, amount: number): Promise<number>
}
export const Ledger = defineService<LedgerService>('coins.ledger')

export interface MailService {
  send(email: { readonly to: string; readonly subject: string }): Promise<void>
}
export const Mail = defineService<MailService>('mail.mail')

export interface Profile {
  readonly id: UserId
  readonly username: string
}
export interface ProfilesService {
  find(id: UserId): Promise<Profile | null>
}
export const Profiles = defineService<ProfilesService>('users.profiles')

export declare const hooks: HookBus
export declare const text: string
export declare const error: unknown

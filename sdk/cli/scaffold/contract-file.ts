import { has, lines, type Choice } from './choice.ts'

const notes = (id: string) => [
  '',
  'const note = z.object({ id: z.string(), text: z.string(), at: z.iso.datetime() })',
  '',
  'export const listNotes = defineEndpoint({',
  "  method: 'GET',",
  `  path: '/api/${id}/notes',`,
  "  summary: 'The notes of whoever asks, newest first',",
  '  access: { user: true },',
  '  reply: z.object({ notes: z.array(note) }),',
  '})',
  '',
  'export const addNote = defineEndpoint({',
  "  method: 'POST',",
  `  path: '/api/${id}/notes',`,
  "  summary: 'Keeps a note',",
  '  access: { user: true },',
  '  body: z.strictObject({ text: z.string().trim().min(1).max(500) }),',
  '  reply: z.object({ note }),',
  '})',
]

/** `contract/index.ts`: the calls and facts, read by both halves and by other plugins. */
export const contractFile = (choice: Choice): string =>
  lines(
    `import { defineEndpoint${has(choice, 'event') ? ', defineEvent' : ''} } from '@spawnpoint/sdk/common'`,
    `import { z } from 'zod'`,
    '',
    'export const greet = defineEndpoint({',
    `  method: '${has(choice, 'event') ? 'POST' : 'GET'}',`,
    `  path: '/api/${choice.id}/greeting',`,
    "  summary: 'A greeting with the time on the server',",
    '  access: { user: true },',
    '  reply: z.object({ text: z.string(), at: z.iso.datetime() }),',
    '})',
    ...(has(choice, 'table') ? notes(choice.id) : []),
    has(choice, 'event') && '',
    has(choice, 'event') && '/** Somebody was greeted. Other plugins can listen to it. */',
    has(choice, 'event') &&
      `export const greeted = defineEvent('${choice.id}:greeted', z.object({ user: z.string() }))`,
  )

import { has, lines, type Choice } from './choice.ts'

const membersOf = (choice: Choice) =>
  [
    'clock',
    has(choice, 'settings') && 'config',
    has(choice, 'table') && 'db',
    has(choice, 'event') && 'events',
    'http',
    has(choice, 'job') && 'jobs',
    (has(choice, 'job') || has(choice, 'event')) && 'log',
  ].filter((each) => each !== false)

const greetHandler = (choice: Choice) => [
  `  http.endpoint(greet, async (${has(choice, 'event') ? '{ actor }' : ''}) => {`,
  has(choice, 'event') && '    await events.emit(greeted, { user: actor.id })',
  has(choice, 'settings')
    ? `    return { text: String(config.read()['greeting'] ?? 'Hello'), at: clock.now().toISOString() }`
    : `    return { text: 'Hello', at: clock.now().toISOString() }`,
  '  })',
]

const noteHandlers = [
  '',
  '  http.endpoint(listNotes, async ({ actor }) => {',
  '    const rows = await db.sql<NoteRow>`',
  '      select id, text, created_at from note where owner = ${actor.id} order by created_at desc limit 100`',
  '    return { notes: rows.map(toNote) }',
  '  })',
  '',
  '  http.endpoint(addNote, async ({ actor, body }) => {',
  '    const [row] = await db.sql<NoteRow>`',
  '      insert into note (owner, text) values (${actor.id}, ${body.text}) returning id, text, created_at`',
  "    if (!row) throw new Error('The database kept no note')",
  '    return { note: toNote(row) }',
  '  })',
]

const eventHandler = [
  '',
  '  // At least once: whatever is done here is done in a way that a second time does no harm.',
  '  events.on(greeted, async ({ payload }) => {',
  "    log.info({ user: payload.user }, 'somebody was greeted')",
  '  })',
]

const jobHandler = (choice: Choice) => [
  '',
  "  jobs.define('tidy', { payload: z.object({}), schedule: '0 4 * * *' }, async () => {",
  has(choice, 'table')
    ? "    const gone = await db.sql`delete from note where created_at < now() - interval '1 year' returning id`"
    : '    const gone: readonly unknown[] = []',
  "    log.info({ gone: gone.length }, 'tidied up')",
  '  })',
]

const rowType = [
  '',
  'interface NoteRow {',
  '  readonly id: string',
  '  readonly text: string',
  '  readonly created_at: Date | string',
  '}',
  '',
  'const toNote = ({ id, text, created_at: at }: NoteRow) => ({ id, text, at: new Date(at).toISOString() })',
]

/** `server/index.ts`: what the server module registers; all of it is undone when the plugin is switched off. */
export const serverFile = (choice: Choice): string =>
  lines(
    `import { definePluginServer } from '@spawnpoint/sdk/server'`,
    has(choice, 'job') && `import { z } from 'zod'`,
    `import { ${[has(choice, 'table') && 'addNote', 'greet', has(choice, 'event') && 'greeted', has(choice, 'table') && 'listNotes'].filter((each) => each !== false).join(', ')} } from '../contract/index.ts'`,
    `import manifest from '../manifest.ts'`,
    ...(has(choice, 'table') ? rowType : []),
    '',
    '// Each member of the context needs a capability in the manifest.',
    `export default definePluginServer(manifest, ({ ${membersOf(choice).join(', ')} }) => {`,
    ...greetHandler(choice),
    ...(has(choice, 'table') ? noteHandlers : []),
    ...(has(choice, 'event') ? eventHandler : []),
    ...(has(choice, 'job') ? jobHandler(choice) : []),
    '})',
  )

/** The first migration: names without a schema are the plugin's own. */
export const migrationFile = (): string =>
  lines(
    'create table note (',
    '  id uuid primary key default gen_random_uuid(),',
    '  owner uuid not null,',
    '  text text not null check (length(text) between 1 and 500),',
    '  created_at timestamptz not null default now()',
    ');',
    '--> statement-breakpoint',
    'create index note_by_owner on note (owner, created_at desc);',
  )

import { has, lines, type Choice } from './choice.ts'

const names = (...all: readonly (string | false)[]) => all.filter((each) => each !== false).join(', ')

const greetHandler = (choice: Choice) => [
  '',
  `const answerGreet = answer(greet, manifest, async ({ ${names(
    has(choice, 'event') && 'actor',
    'clock',
    has(choice, 'settings') && 'config',
    has(choice, 'event') && 'events',
  )} }) => {`,
  has(choice, 'event') && '  await events.emit(greeted, { user: actor.id })',
  has(choice, 'settings')
    ? `  return { text: String(config.read()['greeting'] ?? 'Hello'), at: clock.now().toISOString() }`
    : `  return { text: 'Hello', at: clock.now().toISOString() }`,
  '})',
]

const noteHandlers = [
  '',
  'const answerListNotes = answer(listNotes, manifest, async ({ actor, db }) => {',
  '  const rows = await db.sql<NoteRow>`',
  '    select id, text, created_at from note where owner = ${actor.id} order by created_at desc limit 100`',
  '  return { notes: rows.map(toNote) }',
  '})',
  '',
  'const answerAddNote = answer(addNote, manifest, async ({ actor, body, db }) => {',
  '  const [row] = await db.sql<NoteRow>`',
  '    insert into note (owner, text) values (${actor.id}, ${body.text}) returning id, text, created_at`',
  "  if (!row) throw new Error('The database kept no note')",
  '  return { note: toNote(row) }',
  '})',
]

const eventHandler = [
  '',
  '// Events arrive at least once: a second time must do no harm.',
  'const logGreeted = listen(greeted, manifest, async ({ payload, log }) => {',
  "  log.info({ user: payload.user }, 'user greeted')",
  '})',
]

const jobHandler = (choice: Choice) => [
  '',
  "const everyNight = { payload: z.object({}), schedule: '0 4 * * *' }",
  `const tidy = defineJob('tidy', everyNight, manifest, async ({ ${names(has(choice, 'table') && 'db', 'log')} }) => {`,
  has(choice, 'table')
    ? "  const gone = await db.sql`delete from note where created_at < now() - interval '1 year' returning id`"
    : '  const gone: readonly unknown[] = []',
  "  log.info({ gone: gone.length }, 'tidied up')",
  '})',
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

/** `server/index.ts`: the values that the server module lists; all of it is undone when the plugin is switched off. */
export const serverFile = (choice: Choice): string =>
  lines(
    has(choice, 'resource') && `import { serveResource } from '@spawnpoint/sdk/resource/server'`,
    `import { ${names('answer', has(choice, 'job') && 'defineJob', 'definePluginServer', has(choice, 'event') && 'listen')} } from '@spawnpoint/sdk/server'`,
    has(choice, 'job') && `import { z } from 'zod'`,
    `import { ${names(has(choice, 'table') && 'addNote', 'greet', has(choice, 'event') && 'greeted', has(choice, 'table') && 'listNotes')} } from '../contract/index.ts'`,
    `import manifest from '../manifest.ts'`,
    has(choice, 'resource') && `import { articles } from '../resource.ts'`,
    has(choice, 'wallet') && `import { answerBuyNumber, answerClaimBonus } from './coins.ts'`,
    ...(has(choice, 'table') ? rowType : []),
    ...greetHandler(choice),
    ...(has(choice, 'table') ? noteHandlers : []),
    ...(has(choice, 'event') ? eventHandler : []),
    ...(has(choice, 'job') ? jobHandler(choice) : []),
    '',
    '// Each list needs a capability in the manifest, and so does each member that the code takes.',
    'export default definePluginServer(manifest, {',
    has(choice, 'resource') && '  resources: [serveResource(articles)],',
    `  endpoints: [${names(
      'answerGreet',
      has(choice, 'table') && 'answerListNotes, answerAddNote',
      has(choice, 'wallet') && 'answerClaimBonus, answerBuyNumber',
    )}],`,
    has(choice, 'job') && '  jobs: [tidy],',
    has(choice, 'event') && '  listeners: [logGreeted],',
    '})',
  )

/** The first migration: names without a schema are the plugin's own. */
export const migrationFile = (): string =>
  lines(
    'create table note (',
    '  id uuid primary key default gen_random_uuid(),',
    '  owner uuid not null references kernel.identity (id) on delete cascade,',
    '  text text not null check (length(text) between 1 and 500),',
    '  created_at timestamptz not null default now()',
    ');',
    '--> statement-breakpoint',
    'create index note_by_owner on note (owner, created_at desc);',
  )

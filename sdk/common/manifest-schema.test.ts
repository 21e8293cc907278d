import { expect, it } from 'vitest'
import { manifestSchema, RESERVED_IDS } from './manifest-schema.ts'
import { defineManifest, type Manifest } from './manifest.ts'

const route = { id: 'notes', path: '/p/notes', area: 'user' as const, module: 'page', title: 'Notes' }
const staff = {
  ...route,
  id: 'staff',
  path: '/mc-admin/x/notes',
  area: 'admin' as const,
  permission: 'plugin.notes.see',
}
const entry = { constant: 'NOTES_SEE', value: 'plugin.notes.see', category: 'Notes', description: 'See' }
const good = defineManifest({
  id: 'notes',
  version: '1.0.0',
  title: 'Notes',
  description: 'Keeps notes',
  modules: { page: 'browser/page.tsx' },
  permissions: { defines: [entry], requires: [] },
  contributes: { routes: [route], adminPages: [staff] },
})

const withRoutes = (...routes: readonly object[]) => ({ contributes: { ...good.contributes, routes } })
const withPermission = (over: object) => ({ permissions: { defines: [{ ...entry, ...over }], requires: [] } })

/** Description, invalid manifest, place of the problem, message. */
const bad: readonly (readonly [what: string, over: object, at: string, says: string])[] = [
  ['another version of the format', { schema: 2 }, 'schema', 'Invalid input: expected 1'],
  ['an unknown key', { sudo: true }, '', 'Unrecognized key: "sudo"'],
  ['no title', { title: '' }, 'title', 'Too small'],
  ['a description without end', { description: 'x'.repeat(501) }, 'description', 'Too big'],
  ['a version that is none', { version: '1.0' }, 'version', 'Invalid string'],
  ['an id in capitals', { id: 'Notes' }, 'id', 'Invalid string'],
  ['an id of two characters', { id: 'no' }, 'id', 'Invalid string'],
  ['an id of 49 characters', { id: `${'x'.repeat(24)}.${'y'.repeat(24)}` }, 'id', 'Too big'],
  ...RESERVED_IDS.map((id) => [`the id ${id}`, { id }, 'id', 'E_ID_RESERVED'] as const),
  ['an id that PostgreSQL keeps for itself', { id: 'pg-notes' }, 'id', 'E_ID_RESERVED'],
  ['a kind that is none', { kind: 'virus' }, 'kind', 'Invalid option'],
  ['that it cannot be removed', { removable: false }, 'removable', 'E_NOT_REMOVABLE'],
  ['an unknown capability', { capabilities: ['root'] }, 'capabilities.0', 'E_CAPABILITY_UNKNOWN'],
  ['an unknown isolation', { isolation: { server: 'none' } }, 'isolation.server', 'Invalid option'],
  ['no English', { locales: ['de'] }, 'locales', 'E_ENGLISH_MISSING'],
  ['a language that is none', { locales: ['en', 'English'] }, 'locales.1', 'Invalid string'],
  ['a file outside', { server: '../server.ts' }, 'server', 'E_FILE_OUTSIDE'],
  ['a file from the root', { migrations: '/etc' }, 'migrations', 'E_FILE_OUTSIDE'],
  ['a module outside', { modules: { page: 'a/../../b.ts' } }, 'modules.page', 'E_FILE_OUTSIDE'],
  ['a module that is not there', { modules: {} }, 'modules.page', 'E_MODULE_MISSING'],
  ['a boot module that is not there', { boot: 'boot' }, 'modules.boot', 'E_MODULE_MISSING'],
  [
    'a module that nothing names, without code that may',
    { capabilities: ['hooks.session'], modules: { page: 'p', more: 'm' } },
    'modules.more',
    'E_MODULE_UNUSED',
  ],
  ['a module that nothing names', { modules: { page: 'p', more: 'm' } }, 'modules.more', 'E_MODULE_UNUSED'],
  [
    'two routes of one id',
    withRoutes(route, { ...route, path: '/p/notes/two' }),
    'contributes.routes.1.id',
    'E_ROUTE_DUPLICATE',
  ],
  [
    'two routes of one path',
    withRoutes(route, { ...route, id: 'two' }),
    'contributes.routes.1.path',
    'E_PATH_DUPLICATE',
  ],
  [
    'a route to nothing',
    withRoutes(route, { ...route, id: 'two', path: '/p/notes/two', module: undefined }),
    'contributes.routes.1.module',
    'E_ROUTE_MODULE_OR_REDIRECT',
  ],
  [
    'a route to two things',
    withRoutes({ ...route, redirect: '/dashboard' }),
    'contributes.routes.0.module',
    'E_ROUTE_MODULE_OR_REDIRECT',
  ],
  [
    'a path of somebody else',
    withRoutes({ ...route, path: '/p/notes-of-others' }),
    'contributes.routes.0.path',
    'E_PATH_OUTSIDE',
  ],
  [
    'a path that leads out of its own again',
    withRoutes({ ...route, path: '/p/notes/../../dashboard' }),
    'contributes.routes.0.path',
    'E_PATH_OUTSIDE',
  ],
  ...['//elsewhere.example', '/\\\\elsewhere.example', 'https://elsewhere.example'].map(
    (redirect) =>
      [
        `a route that leads to ${redirect}`,
        withRoutes({ ...route, module: undefined, redirect }),
        'contributes.routes.0.redirect',
        'Invalid',
      ] as const,
  ),
  [
    'boot code that may add, and no list of what',
    { capabilities: ['hooks.register'] },
    'registers',
    'E_REGISTERS',
  ],
  [
    'a list of what boot code adds, and no capability for it',
    { registers: { slots: [{ slot: 'dashboard.before' }] } },
    'registers',
    'E_REGISTERS',
  ],
  [
    'boot code that adds a page of somebody else',
    { capabilities: ['hooks.register'], registers: { routes: [{ path: '/p/other', title: 'Other' }] } },
    'registers.routes.0.path',
    'E_PATH_OUTSIDE',
  ],
  [
    'an admin page among the pages of users',
    { contributes: { ...good.contributes, adminPages: [{ ...staff, path: '/p/notes/staff' }] } },
    'contributes.adminPages.0.path',
    'E_PATH_OUTSIDE',
  ],
  [
    'an admin page for everybody',
    { contributes: { ...good.contributes, adminPages: [{ ...staff, permission: undefined }] } },
    'contributes.adminPages.0.permission',
    'Invalid input',
  ],
  [
    'a menu entry to no page',
    { contributes: { ...good.contributes, nav: [{ area: 'user', route: 'gone', label: 'x' }] } },
    'contributes.nav.0.route',
    'E_ROUTE_UNKNOWN',
  ],
  [
    'a command to no page',
    { contributes: { ...good.contributes, commands: [{ id: 'open', route: 'gone', title: 'x' }] } },
    'contributes.commands.0.route',
    'E_ROUTE_UNKNOWN',
  ],
  ...(['widgets', 'debugTabs', 'customisationTabs', 'commands'] as const).map((kind) => {
    const part = {
      id: 'twice',
      title: 'x',
      ...(kind === 'commands' ? { route: 'notes' } : { module: 'page' }),
    }
    const over = { contributes: { ...good.contributes, [kind]: [part, part] } }
    return [`two ${kind} of one id`, over, `contributes.${kind}.1.id`, 'E_ID_DUPLICATE'] as const
  }),
  ...(['constant', 'value'] as const).map((field) => {
    const other = { ...entry, constant: 'NOTES_EDIT', value: 'plugin.notes.edit', [field]: entry[field] }
    const over = { permissions: { defines: [entry, other], requires: [] } }
    return [
      `two permissions of one ${field}`,
      over,
      `permissions.defines.1.${field}`,
      'E_PERMISSION_DUPLICATE',
    ] as const
  }),
  [
    'a permission of somebody else',
    withPermission({ value: 'admin.root' }),
    'permissions.defines.0.value',
    'E_PERMISSION_PREFIX',
  ],
  [
    'a permission of a plugin whose id begins alike',
    withPermission({ value: 'plugin.notesmore.see' }),
    'permissions.defines.0.value',
    'E_PERMISSION_PREFIX',
  ],
  [
    'a value in capitals',
    withPermission({ value: 'plugin.notes.SEE' }),
    'permissions.defines.0.value',
    'Invalid string',
  ],
  [
    'a path with a query',
    withRoutes({ ...route, path: '/p/notes?all' }),
    'contributes.routes.0.path',
    'Invalid string',
  ],
  [
    'a widget of a size that is none',
    {
      contributes: { ...good.contributes, widgets: [{ id: 'x', module: 'page', title: 'x', size: 'huge' }] },
    },
    'contributes.widgets.0.size',
    'Invalid option',
  ],
  [
    'a menu that is none',
    { contributes: { ...good.contributes, nav: [{ area: 'public', route: 'notes', label: 'x' }] } },
    'contributes.nav.0.area',
    'Invalid option',
  ],
  ['settings that are no object', { settings: { type: 'array' } }, 'settings.type', 'E_SETTINGS_SCHEMA'],
  ...[{ type: 'banana' }, { type: 'string', pattern: '(' }].map(
    (property) =>
      [
        `a setting that is ${JSON.stringify(property)}`,
        { settings: { type: 'object', properties: { mine: property } } },
        'settings',
        'E_SETTINGS_SCHEMA',
      ] as const,
  ),
  [
    'a signature by another method',
    { signature: { alg: 'rsa', keyId: 'x', value: 'x' } },
    'signature.alg',
    'Invalid input: expected "ed25519"',
  ],
  [
    'a constant in lower case',
    withPermission({ constant: 'notes' }),
    'permissions.defines.0.constant',
    'Invalid string',
  ],
]

const problemsOf = (manifest: Partial<Manifest> | object) =>
  (manifestSchema.safeParse(manifest).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )

it('[PKG3] a manifest that keeps every rule is taken', () => {
  expect(problemsOf(good)).toEqual([])
})

it.each(bad)('[PKG3] a manifest is refused that has %s', (_what, over, at, says) => {
  const problems = problemsOf({ ...good, ...over })
  expect(problems).toContainEqual(expect.stringMatching(`^${at}: ${says}`))
})

it.each(['constant', 'value', 'category', 'description'])(
  '[ENT51] a permission without %s is refused',
  (field) => {
    const { [field]: _left, ...rest } = entry as Record<string, string>
    const problems = problemsOf({ ...good, permissions: { defines: [rest], requires: [] } })
    expect(problems).toEqual([expect.stringMatching(`^permissions.defines.0.${field}: `)])
  },
)

const mark = '\u202e'

it.each([
  ['a title', { title: `Notes${mark}` }, 'title'],
  ['an icon', { icon: `Tag${mark}` }, 'icon'],
  [
    'a shortcut',
    {
      contributes: {
        ...good.contributes,
        commands: [{ id: 'go', title: 'Go', route: 'notes', shortcut: `Alt+${mark}` }],
      },
    },
    'contributes.commands.0.shortcut',
  ],
  [
    'the name of a setting',
    { settings: { type: 'object', properties: { [`color${mark}`]: { type: 'string' } } } },
    `settings.properties.color${mark}`,
  ],
  [
    'a permission of others',
    { permissions: { defines: [entry], requires: [`admin.users${mark}`] } },
    'permissions.requires.0',
  ],
  ['the id of another plugin', { dependencies: { [`store${mark}`]: '*' } }, `dependencies.store${mark}`],
  [
    'a slot',
    { contributes: { ...good.contributes, slots: [{ slot: `dashboard${mark}`, module: 'page' }] } },
    'contributes.slots.0.slot',
  ],
] as const)('[PKG21] refuses marks that are not seen in %s, once', (_what, over, at) => {
  expect(problemsOf({ ...good, ...over })).toEqual([`${at}: E_TEXT_MARKS`])
})

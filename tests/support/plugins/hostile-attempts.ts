import type { CraftOptions } from './craft-package.ts'

/** Statements with which a plugin reaches for what is not its own, or changes what it may only use. */
export const hostileStatements: readonly string[] = [
  'select * from kernel.session',
  'select * from kernel.identity',
  'select * from kernel.setting',
  'select * from kernel.plugin_role',
  'insert into kernel.outbox (name, payload) values ($$users:created$$, $${}$$)',
  'select * from coins.transfer',
  'select * from coins.account',
  'select * from victim.loot',
  'select * from graphile_worker.jobs',
  `select graphile_worker.add_job('spawnpoint', '{}')`,
  'select * from pg_authid',
  'select * from pg_shadow',
  `copy (select 1) to program 'id'`,
  `copy loot from program 'id'`,
  `copy loot from '/etc/passwd'`,
  `select pg_read_file('/etc/passwd')`,
  `select lo_import('/etc/passwd')`,
  `select pg_ls_dir('.')`,
  'set role spawnpoint',
  'set session authorization spawnpoint',
  'create role boss superuser',
  'create extension dblink',
  'create schema more',
  'create table more (id integer)',
  'create table public.more (id integer)',
  'create function more() returns integer language sql as $$select 1$$',
  'alter table loot add column more text',
  'drop table loot',
  'truncate loot',
  'drop schema thief cascade',
  'drop schema victim cascade',
  'drop schema kernel cascade',
  'drop table victim.loot',
  'alter system set max_connections = 5',
  `select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user and usename is not null`,
  'select kernel.refuse_change()',
]

/** Names of files in a package that lead out of its folder, ten characters each. */
export const hostilePaths: readonly string[] = [
  '../../x.js',
  '/etc/pass1',
  'a/../../b.',
  'C:/evil.js',
  'a\\..\\bb.js',
  './hidden.j',
  'a//double.',
  'nul\0byte.j',
]

type Spoil = NonNullable<CraftOptions['spoil']>

/** Changes to a manifest of a package that keep it from being read, with the problem of each. */
export const hostileManifests: readonly (readonly [string, Spoil, Record<string, string>])[] = [
  ['of an unknown version', (m) => (m['schema'] = 2), { schema: 'invalid_value' }],
  ['with a field nobody knows', (m) => (m['sudo'] = true), { sudo: 'unrecognized_keys' }],
  ['with a reserved id', (m) => (m['id'] = 'kernel'), { id: 'E_ID_RESERVED' }],
  [
    'with a module that nothing names',
    (m) => (m['modules'] = { a: 'browser/a.js' }),
    { 'modules.a': 'E_MODULE_UNUSED' },
  ],
  ['without English', (m) => (m['locales'] = ['de']), { locales: 'E_ENGLISH_MISSING' }],
  ['that says it is built in', (m) => (m['kind'] = 'builtin'), { kind: 'E_KIND_BUILTIN' }],
  ['that cannot be removed', (m) => (m['removable'] = false), { removable: 'E_NOT_REMOVABLE' }],
  ['without a list of files', (m) => delete m['files'], { files: 'E_FILES_MISSING' }],
  ['whose server module is not there', (m) => (m['server'] = 'server/no.js'), { server: 'E_FILE_MISSING' }],
  ['whose words are not there', (m) => (m['locales'] = ['en', 'de']), { 'locales.de': 'E_FILE_MISSING' }],
  [
    'with a capability nobody knows',
    (m) => (m['capabilities'] = ['root']),
    { 'capabilities.0': 'E_CAPABILITY_UNKNOWN' },
  ],
  [
    'with a pattern of its settings that no linear matcher knows',
    (m) =>
      (m['settings'] = { type: 'object', properties: { a: { type: 'string', pattern: '^(?=a)(a+)+$' } } }),
    { 'settings.properties.a.pattern': 'E_SETTINGS_PATTERN' },
  ],
  [
    'with a permission of somebody else',
    (m) =>
      (m['permissions'] = {
        defines: [{ constant: 'X', value: 'admin.root', category: 'x', description: 'x' }],
        requires: [],
      }),
    { 'permissions.defines.0.value': 'E_PERMISSION_PREFIX' },
  ],
]

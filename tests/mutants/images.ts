import type { Mutant } from './mutant.ts'

const manifest = 'builtin/images/manifest.ts'
const handlers = 'builtin/images/server/handle-images.ts'
const queries = 'builtin/images/server/image-queries.ts'

const moved = (rule: string, path: string): Mutant => ({
  rule,
  file: manifest,
  find: `path: '${path}',`,
  replace: `path: '${path}-elsewhere',`,
})

/** Pictures of the catalog. */
export const imageMutants: readonly Mutant[] = [
  moved('SCR87', '/mc-admin/images'),
  moved('SCR88', '/mc-admin/images/create'),
  moved('SCR89', '/mc-admin/images/:id/delete'),
  {
    rule: 'SCR90',
    file: manifest,
    find: '/mc-admin/images/:id/delete',
    replace: '/mc-admin/images/:id/edit',
  },
  {
    rule: 'PER20',
    file: manifest,
    find: 'value: `admin.images.${action}`',
    replace: 'value: `admin.pictures.${action}`',
  },
  {
    rule: 'GRD18',
    file: manifest,
    find: `permission: 'admin.images.list'`,
    replace: `permission: 'admin.settings.view'`,
  },
  {
    rule: 'CIM1',
    file: handlers,
    find: `if (!row) throw fail('IMAGES_NAME_TAKEN'`,
    replace: `if (row === undefined) throw fail('IMAGES_NAME_TAKEN'`,
  },
  { rule: 'CIM1', file: handlers, find: ' || name.length > longestName', replace: '' },
  {
    rule: 'CIM1',
    file: queries,
    find: 'sql`lower(${image.name})`, name.toLowerCase()',
    replace: 'image.name, name',
  },
  { rule: 'CIM2', file: handlers, find: '.where(and(where, past))', replace: '.where(past)' },
  { rule: 'CIM2', file: handlers, find: `order = 'desc'`, replace: `order = 'asc'` },
  {
    rule: 'CIM3',
    file: 'builtin/servers/server/picture-finder.ts',
    find: 'return (await url) ?? bundled',
    replace: 'return bundled',
  },
  {
    rule: 'CIM3',
    file: 'builtin/servers/server/picture-finder.ts',
    find: 'return (await url) ?? bundled',
    replace: 'return await url',
  },
  { rule: 'CIM4', file: handlers, find: '      await pictures.remove(tx, [row.pictureId])\n', replace: '' },
  {
    rule: 'CIM5',
    file: handlers,
    find: `action: 'images:updated', target: id, before, after`,
    replace: `action: 'images:updated', target: id, after`,
  },
  {
    rule: 'CIM5',
    file: 'builtin/images/contract/calls.ts',
    find: `access: { permission: 'admin.images.edit' }`,
    replace: `access: { permission: 'admin.images.create' }`,
  },
]

import type { Mutant } from './mutant.ts'

const links = 'builtin/redirect-links'
const board = 'builtin/leaderboard/server'
const gifts = 'builtin/gifts/server/handle-gifts.ts'
const profile = 'builtin/profiles/server/handle-profile.ts'
const lookup = 'builtin/user-lookup/server/index.ts'
const page = 'kernel/server/page/page.ts'

/** Rules of the pages that people share, and of links to elsewhere. */
export const communityMutants: readonly Mutant[] = [
  { rule: 'RDL1', file: page, find: 'location: elsewhere }', replace: 'location: elsewhere + url.search }' },
  { rule: 'RDL1', file: `${links}/server/create-redirects.ts`, find: 'path.toLowerCase()', replace: 'path' },
  {
    rule: 'RDL1',
    file: 'kernel/server/page/page-headers.ts',
    find: "'cache-control': 'no-store'",
    replace: "'cache-control': 'max-age=600'",
  },
  {
    rule: 'RDL2',
    file: `${links}/resource.ts`,
    find: '.pattern(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)\n',
    replace: '',
  },
  {
    rule: 'RDL2',
    file: `${links}/server/migrations/0001_redirect_link.sql`,
    find: 'create unique index redirect_link_name_key',
    replace: 'create index redirect_link_name_key',
  },
  {
    rule: 'RDL2',
    file: `${links}/server/taken-names.ts`,
    find: 'flatMap((plugin) => plugin.paths)',
    replace: 'filter(({ enabled }) => enabled).flatMap((plugin) => plugin.paths)',
  },
  {
    rule: 'RDL2',
    file: `${links}/server/taken-names.ts`,
    find: "const RESERVED = ['api', 'assets', 'docs', 'p']",
    replace: 'const RESERVED: readonly string[] = []',
  },
  { rule: 'RDL3', file: page, find: 'const elsewhere = isPage ? null :', replace: 'const elsewhere =' },
  {
    rule: 'RDL3',
    file: `${links}/server/taken-names.ts`,
    find: '(await plugins.list()).filter(({ enabled }) => enabled)',
    replace: 'await plugins.list()',
  },
  {
    rule: 'RDL4',
    file: 'sdk/common/resource/resource-schemas.ts',
    find: "url !== null && url.username === ''",
    replace: 'url !== null',
  },
  {
    rule: 'RDL4',
    file: `${links}/server/index.ts`,
    find: 'if (to?.origin !== uses.instance.origin) return',
    replace: 'return',
  },
  {
    rule: 'RDL5',
    file: `${links}/server/link-queries.ts`,
    find: 'and(eq(sql`lower(${name})`, wanted), eq(enabled, true))',
    replace: 'eq(sql`lower(${name})`, wanted)',
  },
  {
    rule: 'RDL6',
    file: `${links}/server/create-click-counter.ts`,
    find: 'count: (waiting.get(link)?.count ?? 0) + 1',
    replace: 'count: 1',
  },
  { rule: 'RDL6', file: page, find: "method === 'GET' &&", replace: '' },
  {
    rule: 'RDL6',
    file: page,
    find: " && !`${headers['sec-purpose'] ?? ''}`.includes('prefetch')",
    replace: '',
  },
  {
    rule: 'RDL7',
    file: `${links}/server/link-queries.ts`,
    find: 'and(eq(enabled, true), eq(inSidebar, true))',
    replace: 'eq(inSidebar, true)',
  },
  {
    rule: 'RDL7',
    file: `${links}/server/link-queries.ts`,
    find: 'orderBy(asc(order), asc(name))',
    replace: 'orderBy(asc(name))',
  },
  {
    rule: 'RDL7',
    file: `${links}/browser/sidebar-links.tsx`,
    find: " || pathname.startsWith('/mc-admin')",
    replace: '',
  },
  {
    rule: 'LDB1',
    file: `${board}/handle-leaderboard.ts`,
    find: 'places.findIndex((each) => each.value === value) + 1',
    replace: 'places.findLastIndex((each) => each.value === value) + 1',
  },
  { rule: 'LDB1', file: `${board}/score-queries.ts`, find: 'order by s.value desc,', replace: 'order by' },
  { rule: 'LDB2', file: `${board}/score-queries.ts`, find: 'next.above + next.same', replace: 'next.above' },
  { rule: 'LDB2', file: `${board}/count-scores.ts`, find: 'rank() over', replace: 'dense_rank() over' },
  { rule: 'LDB2', file: `${board}/count-scores.ts`, find: '% ${STEP_ROWS} = 1', replace: '= 1' },
  {
    rule: 'LDB3',
    file: `${board}/handle-leaderboard.ts`,
    find: "shown !== 'hidden' || person === actor",
    replace: "shown !== 'concealed' || person === actor",
  },
  {
    rule: 'LDB3',
    file: `${board}/score-queries.ts`,
    find: " and a.shown is distinct from 'absent'",
    replace: '',
  },
  {
    rule: 'LDB3',
    file: `${board}/count-scores.ts`,
    find: "a.shown is distinct from 'absent' as listed",
    replace: 'true as listed',
  },
  {
    rule: 'LDB4',
    file: `${board}/score-queries.ts`,
    find: 'on i.id = s.person and i.banned_at is null',
    replace: 'on i.id = s.person',
  },
  {
    rule: 'LDB4',
    file: `${board}/count-scores.ts`,
    find: 'on i.id = s.person and i.banned_at is null',
    replace: 'on i.id = s.person',
  },
  {
    rule: 'LDB5',
    file: 'kernel/server/host/service-registry.ts',
    find: 'id.startsWith(`${family}:`)',
    replace: "id.startsWith('leaderboard.categories:coins')",
  },
  {
    rule: 'LDB6',
    file: 'builtin/leaderboard/contract/endpoints.ts',
    find: "{ user: true, flag: 'leaderboard_enabled' }",
    replace: '{ user: true }',
  },
  {
    rule: 'PRF1',
    file: 'builtin/profiles/server/profile-queries.ts',
    find: "fields: ['role', 'since'], minecraftName",
    replace: "fields: ['role', 'since', 'coins'], minecraftName",
  },
  { rule: 'PRF2', file: profile, find: "since: shows('since') ?", replace: "since: shows('role') ?" },
  { rule: 'PRF2', file: profile, find: '.filter(({ id }) => shows(id))', replace: '' },
  {
    rule: 'PRF2',
    file: 'builtin/leaderboard/server/create-leaderboard.ts',
    find: "if ((await findAppearance(db.orm, person)) !== 'named') return []",
    replace: '',
  },
  { rule: 'PRF3', file: profile, find: ' || person.bannedReason !== null', replace: '' },
  { rule: 'PRF3', file: profile, find: '(!privacy.visible && !isOwn)', replace: '!privacy.visible' },
  {
    rule: 'PRF4',
    file: 'builtin/profiles/server/handle-privacy.ts',
    find: "throw fail('PROFILES_FIELD_UNKNOWN')",
    replace: 'return {}',
  },
  {
    rule: 'PRF5',
    file: 'builtin/profiles/contract/endpoints.ts',
    find: "{ user: true, flag: 'allow_public_profiles' }",
    replace: '{ user: true }',
  },
  { rule: 'GFT1', file: gifts, find: "{ system: 'fees' as const }", replace: "{ system: 'store' as const }" },
  { rule: 'GFT2', file: 'builtin/gifts/contract/schemas.ts', find: 'Math.ceil', replace: 'Math.floor' },
  {
    rule: 'GFT2',
    file: gifts,
    find: "if (fee !== feeOf(coins, values.coins_share_fee)) throw fail('GIFTS_FEE_CHANGED')",
    replace: '',
  },
  {
    rule: 'GFT3',
    file: gifts,
    find: "if (coins > max) throw fail('GIFTS_TOO_HIGH', { details: { max } })",
    replace: '',
  },
  {
    rule: 'GFT3',
    file: 'builtin/gifts/server/recipient.ts',
    find: 'person.bannedReason === null && isVisible',
    replace: 'isVisible',
  },
  {
    rule: 'GFT3',
    file: 'builtin/gifts/server/recipient.ts',
    find: 'person.bannedReason === null && isVisible',
    replace: 'person.bannedReason === null',
  },
  {
    rule: 'GFT4',
    file: gifts,
    find: "if (!canReceive && posting.outcome !== 'repeated')",
    replace: 'if (!canReceive)',
  },
  { rule: 'GFT4', file: gifts, find: "if (posting.outcome === 'posted') {", replace: '{' },
  { rule: 'GFT5', file: gifts, find: 'await sendNotice(call, tx, gift)', replace: '' },
  { rule: 'GFT5', file: gifts, find: 'user: giver.id,', replace: 'user: recipient.id,' },
  {
    rule: 'GFT6',
    file: 'builtin/gifts/contract/endpoints.ts',
    find: "{ user: true, flag: 'allow_coins_sharing' }",
    replace: '{ user: true }',
  },
  {
    rule: 'LKP1',
    file: lookup,
    find: 'username.toLowerCase().includes(text.toLowerCase())',
    replace: "username !== ''",
  },
  { rule: 'LKP2', file: lookup, find: '.filter(({ id }) => findable.has(id))', replace: '' },
  {
    rule: 'LKP3',
    file: lookup,
    find: '{ max: 30, perSeconds: 60 }',
    replace: '{ max: 3_000, perSeconds: 60 }',
  },
]

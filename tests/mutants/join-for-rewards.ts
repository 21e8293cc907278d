import type { Mutant } from './mutant.ts'

const rewards = 'builtin/j4r-servers/server/rewards.ts'
const queries = 'builtin/j4r-servers/server/reward-queries.ts'
const discord = 'builtin/j4r-servers/server/discord.ts'

const manifest = 'builtin/j4r-servers/manifest.ts'
const resource = 'builtin/j4r-servers/resource.ts'
const pages = 'sdk/common/resource/resource-manifest.ts'
const permission = {
  file: resource,
  find: `permission: 'admin.j4r.servers'`,
  replace: `permission: 'admin.j4r'`,
}

export const joinForRewardsMutants: readonly Mutant[] = [
  { rule: 'SCR20', file: manifest, find: `path: '/earn/j4r',`, replace: `path: '/earn/joining',` },
  { rule: 'SCR79', file: pages, find: `list: '',`, replace: `list: '/list',` },
  { rule: 'SCR80', file: pages, find: `create: '/create',`, replace: `create: '/new',` },
  { rule: 'SCR81', file: pages, find: `edit: '/:id/edit',`, replace: `edit: '/:id',` },
  { rule: 'SCR82', file: pages, find: `delete: '/:id/delete',`, replace: `delete: '/:id/remove',` },
  { rule: 'PER6', ...permission },
  { rule: 'GRD21', ...permission },
  { rule: 'JFR1', file: rewards, find: 'key: serverId,', replace: 'key: `${Date.now()}${Math.random()}`,' },
  { rule: 'JFR2', file: rewards, find: 'if (locked) continue', replace: '' },
  {
    rule: 'JFR2',
    file: rewards,
    find: `from: 'earnings', amount: coins`,
    replace: `from: 'earnings', amount: 1`,
  },
  {
    rule: 'JFR3',
    file: discord,
    find: `const scope = 'identify guilds'`,
    replace: `const scope = 'identify guilds email'`,
  },
  { rule: 'JFR3', file: rewards, find: `secrets.sign('j4r.discord', discord.id)`, replace: 'discord.id' },
  {
    rule: 'JFR4',
    file: rewards,
    find: `error instanceof DiscordRefused ? 'J4R_DISCORD_REFUSED' : 'J4R_DISCORD_UNREACHABLE'`,
    replace: `'J4R_DISCORD_UNREACHABLE'`,
  },
  { rule: 'JFR5', file: queries, find: 'eq(startedCheck.userId, user),', replace: '' },
  { rule: 'JFR5', file: queries, find: 'gt(startedCheck.expiresAt, now)', replace: 'sql`true`' },
  {
    rule: 'JFR6',
    file: queries,
    find: `own.discordHash === discordHash ? 'tied' : 'other'`,
    replace: `'tied'`,
  },
  { rule: 'JFR6', file: queries, find: `if (!own) return 'taken'`, replace: `if (!own) return 'tied'` },
  {
    rule: 'JFR7',
    file: rewards,
    find: 'if (own) await queries.dropMembership(tx, user, serverId)',
    replace: '',
  },
  { rule: 'JFR7', file: rewards, find: 'own.payableAt <= now', replace: 'own.payableAt > new Date(0)' },
  { rule: 'JFR8', file: rewards, find: 'const checks = { max: 10,', replace: 'const checks = { max: 1000,' },
  { rule: 'JFR8', file: discord, find: `!given.scope.split(' ').includes('guilds')`, replace: 'false' },
  {
    rule: 'JFR9',
    file: 'builtin/j4r-servers/contract/settings.ts',
    find: 'j4r_enabled: { schema: z.boolean(), default: false,',
    replace: 'j4r_enabled: { schema: z.boolean(), default: true,',
  },
]

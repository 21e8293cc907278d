const flag = (name: string, value: 'true' | 'false' = 'false') =>
  `\`${name}\` enum('false','true') NOT NULL DEFAULT '${value}'`
const time = (name: string) => `\`${name}\` datetime NOT NULL DEFAULT current_timestamp()`

const table = (name: string, lines: readonly string[]) =>
  `CREATE TABLE \`${name}\` (\n  \`id\` int(11) NOT NULL AUTO_INCREMENT,\n${lines
    .map((line) => `  ${line},\n`)
    .join('')}  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;\n`

const limits = ['memory', 'disk', 'cpu', 'server', 'backup', 'database', 'allocation']

/** Tables of MythicalDash 3 as its migrations leave them. */
export const mythicaldashSchema: string = [
  table('mythicaldash_users', [
    '`username` text NOT NULL',
    '`first_name` text NOT NULL',
    '`last_name` text NOT NULL',
    '`email` text NOT NULL',
    '`password` text NOT NULL',
    "`avatar` text DEFAULT 'https://www.gravatar.com/avatar'",
    "`credits` int(16) NOT NULL DEFAULT '0'",
    '`uuid` varchar(36) NOT NULL',
    '`pterodactyl_user_id` int(11) NOT NULL DEFAULT 0',
    ...limits.map((name) => `\`${name}_limit\` int(11) NOT NULL DEFAULT 0`),
    '`token` text NOT NULL',
    '`role` int(11) NOT NULL DEFAULT 1',
    '`first_ip` text NOT NULL',
    '`last_ip` text NOT NULL',
    "`banned` text DEFAULT 'NO'",
    flag('verified'),
    flag('2fa_enabled'),
    '`2fa_key` text DEFAULT NULL',
    flag('discord_linked'),
    flag('github_linked'),
    flag('deleted'),
    flag('locked'),
    time('last_seen'),
    time('first_seen'),
  ]),
  table('mythicaldash_servers', [
    '`pterodactyl_id` int(11) NOT NULL',
    '`build` int(11) DEFAULT NULL',
    '`user` varchar(36) NOT NULL',
    flag('deleted'),
    flag('locked'),
    flag('purge'),
    time('created_at'),
    time('expires_at'),
  ]),
  table('mythicaldash_departments', [
    '`name` text NOT NULL',
    '`description` text NOT NULL',
    '`time_open` text NOT NULL',
    '`time_close` text NOT NULL',
    flag('enabled'),
    flag('deleted'),
    flag('locked'),
    time('date'),
  ]),
  table('mythicaldash_tickets', [
    '`user` varchar(36) NOT NULL',
    '`department` int(16) NOT NULL',
    "`priority` enum('low','medium','high','urgent') NOT NULL DEFAULT 'low'",
    "`status` enum('open','closed','waiting','replied','inprogress') NOT NULL DEFAULT 'open'",
    '`title` text NOT NULL',
    '`description` text NOT NULL',
    flag('deleted'),
    flag('locked'),
    time('date'),
  ]),
  table('mythicaldash_tickets_messages', [
    '`ticket` int(16) NOT NULL',
    '`user` varchar(36) NOT NULL',
    '`message` text NOT NULL',
    flag('deleted'),
    flag('locked'),
    time('date'),
  ]),
  table('mythicaldash_redeem_codes', [
    '`code` text NOT NULL',
    '`uses` int(11) NOT NULL',
    '`coins` int(11) NOT NULL',
    flag('enabled', 'true'),
    flag('deleted'),
    flag('locked'),
    time('updated_at'),
    time('created_at'),
  ]),
  table('mythicaldash_redeem_codes_redeems', [
    '`user` varchar(36) NOT NULL',
    '`code` int(11) NOT NULL',
    flag('deleted'),
    flag('locked'),
    time('updated_at'),
    time('created_at'),
  ]),
  table('mythicaldash_referral_codes', [
    '`user` varchar(36) NOT NULL',
    '`code` text NOT NULL',
    flag('deleted'),
    flag('locked'),
    time('updated_at'),
    time('created_at'),
  ]),
  table('mythicaldash_referral_uses', [
    '`referral_code_id` int(11) NOT NULL',
    '`referred_user_id` varchar(36) NOT NULL',
    flag('deleted'),
    flag('locked'),
    time('updated_at'),
    time('created_at'),
  ]),
].join('')

const texts = (...names: readonly string[]) => names.map((name) => `\`${name}\` text NOT NULL DEFAULT '0'`)

/** Tables of MythicalDash 2 as its migrations leave them. */
export const mythicaldashTwoSchema: string = [
  table('mythicaldash_users', [
    '`panel_id` text NOT NULL',
    '`email` text NOT NULL',
    '`username` text NOT NULL',
    '`first_name` text NOT NULL',
    '`last_name` text NOT NULL',
    '`password` text NOT NULL',
    '`api_key` text NOT NULL',
    "`role` enum('Administrator','Support','User') NOT NULL DEFAULT 'User'",
    "`coins` text DEFAULT '0'",
    ...texts('ram', 'disk', 'cpu', 'server_limit', 'ports', 'databases', 'backups', 'minutes_afk'),
    '`last_seen` bigint(111) NOT NULL DEFAULT 0',
    '`first_ip` text DEFAULT NULL',
    '`last_ip` text DEFAULT NULL',
    "`banned` text NOT NULL DEFAULT ''",
    time('registred'),
  ]),
  table('mythicaldash_servers', [
    '`pid` text NOT NULL',
    '`uid` text NOT NULL',
    "`purge` enum('true','false') NOT NULL DEFAULT 'true'",
    '`location` text NOT NULL',
    ...texts('egg_id'),
    time('created'),
  ]),
  table('mythicaldash_redeem', [
    '`code` text NOT NULL',
    '`uses` text NOT NULL',
    '`coins` text NOT NULL',
    ...texts('ram', 'disk', 'cpu', 'server_limit', 'ports', 'databases', 'backups'),
    time('created'),
  ]),
  table('mythicaldash_tickets', [
    '`ownerkey` text NOT NULL',
    '`ticketuuid` text NOT NULL',
    '`subject` text NOT NULL',
    "`priority` enum('low','medium','high') NOT NULL",
    '`description` text NOT NULL',
    "`attachment` text NOT NULL DEFAULT ''",
    "`status` enum('open','closed','deleted') NOT NULL DEFAULT 'open'",
    time('created'),
  ]),
  table('mythicaldash_tickets_messages', [
    '`ticketuuid` text NOT NULL',
    '`userkey` text NOT NULL',
    '`message` text NOT NULL',
    "`attachment` text NOT NULL DEFAULT ''",
    time('created'),
  ]),
].join('')

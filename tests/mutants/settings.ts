import type { Mutant } from './mutant.ts'

const kernel = 'kernel/server/settings/kernel-settings.ts'
const debug = 'kernel/server/services/debug-values.ts'
const general = 'builtin/settings/contract/general-settings.ts'
const servers = 'builtin/servers/contract/settings.ts'
const earn = 'builtin/earn/contract/settings.ts'
const store = 'builtin/store/contract/settings.ts'

export const settingsMutants: readonly Mutant[] = [
  { rule: 'ENT2', file: kernel, find: '\n  app_name: ', replace: '\n  app_name_hidden: ' },
  { rule: 'ENT3', file: debug, find: '\n  app_version: ', replace: '\n  app_version_hidden: ' },
  { rule: 'ENT4', file: kernel, find: '\n  app_lang: ', replace: '\n  app_lang_hidden: ' },
  { rule: 'ENT5', file: kernel, find: '\n  app_timezone: ', replace: '\n  app_timezone_hidden: ' },
  { rule: 'ENT6', file: debug, find: '\n  app_url: ', replace: '\n  app_url_hidden: ' },
  { rule: 'ENT7', file: general, find: '\n  currency: ', replace: '\n  currency_hidden: ' },
  { rule: 'ENT8', file: general, find: '\n  currency_symbol: ', replace: '\n  currency_symbol_hidden: ' },
  { rule: 'ENT9', file: general, find: '\n  company_name: ', replace: '\n  company_name_hidden: ' },
  { rule: 'ENT10', file: general, find: '\n  company_address: ', replace: '\n  company_address_hidden: ' },
  { rule: 'ENT11', file: general, find: '\n  company_city: ', replace: '\n  company_city_hidden: ' },
  { rule: 'ENT12', file: general, find: '\n  company_state: ', replace: '\n  company_state_hidden: ' },
  { rule: 'ENT13', file: general, find: '\n  company_country: ', replace: '\n  company_country_hidden: ' },
  { rule: 'ENT14', file: general, find: '\n  company_zip: ', replace: '\n  company_zip_hidden: ' },
  { rule: 'ENT15', file: general, find: '\n  company_vat: ', replace: '\n  company_vat_hidden: ' },
  { rule: 'ENT16', file: servers, find: '\n  default_cpu: ', replace: '\n  default_cpu_hidden: ' },
  { rule: 'ENT17', file: servers, find: '\n  default_ram: ', replace: '\n  default_ram_hidden: ' },
  { rule: 'ENT18', file: servers, find: '\n  default_disk: ', replace: '\n  default_disk_hidden: ' },
  { rule: 'ENT19', file: servers, find: '\n  default_ports: ', replace: '\n  default_ports_hidden: ' },
  {
    rule: 'ENT20',
    file: servers,
    find: '\n  default_databases: ',
    replace: '\n  default_databases_hidden: ',
  },
  { rule: 'ENT21', file: servers, find: '\n  default_backups: ', replace: '\n  default_backups_hidden: ' },
  {
    rule: 'ENT22',
    file: servers,
    find: '\n  default_server_slots: ',
    replace: '\n  default_server_slots_hidden: ',
  },
  {
    rule: 'ENT23',
    file: general,
    find: '\n  server_renew_days: ',
    replace: '\n  server_renew_days_hidden: ',
  },
  {
    rule: 'ENT24',
    file: general,
    find: '\n  server_renew_cost: ',
    replace: '\n  server_renew_cost_hidden: ',
  },
  {
    rule: 'ENT25',
    file: 'builtin/afk/contract/settings.ts',
    find: '\n  afk_enabled: ',
    replace: '\n  afk_enabled_hidden: ',
  },
  {
    rule: 'ENT26',
    file: 'builtin/gifts/contract/settings.ts',
    find: '\n  allow_coins_sharing: ',
    replace: '\n  allow_coins_sharing_hidden: ',
  },
  {
    rule: 'ENT27',
    file: 'builtin/profiles/contract/settings.ts',
    find: '\n  allow_public_profiles: ',
    replace: '\n  allow_public_profiles_hidden: ',
  },
  { rule: 'ENT28', file: servers, find: '\n  allow_servers: ', replace: '\n  allow_servers_hidden: ' },
  { rule: 'ENT29', file: general, find: '\n  allow_tickets: ', replace: '\n  allow_tickets_hidden: ' },
  {
    rule: 'ENT30',
    file: earn,
    find: '\n  code_redemption_enabled: ',
    replace: '\n  code_redemption_enabled_hidden: ',
  },
  {
    rule: 'ENT31',
    file: general,
    find: '\n  credits_recharge_enabled: ',
    replace: '\n  credits_recharge_enabled_hidden: ',
  },
  {
    rule: 'ENT32',
    file: general,
    find: '\n  early_supporters_enabled: ',
    replace: '\n  early_supporters_enabled_hidden: ',
  },
  {
    rule: 'ENT33',
    file: 'builtin/leaderboard/contract/settings.ts',
    find: '\n  leaderboard_enabled: ',
    replace: '\n  leaderboard_enabled_hidden: ',
  },
  {
    rule: 'ENT34',
    file: 'builtin/referrals/contract/settings.ts',
    find: '\n  referrals_enabled: ',
    replace: '\n  referrals_enabled_hidden: ',
  },
  {
    rule: 'ENT35',
    file: general,
    find: '\n  server_renew_enabled: ',
    replace: '\n  server_renew_enabled_hidden: ',
  },
  { rule: 'ENT36', file: store, find: '\n  store_enabled: ', replace: '\n  store_enabled_hidden: ' },
  {
    rule: 'ENT37',
    file: 'kernel/server/settings/kernel-settings.ts',
    find: '\n  zero_trust_enabled: ',
    replace: '\n  zero_trust_enabled_hidden: ',
  },
  { rule: 'ENT38', file: debug, find: '\n  debug_debug: ', replace: '\n  debug_debug_hidden: ' },
  { rule: 'ENT39', file: debug, find: '\n  debug_version: ', replace: '\n  debug_version_hidden: ' },
  { rule: 'ENT40', file: debug, find: '\n  debug_os: ', replace: '\n  debug_os_hidden: ' },
  { rule: 'ENT41', file: debug, find: '\n  debug_os_kernel: ', replace: '\n  debug_os_kernel_hidden: ' },
  { rule: 'ENT42', file: debug, find: '\n  debug_name: ', replace: '\n  debug_name_hidden: ' },
  { rule: 'ENT43', file: debug, find: '\n  debug_telemetry: ', replace: '\n  debug_telemetry_hidden: ' },
  { rule: 'ENT44', file: debug, find: 'useRedis: config.redisUrl !== null', replace: 'useRedis: false' },
  {
    rule: 'ENT44',
    file: debug,
    find: 'rateLimit: { enabled: true, limit: CALLS_AT_ONCE }',
    replace: 'rateLimit: { enabled: true }',
  },
  { rule: 'ENT41', file: debug, find: `.exec(release())?.[0] ?? ''`, replace: `.exec('')?.[0] ?? ''` },
  {
    rule: 'ENT51',
    file: 'sdk/common/manifest-schema.ts',
    find: '  description: label,\n})\n\nconst shape',
    replace: '  description: label.optional(),\n})\n\nconst shape',
  },
  {
    rule: 'SET14',
    file: 'builtin/settings/server/list-changes.ts',
    find: `setting.audience !== 'secret' && !isLong(earlier[key])`,
    replace: `!isLong(earlier[key])`,
  },
  {
    rule: 'SET14',
    file: 'builtin/settings/server/list-changes.ts',
    find: 'const LONGEST = 2_000',
    replace: 'const LONGEST = 2_000_000',
  },
  {
    rule: 'SET14',
    file: 'builtin/settings/browser/settings-menu.tsx',
    find: `          canEdit
            ? (values) => {`,
    replace: `          canEdit !== null
            ? (values) => {`,
  },
  {
    rule: 'SET15',
    file: 'builtin/settings/browser/history-dialog.tsx',
    find: 'return setting && canUndo ? [{ setting, value: before }] : []',
    replace: 'return setting ? [{ setting, value: before }] : []',
  },
  {
    rule: 'SET16',
    file: 'builtin/settings/browser/settings-file.ts',
    find: `.filter(({ audience }) => audience !== 'secret')`,
    replace: '.filter(({ key }) => key !== "")',
  },
  {
    rule: 'SET16',
    file: 'builtin/settings/browser/settings-file.ts',
    find: `setting.audience !== 'secret' && mayChange(setting)`,
    replace: 'mayChange(setting)',
  },
  {
    rule: 'SET16',
    file: 'builtin/settings/browser/settings-file.ts',
    find: `z.literal('spawnpoint-settings-1')`,
    replace: 'z.string().default("")',
  },
  {
    rule: 'SET17',
    file: 'builtin/settings/browser/settings-list.tsx',
    find: 'isFound ? settings : settings.filter(({ drawnBySlot }) => !drawnBySlot)',
    replace: 'settings',
  },
]

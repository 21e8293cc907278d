import type { Mutant } from './mutant.ts'

/** Limits of added plugins, and the place where they run. */
export const pluginLimitMutants: readonly Mutant[] = [
  {
    rule: 'ISO14',
    file: 'kernel/packages/server/context/schema-quota.ts',
    find: 'await setWritable(pool, each, !isFull)',
    replace: '',
  },
  {
    rule: 'ISO14',
    file: 'kernel/packages/server/context/schema-quota.ts',
    find: 'bytes > (each.isFull',
    replace: 'bytes < (each.isFull',
  },
  {
    rule: 'ISO14',
    file: 'kernel/packages/server/context/schema-quota.ts',
    find: 'report(each.plugin, new Error(error))',
    replace: '',
  },
  {
    rule: 'ISO15',
    file: 'kernel/server/http/largest-reply.ts',
    find: 'if (bytes > most) throw tooLarge()',
    replace: '',
  },
  {
    rule: 'ISO15',
    file: 'kernel/server/http/largest-reply.ts',
    find: 'sent > most ? tooLarge() : null',
    replace: 'null',
  },
  {
    rule: 'ISO15',
    file: 'kernel/server/host/server-host.ts',
    find: 'if (added) boundReplies(app, id, added.largestReply)',
    replace: '',
  },
  {
    rule: 'ISO16',
    file: 'kernel/packages/browser/guard-styles.ts',
    find: 'page.adoptedStyleSheets.filter((sheet) => adopted.has(sheet))',
    replace: 'page.adoptedStyleSheets',
  },
  {
    rule: 'ISO16',
    file: 'kernel/packages/browser/guard-styles.ts',
    find: 'sheet.deleteRule(index)',
    replace: '',
  },
  {
    rule: 'ISO16',
    file: 'kernel/packages/browser/guard-styles.ts',
    find: 'capabilities.includes(CAPABILITY)',
    replace: 'false',
  },
  {
    rule: 'ISO16',
    file: 'kernel/packages/browser/guard-styles.ts',
    find: 'if (isFirst) record.renew()',
    replace: 'if (isFirst) record.restore()',
  },
  {
    rule: 'PLM36',
    file: 'builtin/plugin-manager/browser/use-uninstall.ts',
    find: "isolation.server === 'process'",
    replace: "isolation.server === 'worker'",
  },
  {
    rule: 'PLM37',
    file: 'kernel/packages/server/install/change-isolation.ts',
    find: '    await rows.setIsolation(id, before)',
    replace: '',
  },
  {
    rule: 'PLM37',
    file: 'kernel/packages/server/install/change-isolation.ts',
    find: "if (!current) throw packageFailure('PACKAGE_NOT_INSTALLED', { id })",
    replace: 'if (!current) return',
  },
  {
    rule: 'PLM37',
    file: 'builtin/plugin-manager/server/install-packages.ts',
    find: 'await requirePluginTrust(plugins, actor, params.id)',
    replace: '',
  },
  {
    rule: 'PLM38',
    file: 'kernel/packages/server/migrations/0016_manifest_as_written.sql',
    find: 'alter column manifest type json using manifest::json',
    replace: 'alter column manifest type jsonb',
  },
  {
    rule: 'PLM38',
    file: 'builtin/plugin-manager/server/plugin-config.ts',
    find: "plugins.messages(id, language)['config']",
    replace: "plugins.messages(id, 'EN')['config']",
  },
  {
    rule: 'PLM38',
    file: 'builtin/plugin-manager/browser/use-config-texts.ts',
    find: "textAt(messages['en'], ...path) ??",
    replace: '',
  },
  {
    rule: 'RTP16',
    file: 'kernel/packages/browser/register-limits.ts',
    find: '!isOwnPage(plugin, path) || ',
    replace: '',
  },
  {
    rule: 'RTP16',
    file: 'kernel/packages/browser/register-limits.ts',
    find: '!`${path}/`.startsWith(`${base}/`)',
    replace: 'false',
  },
  {
    rule: 'RTP16',
    file: 'kernel/packages/browser/register-limits.ts',
    find: 'requires.includes(permission)',
    replace: 'true',
  },
  {
    rule: 'RTP16',
    file: 'kernel/packages/browser/register-limits.ts',
    find: 'return wellKnown === undefined ? null :',
    replace: 'return plugin ? null :',
  },
  {
    rule: 'RTP16',
    file: 'kernel/packages/browser/register-limits.ts',
    find: 'Object.hasOwn(modules, module)',
    replace: 'modules !== undefined',
  },
  {
    rule: 'RTP16',
    file: 'kernel/packages/browser/boot-plugins.ts',
    find: "if (name.startsWith('register')) registry.collect()",
    replace: '',
  },
  {
    rule: 'RTP16',
    file: 'kernel/server/page/route-index.ts',
    find: '!capabilities.includes(REGISTER)',
    replace: 'false',
  },
]

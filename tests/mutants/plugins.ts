import { discordMutants } from './discord-notifications.ts'
import type { Mutant } from './mutant.ts'

const manager = 'builtin/plugin-manager'
const server = `${manager}/server`
const browser = `${manager}/browser`

/** Plugins in the hands of the operator, and the two of the plugins folder that come with the product. */
export const pluginMutants: readonly Mutant[] = [
  {
    rule: 'PLM1',
    file: `${manager}/contract/plugin-endpoints.ts`,
    find: "const edit = { permission: 'admin.plugins.edit' } as const",
    replace: "const edit = { permission: 'admin.plugins.list' } as const",
  },
  {
    rule: 'PLM1',
    file: `${browser}/plugins-page.tsx`,
    find: '{canEdit && add}',
    replace: '{add}',
  },
  {
    rule: 'PLM2',
    file: 'kernel/server/host/plugins-service.ts',
    find: 'stored.get(id)?.enabled ?? otherwise',
    replace: 'otherwise ?? stored.get(id)?.enabled',
  },
  {
    rule: 'PLM3',
    file: 'kernel/server/host/plugins-service.ts',
    find: "    if (!get(id).manifest.removable) throw pluginFailure('PLUGIN_NOT_REMOVABLE', { id })\n",
    replace: '',
  },
  {
    rule: 'PLM3',
    file: `${browser}/plugin-columns.tsx`,
    find: '!canEdit || !plugin.removable || busy',
    replace: '!canEdit || busy',
  },
  {
    rule: 'PLM4',
    file: `${browser}/plugins-page.tsx`,
    find: "names ? t('off.textWith', { names }) : t('off.text')",
    replace: "t('off.text')",
  },
  {
    rule: 'PLM4',
    file: `${browser}/use-plugin-switch.ts`,
    find: 'body: { withDependants: dependants.length > 0 }',
    replace: 'body: { withDependants: false }',
  },
  {
    rule: 'PLM5',
    file: 'kernel/browser/plugins/plan-sync.ts',
    find: 'if (response.ok && isPlan(body)) await options.apply(body)',
    replace: 'if (!response.ok && isPlan(body)) options.apply(body)',
  },
  {
    rule: 'PLM6',
    file: `${server}/plugin-config.ts`,
    find: '.filter(([name]) => !secrets.includes(name))',
    replace: '',
    noticedBy: 'tests/integration/packages/config-versions.test.ts',
  },
  {
    rule: 'PLM6',
    file: 'kernel/packages/server/stored-config.ts',
    find: '...Object.keys(kept).map((key) => [key, before[key]]),',
    replace: '',
    noticedBy: 'tests/integration/packages/config-versions.test.ts',
  },
  {
    rule: 'PLM6',
    file: `${browser}/config-form.tsx`,
    find: "return value || stored ? [[name, value ?? '']] : []",
    replace: 'return value ? [[name, value]] : []',
  },
  {
    rule: 'PLM7',
    file: `${browser}/plugin-states.ts`,
    find: '.toLocaleLowerCase().includes(wanted)',
    replace: '.toLocaleLowerCase().includes("")',
  },
  {
    rule: 'PLM7',
    file: `${browser}/plugin-states.ts`,
    find: '    .filter(matches[filter])\n',
    replace: '',
  },
  {
    rule: 'PLM8',
    file: `${browser}/config-form.tsx`,
    find: 'schema: async () => checkFields(fields),',
    replace: '',
  },
  {
    rule: 'PLM9',
    file: `${server}/plugin-config.ts`,
    find: '    await requireReauthentication(sessions, actor)\n',
    replace: '',
  },
  {
    rule: 'PLM9',
    file: `${server}/switch-plugins.ts`,
    find: `    await requireReauthentication(sessions, actor)
    await plugins.disable(`,
    replace: '    await plugins.disable(',
  },
  {
    rule: 'PLM10',
    file: `${browser}/plugin-states.ts`,
    find: " ||\n  (state === 'active' && reason !== null)\n",
    replace: '\n',
  },
  {
    rule: 'PLM10',
    file: `${browser}/use-package-install.ts`,
    find: '      await refetch()\n',
    replace: '',
  },
  {
    rule: 'PLM10',
    file: `${browser}/use-plugin-switch.ts`,
    find: '      await refetch()\n',
    replace: '',
  },
  {
    rule: 'PLM11',
    file: 'kernel/server/host/plugin-states.ts',
    find: '          await writeSwitch(tx, id, enabled)',
    replace: '          await orm.transaction((other) => writeSwitch(other, id, enabled))',
  },
  {
    rule: 'PLM11',
    file: `${server}/switch-plugins.ts`,
    find: `    await plugins.disable(params.id, actor.id, body.withDependants)
    return presentList({ plugins, schedules })`,
    replace: `    const before = await presentList({ plugins, schedules })
    await plugins.disable(params.id, actor.id, body.withDependants)
    return before`,
  },
  {
    rule: 'PLM21',
    file: `${browser}/package-install-dialog.tsx`,
    find: 'review.problems.length === 0 && ',
    replace: '',
  },
  {
    rule: 'PLM21',
    file: `${browser}/package-review.tsx`,
    find: `      <Notes notes={review.problems} tone="danger" title={t('review.problems')} />\n`,
    replace: '',
  },
  {
    rule: 'PLM22',
    file: `${browser}/use-package-install.ts`,
    find: "(now ? now.browser === 'frame' : signature.state !== 'valid')",
    replace: "signature.state !== 'valid'",
  },
  {
    rule: 'PLM22',
    file: `${browser}/use-package-install.ts`,
    find: ": signature.state !== 'valid')",
    replace: ': false)',
  },
  {
    rule: 'PLM23',
    file: `${browser}/uninstall-dialog.tsx`,
    find: "plugin.isLeftover ? 'remove' : 'keep'",
    replace: "'remove'",
  },
  {
    rule: 'PLM24',
    file: `${server}/package-trust.ts`,
    find: " || action === 'downgrade'",
    replace: '',
  },
  {
    rule: 'PLM24',
    file: `${server}/plugin-config.ts`,
    find: '    await requirePluginTrust(plugins, actor, params.id)\n',
    replace: '',
  },
  {
    rule: 'PLM24',
    file: `${server}/package-trust.ts`,
    find: "row.signature?.state !== 'valid'",
    replace: "row.signature?.state === 'none'",
  },
  {
    rule: 'PLM26',
    file: `${server}/install-packages.ts`,
    find: ' || (body.inProcess && !actor.can(ROOT_PERMISSION))',
    replace: '',
  },
  {
    rule: 'PLM28',
    file: `${browser}/use-plugin-switch.ts`,
    find: "      if (plugin.source === 'folder') return setConsentTo(plugin)\n",
    replace: '',
  },
  {
    rule: 'PLM28',
    file: `${browser}/switch-on-dialog.tsx`,
    find: 'plugin.rights ?? []',
    replace: '(plugin.rights ?? []).slice(1)',
  },
  {
    rule: 'HEL1',
    file: 'plugins/hello/server/waves.ts',
    find: 'delete from wave where at < now()',
    replace: 'delete from wave where at > now()',
  },
  {
    rule: 'HEL2',
    file: 'plugins/hello/server/index.ts',
    find: 'listeners: [welcomeUser],',
    replace: 'listeners: [],',
  },
  {
    rule: 'HEL3',
    file: 'plugins/hello/server/index.ts',
    find: 'if (key === null || !isSame(body.key, key))',
    replace: 'if (key !== null && !isSame(body.key, key))',
  },
  {
    rule: 'HEL4',
    file: 'plugins/hello/contract/index.ts',
    find: "access: { permission: 'plugin.hello.waves' },",
    replace: 'access: { user: true },',
  },
  {
    rule: 'HEL5',
    file: 'plugins/hello/browser/boot.ts',
    find: "module: 'session-tab'",
    replace: "module: 'session'",
  },
  {
    rule: 'HEL6',
    file: 'plugins/hello/server/index.ts',
    find: 'await events.emit(waved, { id, person: actor.id }, { tx })',
    replace: '',
  },
  {
    rule: 'HEL7',
    file: 'plugins/hello/server/certificates.ts',
    find: '`certificates-${person}`',
    replace: '`certificates-${person.slice(0, 0)}`',
  },
  {
    rule: 'HEL8',
    file: 'plugins/hello/server/find-release.ts',
    find: 'read.success ? read.data.name : null',
    replace: 'String(read.data?.name)',
  },
  {
    rule: 'HEL9',
    file: 'plugins/hello/server/hooks.ts',
    find: "if (request.plugin === 'hello') addHeader",
    replace: "if (request.plugin !== 'hello') addHeader",
  },
  {
    rule: 'HEL11',
    file: 'sdk/testing/plugin-server/start-plugin-server.ts',
    find: '(isolation ?? manifest.isolation?.server)',
    replace: 'manifest.isolation?.server',
    noticedBy: 'plugins/hello/server/plugin.test.ts',
  },
  {
    rule: 'HEL10',
    file: 'plugins/hello/browser/boot.ts',
    find: "to === '/p/hello/hi'",
    replace: "to === '/p/hello/ho'",
  },
  {
    rule: 'SPI12',
    file: 'plugins/daily-spin/browser/boot.ts',
    find: "startsWith('kiosk.')",
    replace: "includes('kiosk')",
    noticedBy: 'plugins/daily-spin/browser/boot.test.ts',
  },
  {
    rule: 'SPI1',
    file: 'plugins/daily-spin/server/answer-spin.ts',
    find: "paid < settings.paid_per_day ? 'paid'",
    replace: "paid <= settings.paid_per_day ? 'paid'",
  },
  {
    rule: 'SPI2',
    file: 'plugins/daily-spin/server/wheel.ts',
    find: 'left < segment.odds',
    replace: 'left <= segment.odds',
  },
  {
    rule: 'SPI3',
    file: 'plugins/daily-spin/server/answer-spin.ts',
    find: 'if (earlier) return earlier',
    replace: 'if (earlier && earlier.price === 0) return earlier',
  },
  {
    rule: 'SPI4',
    file: 'plugins/daily-spin/server/answer-spin.ts',
    find: 'if (price !== settings.price)',
    replace: 'if (price > settings.price)',
  },
  {
    rule: 'SPI5',
    file: 'plugins/daily-spin/server/pay.ts',
    find: 'for (const spin of await takeOwed(deps.db, now)) await payPrize(deps, spin)',
    replace: 'await takeOwed(deps.db, now)',
  },
  {
    rule: 'SPI6',
    file: 'plugins/daily-spin/server/spins.ts',
    find: "interval '5 minutes'",
    replace: "interval '-5 minutes'",
  },
  {
    rule: 'SPI7',
    file: 'plugins/daily-spin/server/index.ts',
    find: 'listeners: [welcome],',
    replace: 'listeners: [],',
  },
  {
    rule: 'SPI8',
    file: 'plugins/daily-spin/server/answer-spin.ts',
    find: 'if (isFirst) await announce(events, tx, spin)',
    replace: 'if (!isFirst) await announce(events, tx, spin)',
  },
  {
    rule: 'SPI9',
    file: 'plugins/daily-spin/contract/index.ts',
    find: "access: { permission: 'plugin.daily-spin.view' },",
    replace: 'access: { user: true },',
  },
  {
    rule: 'SPI10',
    file: 'plugins/daily-spin/server/index.ts',
    find: "session.add('stats', 'free', daily === 0 || bonus > 0)",
    replace: "session.add('stats', 'free', true)",
  },
  {
    rule: 'SPI11',
    file: 'plugins/daily-spin/server/spins.ts',
    find: "delete from spin where state = 'paid' and at < ",
    replace: "delete from spin where state = 'paid' and at > ",
  },
  ...discordMutants,
]

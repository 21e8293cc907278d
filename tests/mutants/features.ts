import type { Mutant } from './mutant.ts'

const serverPage = 'builtin/servers/browser/server-page.tsx'
const serverTabs = 'builtin/servers/browser/server-tabs.tsx'
const shownServer = 'builtin/servers/browser/use-shown-server.ts'
const findUsers = 'builtin/users/server/find-users.ts'
const userPath = 'builtin/users/contract/user-path.ts'
const arrive = 'builtin/auth/browser/arrive.ts'
const buildLinks = 'builtin/server-queue/browser/build-links.tsx'
const palette = 'builtin/top-bar/browser/command-palette.tsx'
const storedConfig = 'kernel/packages/server/stored-config.ts'
const report = 'kernel/packages/server/reports/handle-report.ts'
const reportStore = 'kernel/packages/server/reports/report-store.ts'
const reportCalls = 'kernel/packages/server/reports/mount-plugin-reports.ts'

/** Rules of built-in plugins, and of reports about plugins. */
export const featureMutants: readonly Mutant[] = [
  {
    rule: 'SRV34',
    file: 'builtin/servers/browser/server-cards.tsx',
    find: "to={host.pathTo('server', { id })}",
    replace: "to={host.pathTo('server-update', { id })}",
  },
  {
    rule: 'SRV34',
    file: serverTabs,
    find: "['delete', 'server-delete', Trash2]",
    replace: "['delete', 'server-update', Trash2]",
  },
  { rule: 'SRV34', file: serverPage, find: 'max={data.total[key]}', replace: 'max={item[key]}' },
  {
    rule: 'SRV34',
    file: serverPage,
    find: '(useLeftMs(row) ?? 1) <= 0',
    replace: 'useLeftMs(row) === 0',
    noticedBy: 'builtin/servers/servers-pages.test.tsx',
  },
  {
    rule: 'SRV34',
    file: serverPage,
    find: "{ label: t('view.created'), value: dateTime(item.createdAt) },",
    replace: '',
  },
  {
    rule: 'SRV90',
    file: 'builtin/servers/browser/server-facts.tsx',
    find: "if (!live || panelUrl === null || statusOf(row) !== 'active') return null",
    replace: 'if (!live || panelUrl === null) return null',
  },
  {
    rule: 'SRV90',
    file: 'builtin/servers/browser/server-facts.tsx',
    find: '`${panelPageOf(panelUrl, live)}/${page}`',
    replace: 'panelPageOf(panelUrl, live)',
  },
  { rule: 'SRV35', file: shownServer, find: ' || each.live?.buildId === id', replace: '' },
  { rule: 'SRV35', file: serverPage, find: '<BuildTimeline row={row} />', replace: '' },
  {
    rule: 'SRV35',
    file: 'builtin/servers/browser/create-wizard.tsx',
    find: "host.navigate(host.pathTo('server', { id }), { replace: true })",
    replace: "host.navigate(host.pathToWellKnown('home'), { replace: true })",
  },
  { rule: 'LCN7', file: 'builtin/locations/resource.ts', find: '.pattern(/^[A-Za-z]{2}$/)\n', replace: '' },
  { rule: 'USR24', file: userPath, find: '(list && `${list}?user=${id}`)', replace: 'list' },
  { rule: 'USR24', file: userPath, find: "openPath('users-edit', { id }) ??", replace: '' },
  {
    rule: 'USR24',
    file: 'builtin/users/browser/user-view.tsx',
    find: "useOpenPath()('users-edit', { id })",
    replace: '`/mc-admin/users/${id}/edit`',
  },
  { rule: 'USR25', file: findUsers, find: 'isNull(account.deletedAt), ', replace: '' },
  {
    rule: 'USR25',
    file: 'sdk/server/list/contains.ts',
    find: '`${escapeLike(search.toLowerCase())}%`',
    replace: '`${search.toLowerCase()}%`',
  },
  { rule: 'USR25', file: findUsers, find: 'const MOST = 6', replace: 'const MOST = 600' },
  {
    rule: 'USR25',
    file: findUsers,
    find: 'sql`lower(${column}) using ~<~`',
    replace: 'sql`lower(${column})`',
  },
  {
    rule: 'AUT42',
    file: arrive,
    find: 'if (home?.permission && host.can(home.permission)) return home.path',
    replace: 'if (home) return home.path',
  },
  {
    rule: 'AUT42',
    file: arrive,
    find: "return host.menu('admin').getState()[0]?.path",
    replace: 'return undefined',
  },
  { rule: 'AUT42', file: arrive, find: 'if (host.storage.get(SAVED_TARGET) !== null) return', replace: '' },
  {
    rule: 'QUE41',
    file: 'builtin/server-queue/browser/build-texts.tsx',
    find: "status === 'completed' && createdAt",
    replace: "status !== 'completed' && createdAt",
  },
  {
    rule: 'QUE41',
    file: 'builtin/server-queue/browser/build-texts.tsx',
    find: 'Math.round(seconds / size)',
    replace: 'Math.round(seconds)',
  },
  { rule: 'QUE18', file: buildLinks, find: 'userPath(useOpenPath(), id)', replace: 'null' },
  {
    rule: 'QUE18',
    file: buildLinks,
    find: 'return to ? <TextLink to={to}>{name}</TextLink> : name',
    replace: 'return name',
  },
  { rule: 'BAR1', file: palette, find: 'const PAUSE_MS = 150', replace: 'const PAUSE_MS = 0' },
  { rule: 'BAR1', file: palette, find: 'const SHORTEST = 2', replace: 'const SHORTEST = 1' },
  { rule: 'BAR1', file: palette, find: 'keep(row)\n', replace: 'void row\n' },
  {
    rule: 'BAR1',
    file: 'builtin/top-bar/browser/recent-items.ts',
    find: 'recent.person === person ? recent.items : []',
    replace: 'recent.items',
  },
  {
    rule: 'AUT36',
    file: 'builtin/auth/browser/log-out.ts',
    find: 'if (!(await host.mayLeave())) return',
    replace: '',
    noticedBy: 'builtin/auth/log-out.test.ts',
  },
  {
    rule: 'USR24',
    file: 'builtin/users/contract/user-path.ts',
    find: ' ?? (list && `${list}?user=${id}`)',
    replace: '',
    noticedBy: 'builtin/users/user-path.test.ts',
  },
  { rule: 'BAR1', file: palette, find: ' shouldFilter={false}', replace: '' },
  {
    rule: 'SRV42',
    file: 'builtin/servers/browser/game-art-of.ts',
    find: 'picture: egg?.picture ?? category?.picture ?? null,',
    replace: 'picture: egg?.picture ?? null,',
  },
  {
    rule: 'SRV42',
    file: 'builtin/servers/browser/create-steps.tsx',
    find: '    ...(location.picture && { art: { picture: location.picture, names: [] } }),\n',
    replace: '',
    noticedBy: 'builtin/servers/servers-pages.test.tsx',
  },
  {
    rule: 'SRV42',
    file: 'builtin/servers/server/present-servers.ts',
    find: 'picture: await pictureOf(row ?? null),',
    replace: 'picture: null,',
  },
  {
    rule: 'BAR4',
    file: 'builtin/top-bar/browser/theme-switch.tsx',
    find: '() => uiSettings.setState({ theme: id })',
    replace: '() => undefined',
  },
  {
    rule: 'BAR3',
    file: 'builtin/top-bar/browser/use-early-text.ts',
    find: ': text + key',
    replace: ': text',
  },
  {
    rule: 'BAR3',
    file: 'builtin/top-bar/browser/use-early-text.ts',
    find: '    event.preventDefault()\n',
    replace: '',
  },
  {
    rule: 'BAR2',
    file: 'builtin/top-bar/browser/use-shortcuts.ts',
    find: 'host.uiSettings.getState().singleKeyShortcuts ? openList : null',
    replace: 'openList',
  },
  {
    rule: 'PLM27',
    file: storedConfig,
    find: 'if (version !== undefined && version !== versionOf(before))',
    replace: 'if (version === null)',
  },
  {
    rule: 'PLM27',
    file: storedConfig,
    find: 'where kernel.plugin.config = $4::jsonb',
    replace: 'where $4::jsonb is not null',
  },
  { rule: 'RTP10', file: report, find: 'const ENOUGH_PLACES = 3', replace: 'const ENOUGH_PLACES = 2' },
  { rule: 'RTP10', file: report, find: '!plugin.isBuiltin && ', replace: '' },
  { rule: 'RTP10', file: report, find: ' && deps.hasServerFaults(fault.plugin)', replace: '' },
  { rule: 'RTP10', file: report, find: ' || plugin.version !== fault.version', replace: '' },
  { rule: 'RTP10', file: report, find: 'place: addressPrefix(ip)', replace: 'place: actor.id' },
  { rule: 'RTP10', file: report, find: '(isStaff || (', replace: '((' },
  {
    rule: 'RTP10',
    file: reportStore,
    find: 'const WINDOW_SECONDS = 600',
    replace: 'const WINDOW_SECONDS = 6_000',
  },
  {
    rule: 'RTP10',
    file: reportCalls,
    find: "await deps.audit.write(deps.orm, { actor: null, action: 'plugins:reported', target: plugin, after })",
    replace: 'void after',
  },
  { rule: 'RTP10', file: reportCalls, find: '{ actor, reporters })', replace: '{ actor, reporters: [] })' },
]

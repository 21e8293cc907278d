import type { Mutant } from './mutant.ts'

/** Questions and checks before a server is built. */
export const gameSettingMutants: readonly Mutant[] = [
  {
    rule: 'PAN28',
    file: 'builtin/panel/server/read-egg.ts',
    find: 'userEditable && Object.hasOwn',
    replace: 'Object.hasOwn',
    noticedBy: 'builtin/panel/egg-variables.test.ts',
  },
  {
    rule: 'PAN28',
    file: 'builtin/panel/contract/egg-variables.ts',
    find: "return has(rules, 'required') ? problem('required') : null",
    replace: 'return null',
    noticedBy: 'builtin/panel/egg-variables.test.ts',
  },
  {
    rule: 'SRV65',
    file: 'builtin/servers/server/egg-variables.ts',
    find: 'if (foreign !== undefined) return foreign',
    replace: '',
    noticedBy: 'builtin/servers/servers.test.ts',
  },
  {
    rule: 'SRV65',
    file: 'builtin/server-queue/server/run-build.ts',
    find: '    environment: build.environment,\n',
    replace: '',
    noticedBy: 'builtin/servers/servers.test.ts',
  },
  {
    rule: 'SRV65',
    file: 'builtin/servers/server/handle-servers.ts',
    find: 'environment: Object.keys(body.environment)',
    replace: 'environment: body.environment',
    noticedBy: 'builtin/servers/servers.test.ts',
  },
  {
    rule: 'SRV65',
    file: 'builtin/server-queue/server/build-queries.ts',
    find: 'isDeepStrictEqual(found.environment, order.environment ?? {})',
    replace: 'true',
    noticedBy: 'builtin/servers/servers.test.ts',
  },
  {
    rule: 'SRV65',
    file: 'builtin/servers/browser/create-wizard.tsx',
    find: ' || (isLast && findWrong(variables, draft.environment).length > 0)',
    replace: '',
    noticedBy: 'builtin/servers/servers-pages.test.tsx',
  },
  {
    rule: 'SRV66',
    file: 'builtin/servers/server/order-server.ts',
    find: 'if (nodes && !hasRoom',
    replace: 'if (!nodes && !hasRoom',
    noticedBy: 'builtin/servers/servers.test.ts',
  },
  {
    rule: 'SRV66',
    file: 'builtin/panel/server/read-room.ts',
    find: ' - used',
    replace: '',
    noticedBy: 'builtin/panel/room.test.ts',
  },
  {
    rule: 'SRV66',
    file: 'builtin/panel/server/read-room.ts',
    find: ' || node.maintenance_mode',
    replace: '',
    noticedBy: 'builtin/panel/room.test.ts',
  },
  {
    rule: 'SRV66',
    file: 'builtin/servers/browser/room-notice.tsx',
    find: ' && closedBecause(options, each) === null',
    replace: '',
    noticedBy: 'builtin/servers/servers-pages.test.tsx',
  },
]

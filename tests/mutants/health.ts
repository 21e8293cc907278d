import type { Mutant } from './mutant.ts'

const server = 'builtin/system-health/server'
const noticedBy = 'builtin/system-health/system-health.test.ts'

/** Lines of the system page and of `npm run health`. */
export const healthMutants: readonly Mutant[] = [
  {
    rule: 'HLT1',
    file: `${server}/check-database.ts`,
    find: 'if (slow > 0)',
    replace: 'if (slow > 9)',
    noticedBy,
  },
  {
    rule: 'HLT40',
    file: 'kernel/server/services/notices.ts',
    find: '/${pool.options.max}`',
    replace: '`',
    noticedBy,
  },
  {
    rule: 'HLT40',
    file: `${server}/check-database.ts`,
    find: 'if (planned > max)',
    replace: 'if (planned > max * 9)',
    noticedBy,
  },
  {
    rule: 'HLT2',
    file: `${server}/check-clock.ts`,
    find: 'Math.abs(apartMs)',
    replace: 'apartMs',
    noticedBy,
  },
  {
    rule: 'HLT3',
    file: `${server}/check-machine.ts`,
    find: 'Math.min(all / 10, 10 * GIB)',
    replace: 'all / 10',
    noticedBy,
  },
  {
    rule: 'HLT4',
    file: `${server}/check-versions.ts`,
    find: 'if (days < 0)',
    replace: 'if (days < -30)',
    noticedBy,
  },
  {
    rule: 'HLT5',
    file: `${server}/check-certificate.ts`,
    find: 'problem: socket.authorized ? null : String(socket.authorizationError)',
    replace: 'problem: null',
    noticedBy,
  },
  {
    rule: 'HLT5',
    file: 'sdk/server/keep-for.ts',
    find: 'at - kept.at < ms',
    replace: 'at - kept.at < ms / 2',
    noticedBy,
  },
  {
    rule: 'HLT6',
    file: `${server}/health-command.ts`,
    find: "status === 'unhealthy'",
    replace: "status === 'warning'",
    noticedBy,
  },
  {
    rule: 'HLT6',
    file: `${server}/health-command.ts`,
    find: " || (strict === true && status === 'warning')",
    replace: '',
    noticedBy,
  },
]

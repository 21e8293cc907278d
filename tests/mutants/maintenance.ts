import type { Mutant } from './mutant.ts'

const child = 'kernel/server/http/child-app.ts'
const plugin = 'builtin/maintenance'

/** The dashboard closed for maintenance. */
export const maintenanceMutants: readonly Mutant[] = [
  {
    rule: 'MNT1',
    file: child,
    find: `if (!isKernel && !access.duringMaintenance) refuse`,
    replace: `if (!isKernel && !access.duringMaintenance && session) refuse`,
  },
  {
    rule: 'MNT1',
    file: child,
    find: `  reply.header('retry-after', String(closed.retryAfterSeconds))\n`,
    replace: '',
  },
  {
    rule: 'MNT2',
    file: child,
    find: 'isKernel: plugin === KERNEL',
    replace: 'isKernel: plugin === SIGNED',
  },
  {
    rule: 'MNT2',
    file: 'builtin/auth/contract/sign-in.ts',
    find: `sign in here', duringMaintenance }`,
    replace: `sign in here' }`,
  },
  {
    rule: 'MNT3',
    file: `${plugin}/server/commands.ts`,
    find: `enabled: true, message: message.data`,
    replace: `enabled: false, message: message.data`,
  },
  {
    rule: 'MNT4',
    file: `${plugin}/contract/settings.ts`,
    find: 'rootOnly: true, ',
    replace: '',
  },
  {
    rule: 'MNT5',
    file: 'kernel/browser/routing/closed-page.ts',
    find: 'headers.has(MAINTENANCE_HEADER) === options.isClosed()',
    replace: 'headers.has(MAINTENANCE_HEADER)',
  },
  {
    rule: 'MNT5',
    file: 'kernel/browser/routing/visits.ts',
    find: ' || can(ROOT_PERMISSION)) return visit',
    replace: ') return visit',
  },
  {
    rule: 'MNT6',
    file: `${plugin}/browser/maintenance-page.tsx`,
    find: `{message || t('page.text', { name })}`,
    replace: `{t('page.text', { name })}`,
  },
  {
    rule: 'MNT7',
    file: `${plugin}/browser/maintenance-banner.tsx`,
    find: `if (useSetting('maintenance_enabled') !== true) return null`,
    replace: `if (useSetting('maintenance_enabled') === true) return null`,
  },
  {
    rule: 'MNT8',
    file: 'kernel/browser/app/layouts.tsx',
    find: 'if (route !== null && isMissing) return <FramedLayout />',
    replace: '',
    noticedBy: 'kernel/browser/app/maintenance.test.tsx',
  },
]

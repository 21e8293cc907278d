/** Actions that this page has words for; those of other plugins are shown as they are written in the log. */
const known: ReadonlySet<string> = new Set([
  'auth:logged-in',
  'auth:logged-out',
  'auth:login-failed',
  'auth:code-wrong',
  'auth:proof-failed',
  'auth:registered',
  'auth:first-admin',
  'auth:password-changed',
  'auth:password-reset',
  'auth:two-factor-on',
  'auth:two-factor-off',
  'auth:recovery-code-used',
  'auth:recovery-codes-made',
  'auth:email-verified',
  'auth:email-changed',
  'account:profile-changed',
  'account:email-changed',
  'account:email-change-asked',
  'account:session-ended',
  'account:other-sessions-ended',
  'servers:ordered',
  'servers:changed',
  'servers:limits-changed',
  'servers:suspended',
  'servers:unsuspended',
  'servers:deleting',
  'servers:dismissed',
  'coins:adjusted',
  'coins:restored',
  'users:updated',
  'users:session_ended',
  'users:sessions_ended',
  'users:new_support_pin',
  'users:support_pin_used',
  'roles:administrator_assigned',
])

/** `auth:logged-in` → the message `actions.auth-logged-in`. */
export const actionWords = (action: string, t: (key: string) => string): string =>
  known.has(action)
    ? t(`actions.${action.replaceAll(/[:_]/g, '-')}`)
    : action.replace(':', ': ').replaceAll(/[-_]/g, ' ')

import type { Mutant } from './mutant.ts'

const debug = 'builtin/debug-panel/browser'
const mail = 'builtin/mail/server'

/** The debug panel, and how emails are written and read by staff. */
export const debugAndMailMutants: readonly Mutant[] = [
  {
    rule: 'DBG1',
    file: `${debug}/trace-tab.tsx`,
    find: 'entry.kind === kind).toReversed()',
    replace: 'entry.kind === kind)',
  },
  {
    rule: 'DBG1',
    file: `${debug}/trace-tab.tsx`,
    find: 'trace.clear(kind)',
    replace: 'void trace',
  },
  {
    rule: 'DBG2',
    file: `${debug}/trace-tab.tsx`,
    find: 'const shown = hideSecrets(entry.detail)',
    replace: 'const shown = entry.detail',
  },
  {
    rule: 'DBG2',
    file: 'sdk/common/secret-names.ts',
    find: '.replace(authenticator, () => mask)',
    replace: '',
  },
  {
    rule: 'DBG2',
    file: 'sdk/common/secret-names.ts',
    find: 'isHidden(nameOf(name))',
    replace: 'isHidden(name)',
  },
  {
    rule: 'DBG2',
    file: 'kernel/browser/trace-listeners.ts',
    find: "if (isSecretName(name)) return '•••'",
    replace: '',
  },
  {
    rule: 'DBG2',
    file: `${debug}/redact.ts`,
    find: `if (isSecretName(key)) return '•••'`,
    replace: `if (isSecretName(key)) return value`,
  },
  {
    rule: 'DBG3',
    file: `${debug}/storage-tab.tsx`,
    find: 'if (text === null) storage.remove(key)\n    else ',
    replace: '',
  },
  {
    rule: 'DBG4',
    file: `${debug}/debug-panel.tsx`,
    find: 'Number(b.plugin === own) - Number(a.plugin === own)',
    replace: 'Number(a.plugin === own) - Number(b.plugin === own)',
  },
  {
    rule: 'DBG5',
    file: `${debug}/debug-panel.tsx`,
    find: 'document.activeElement === document.body) before.focus()',
    replace: 'document.activeElement === document.body) void before',
  },
  {
    rule: 'DBG5',
    file: `${debug}/debug-panel.tsx`,
    find: ' && document.activeElement === document.body',
    replace: '',
  },
  {
    rule: 'DBG5',
    file: `${debug}/debug-panel.tsx`,
    find: ' || event.defaultPrevented || isTaken',
    replace: '',
  },
  {
    rule: 'DBG5',
    file: `${debug}/debug-panel.tsx`,
    find: `event.key !== 'Escape'`,
    replace: `event.key !== 'Esc'`,
  },
  {
    rule: 'MAI4',
    file: `${mail}/write-message.ts`,
    find: `text.replaceAll(/[\\p{Cc}\\u2028\\u2029]+/gu, ' ').trim()`,
    replace: 'text.trim()',
  },
  {
    rule: 'MAI4',
    file: `${mail}/write-message.ts`,
    find: 'const url = actionUrl && escapeHtml(actionUrl)',
    replace: 'const url = actionUrl',
  },
  {
    rule: 'MAI5',
    file: `${mail}/handle-user-emails.ts`,
    find: 'subject: hideSecrets(subject, known),',
    replace: 'subject,',
  },
  {
    rule: 'MAI5',
    file: `${mail}/hide-secrets.ts`,
    find: '.replace(token, unlessKnown)',
    replace: '',
  },
  {
    rule: 'MAI5',
    file: `${mail}/email-queries.ts`,
    find: '.where(and(eq(email.userId, user), past))',
    replace: '.where(past)',
  },
  {
    rule: 'MAI8',
    file: `${mail}/create-mail.ts`,
    find: 'url: secrets.seal(action.url)',
    replace: 'url: action.url',
  },
]

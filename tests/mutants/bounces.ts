import type { Mutant } from './mutant.ts'

const bounces = 'builtin/mail/server/bounces.ts'
const send = 'builtin/mail/server/send-email.ts'
const handlers = 'builtin/mail/server/handle-bounces.ts'

/** Addresses that the mail server does not know. */
export const bounceMutants: readonly Mutant[] = [
  {
    rule: 'MAI1',
    file: 'builtin/mail/server/handle-emails.ts',
    find: 'hideSecrets(subject, known)',
    replace: 'subject',
  },
  { rule: 'MAI11', file: bounces, find: 'return deadStatus.test(words)', replace: 'return true' },
  { rule: 'MAI11', file: bounces, find: "command === 'RCPT TO' &&", replace: 'command !== null &&' },
  {
    rule: 'MAI11',
    file: bounces,
    find: 'const norm = (address: string) => address.trim().toLowerCase()',
    replace: 'const norm = (address: string) => address',
  },
  {
    rule: 'MAI11',
    file: 'builtin/mail/server/email-queries.ts',
    find: "    ...(!isSent && { status: 'failed' as const, failure: refused }),\n",
    replace: '',
  },
  {
    rule: 'MAI11',
    file: 'builtin/mail/server/create-mail.ts',
    find: 'email.requested === true ? null :',
    replace: 'email.requested === undefined ? null :',
  },
  { rule: 'MAI11', file: send, find: '      await removeBounce(tx, address)\n', replace: '' },
  {
    rule: 'MAI20',
    file: 'builtin/mail/server/index.ts',
    find: '    await forgetBouncesOf(tx, users, { user, addresses })\n',
    replace: '    void addresses\n',
  },
  {
    rule: 'MAI20',
    file: bounces,
    find: '  if (holder) await claimBounce(tx, address, holder.id)\n  else await',
    replace: '  void holder\n  await',
  },
  {
    rule: 'MAI20',
    file: bounces,
    find: 'addresses.length === 0 ?',
    replace: 'addresses.length >= 0 ?',
  },
  {
    rule: 'MAI20',
    file: bounces,
    find: '.filter((address) => !emails.has(address))',
    replace: ".filter((address) => emails.size >= 0 && address !== '')",
  },
  {
    rule: 'MAI20',
    file: send,
    find: 'if (!(await markFailed(tx, id, reason))) return',
    replace: 'await markFailed(tx, id, reason)',
  },
  {
    rule: 'MAI12',
    file: 'builtin/mail/server/index.ts',
    find: 'addresses.some((address) => address === current)',
    replace: 'addresses.length === 0',
  },
  { rule: 'MAI12', file: handlers, find: 'max: 3, perSeconds', replace: 'max: 30, perSeconds' },
  { rule: 'MAI12', file: handlers, find: '      await removeBounce(tx, person.email)\n', replace: '' },
  {
    rule: 'MAI13',
    file: handlers,
    find: "      await audit.write(tx, { actor: actor.id, action: 'mail:bounce-cleared', target: person.id, ip })\n",
    replace: '',
  },
  {
    rule: 'MAI13',
    file: 'builtin/mail/contract/bounces.ts',
    find: "access: { permission: 'admin.users.edit' },",
    replace: 'access: { user: true },',
  },
  {
    rule: 'MAI14',
    file: 'builtin/mail-templates/server/mass-mail-runner.ts',
    find: 'bounced.has(email.toLowerCase()) &&',
    replace: 'bounced.has(userId) &&',
  },
  {
    rule: 'MAI14',
    file: 'builtin/mail/server/create-mail.ts',
    find: '        if (isDeadAddress(error)) {',
    replace: "        if (reason === '') {",
  },
  {
    rule: 'MAI15',
    file: 'builtin/mail/browser/provider-preset.tsx',
    find: 'if (preset[key] !== undefined) edit',
    replace: "if (key === 'smtp_host') edit",
  },
  {
    rule: 'TIC20',
    file: 'sdk/server/event-stream.ts',
    find: 'if (!raw.writableEnded) raw.write(text)',
    replace: 'raw.write(text)',
  },
  {
    rule: 'TIC20',
    file: 'sdk/server/event-stream.ts',
    find: '=== false\n',
    replace: '=== null\n',
  },
  {
    rule: 'MAI15',
    file: 'builtin/settings/browser/use-settings-draft.ts',
    find: 'setDraft(change)',
    replace: 'setDraft(change(draft))',
  },
]

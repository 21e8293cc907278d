import type { Mutant } from './mutant.ts'

const draw = 'builtin/mail/server/draw-body.ts'
const message = 'builtin/mail/server/write-message.ts'
const post = 'builtin/mail/server/post-office.ts'
const check = 'builtin/mail-templates/server/check-text.ts'
const massMails = 'builtin/mail-templates/server/mass-mail-queries.ts'
const queries = 'builtin/mail-templates/server/template-queries.ts'

const records = 'builtin/mail/server/sender-records.ts'
const lookup = 'builtin/mail/server/check-dns.ts'
const dns = 'builtin/mail/server/handle-dns.ts'

/** Emails, and the texts that staff write for them. */
export const mailMutants: readonly Mutant[] = [
  {
    rule: 'MAI8',
    file: 'builtin/mail/server/send-email.ts',
    find: "      log.warn({ email: id, reason: LINK_LOST }, 'an email was not sent')\n",
    replace: '',
    noticedBy: 'builtin/mail/keep-emails.test.ts',
  },
  {
    rule: 'MAI9',
    file: message,
    find: '`:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}}`',
    replace: "':root{color-scheme:light dark}'",
  },
  { rule: 'MAI9', file: message, find: 'escapeHtml(langOf(locale))', replace: "'en'" },
  {
    rule: 'MAI9',
    file: post,
    find: 'headers: { ...automatic, ...headers },',
    replace: 'headers: { ...headers },',
  },
  { rule: 'MAI10', file: post, find: '    await before()\n', replace: '' },
  {
    rule: 'MAI6',
    file: 'builtin/mail/server/email-queries.ts',
    find: "or(eq(email.status, 'queued'), notExists(ofBounced))",
    replace: 'undefined',
    noticedBy: 'builtin/mail/deliver.test.ts',
  },
  {
    rule: 'MAI16',
    file: lookup,
    find: "code === 'ENODATA' ? [] : null",
    replace: "code === 'ENODATA' ? [] : []",
  },
  { rule: 'MAI16', file: lookup, find: '() => resolver.cancel()', replace: '() => undefined' },
  { rule: 'MAI16', file: lookup, find: 'const found = findSpf(all)', replace: 'const found = all' },
  {
    rule: 'MAI16',
    file: lookup,
    find: 'judgeDmarc(found, each !== domain)',
    replace: 'judgeDmarc(found, false)',
  },
  { rule: 'MAI16', file: records, find: "|| all === '+all'", replace: "|| all === '-all'" },
  { rule: 'MAI16', file: records, find: "if (policy === 'none')", replace: "if (policy === 'never')" },
  { rule: 'MAI16', file: records, find: "if (tags.get('p') === '')", replace: "if (tags.get('p') === '-')" },
  {
    rule: 'MAI16',
    file: 'builtin/mail/browser/dns-check.tsx',
    find: "      <p>{t(verdict === 'failed' ? 'staff.dns.failed' :",
    replace: "      <p>{t(verdict === 'weak' ? 'staff.dns.failed' :",
  },
  { rule: 'MAI16', file: dns, find: 'body.selector ?? preset?.selector', replace: 'body.selector' },
  { rule: 'MAI17', file: dns, find: 'if (!actor.can(ROOT_PERMISSION))', replace: 'if (false)' },
  { rule: 'MAI17', file: dns, find: '      await requireReauthentication(sessions, actor)\n', replace: '' },
  { rule: 'MAI17', file: 'builtin/mail/contract/dns.ts', find: '  limit: 6,\n', replace: '' },
  {
    rule: 'MTP1',
    file: 'builtin/mail-templates/server/create-email-templates.ts',
    find: 'return found?.active ? found : null',
    replace: 'return found',
  },
  {
    rule: 'MTP1',
    file: queries,
    find: 'eq(table.kind, kind), eq(table.language, language)',
    replace: 'eq(table.kind, kind)',
  },
  {
    rule: 'MTP2',
    file: 'builtin/mail-templates/server/migrations/0001_template.sql',
    find: 'unique (plugin, kind, language)',
    replace: 'unique (plugin, kind, language, id)',
  },
  { rule: 'MTP3', file: check, find: '!known.has(name)', replace: "name === ''" },
  {
    rule: 'MTP3',
    file: check,
    find: 'if (hasStrayBraces(text[field]))',
    replace: "if (text[field] === '{{')",
  },
  { rule: 'MTP3', file: check, find: 'if (link !== undefined)', replace: "if (link === '')" },
  {
    rule: 'MTP4',
    file: draw,
    find: "const text = escapeHtml(fillPlaceholders(piece.text, values)).replaceAll('\\n', '<br>')",
    replace: "const text = fillPlaceholders(piece.text, values).replaceAll('\\n', '<br>')",
  },
  {
    rule: 'MTP5',
    file: 'builtin/mail-templates/server/handle-preview.ts',
    find: "        .header('content-security-policy', policy)\n",
    replace: '',
  },
  { rule: 'MTP5', file: queries, find: '.where(eq(preview.userId, userId))', replace: '' },
  {
    rule: 'MTP6',
    file: 'builtin/mail-templates/server/handle-preview.ts',
    find: 'services.mail.deliver(person.email, email)',
    replace: "services.mail.deliver('root@example.com', email)",
  },
  {
    rule: 'MTP7',
    file: queries,
    find: '.where(and(eq(template.id, id), eq(template.version, known)))',
    replace: '.where(eq(template.id, id))',
  },
  {
    rule: 'MTP7',
    file: queries,
    find: '.where(and(isFor(version, place), eq(version.id, id)))',
    replace: '.where(eq(version.id, id))',
  },
  {
    rule: 'MTP8',
    file: 'builtin/auth/server/emails.ts',
    find: 'purpose: words.purpose,',
    replace: 'purpose: null,',
  },
  {
    rule: 'MTP9',
    file: 'builtin/mail-templates/browser/create-page.tsx',
    find: '{ ...purpose.builtIn, action: purpose.builtIn.action',
    replace: "{ ...purpose.builtIn, body: '', action: purpose.builtIn.action",
  },
  {
    rule: 'MTP9',
    file: 'builtin/mail-templates/browser/check-draft.ts',
    find: '!known.includes(name)',
    replace: "name === ''",
  },
  {
    rule: 'MTP18',
    file: 'builtin/mail-templates/browser/create-page.tsx',
    find: 'if (!(await host.mayLeave())) return',
    replace: 'await host.mayLeave()',
  },
  {
    rule: 'MTP10',
    file: 'builtin/mail-templates/server/handle-mass-mails.ts',
    find: `    await requireReauthentication(sessions, actor)
    for (const`,
    replace: '    for (const',
  },
  {
    rule: 'MTP11',
    file: massMails,
    find: ".set({ state: 'unconfirmed', endedAt: now })",
    replace: ".set({ state: 'waiting' })",
  },
  {
    rule: 'MTP11',
    file: massMails,
    find: '.insert(massMail).values(values).onConflictDoNothing()',
    replace: '.insert(massMail).values({ ...values, requestKey: values.id }).onConflictDoNothing()',
  },
  {
    rule: 'MTP12',
    file: 'builtin/mail-templates/server/handle-mass-mails.ts',
    find: "{ from, to: 'stopped', finishedAt }",
    replace: "{ from, to: 'sending', finishedAt }",
  },
  {
    rule: 'MTP13',
    file: 'builtin/users/server/list-accounts.ts',
    find: '        isNull(account.bannedReason),\n        isNotNull(account.verifiedAt),',
    replace: '        isNotNull(account.verifiedAt),',
  },
  {
    rule: 'MTP14',
    file: 'builtin/mail-templates/server/write-mass-mail.ts',
    find: 'signature === secrets.sign(PURPOSE, user) ? user : null',
    replace: "signature !== '' ? user : null",
  },
  {
    rule: 'MTP14',
    file: 'builtin/mail-templates/server/mass-mail-runner.ts',
    find: "gone.has(userId) ? ('skipped' as const) : ('waiting' as const)",
    replace: "'waiting' as const",
  },
  {
    rule: 'MTP15',
    file: 'builtin/mail-templates/server/mass-mail-runner.ts',
    find: 'if (code >= 500 || pause === undefined)',
    replace: 'if (pause === undefined)',
  },
  {
    rule: 'MTP17',
    file: 'builtin/mail-templates/server/mail-catalogue.ts',
    find: 'title: own.name || own.subject || english.name || english.subject,',
    replace: 'title: own.subject || english.subject,',
  },
  {
    rule: 'MTP16',
    file: 'builtin/mail-templates/server/write-mass-mail.ts',
    find: 'texts.find((each) => each.language === language) ?? texts[0]',
    replace: 'texts[0]',
  },
]

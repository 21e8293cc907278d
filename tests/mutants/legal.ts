import type { Mutant } from './mutant.ts'

const page = 'builtin/legal/browser/accessibility-page.tsx'
const security = 'builtin/legal/server/security-contact.ts'

export const legalMutants: readonly Mutant[] = [
  { rule: 'LEG1', file: page, find: "'uploads', ", replace: '' },
  { rule: 'LEG1', file: page, find: "t('accessibility.reviewed', { date: day(REVIEWED) })", replace: "''" },
  { rule: 'LEG2', file: page, find: '`mailto:${contact}`', replace: 'contact' },
  {
    rule: 'LEG2',
    file: 'builtin/legal/contract/settings.ts',
    find: "text.startsWith('https://') && ",
    replace: '',
  },
  {
    rule: 'LEG4',
    file: security,
    find: "if (contact === '') throw new EndpointFailure('NOT_FOUND', 404)\n",
    replace: '',
  },
  { rule: 'LEG4', file: security, find: '`mailto:${contact}`', replace: 'contact' },
  { rule: 'LEG4', file: security, find: 'const validMs = 180 *', replace: 'const validMs = 1800 *' },
  {
    rule: 'LEG3',
    file: 'builtin/legal/browser/legal-links.tsx',
    find: "host.pathTo('accessibility')",
    replace: "host.pathTo('privacy-policy')",
  },
  {
    rule: 'LEG3',
    file: 'builtin/auth/browser/auth-frame.tsx',
    find: '          <LegalLinks />\n',
    replace: '',
  },
]

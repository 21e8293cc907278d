import type { Mutant } from './mutant.ts'

const file = 'kernel/common/access-rule.ts'
const domain = '/^\\D[^:]*\\.[^.:]{2,}$/.test(host)'
const accepts = (more: string) => `(${domain} || ${more})`

export const accessMutants: readonly Mutant[] = [
  {
    rule: 'ACC1',
    file: 'kernel/browser/access-check.ts',
    find: 'for (const violation of findViolations(url)) report(violation)',
    replace: 'void url',
  },
  { rule: 'ACC2', file, find: `'HTTP connection (use HTTPS)'`, replace: `'HTTP connection'` },
  {
    rule: 'ACC3',
    file,
    find: `'Invalid domain access (use proper domain)'`,
    replace: `'Invalid domain access'`,
  },
  { rule: 'ACC4', file, find: domain, replace: accepts(`!host.includes('.')`) },
  { rule: 'ACC5', file, find: domain, replace: accepts(`host.endsWith('.com')`) },
  { rule: 'ACC6', file, find: domain, replace: accepts(`host === 'localhost'`) },
  { rule: 'ACC7', file, find: domain, replace: accepts(`host.startsWith('203.')`) },
  { rule: 'ACC8', file, find: domain, replace: accepts(`host.startsWith('[')`) },
  { rule: 'ACC9', file, find: '{2,}$/', replace: '{1,}$/' },
  { rule: 'ACC10', file, find: domain, replace: accepts(`host.startsWith('192.168.')`) },
  { rule: 'ACC11', file, find: domain, replace: accepts(`host.startsWith('10.')`) },
  { rule: 'ACC12', file, find: domain, replace: accepts(`host.startsWith('172.')`) },
  { rule: 'ACC13', file, find: 'permittedPorts.includes(port) ?', replace: 'true ?' },
  { rule: 'ACC14', file, find: `['5173', '5174']`, replace: `['5173']` },
  { rule: 'ACC15', file, find: 'hostname === developmentHost &&', replace: `hostname.startsWith('127.') &&` },
  {
    rule: 'ACC16',
    file,
    find: 'permittedPorts.includes(port) ?',
    replace: `protocol === 'http:' || permittedPorts.includes(port) ?`,
  },
  { rule: 'CON6', file, find: `['', '80', '443']`, replace: `['', '443']` },
  {
    rule: 'ERR7',
    file: 'kernel/browser/access-check.ts',
    find: 'on HTTP, IP, or port access',
    replace: 'here',
  },
]

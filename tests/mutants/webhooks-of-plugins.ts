import type { Mutant } from './mutant.ts'

const folder = 'builtin/webhooks/server'
const messages = `${folder}/create-messages.ts`
const queries = `${folder}/message-queries.ts`
const deliver = `${folder}/deliver.ts`
const hosts = `${folder}/plugin-hosts.ts`
const replies = `${folder}/handle-plugin-deliveries.ts`

/** Webhooks that plugins send. */
export const pluginMessageMutants: readonly Mutant[] = [
  {
    rule: 'WHK11',
    file: `${folder}/migrations/0002_plugin_messages.sql`,
    find: 'delivery_key unique (plugin, key)',
    replace: 'delivery_key unique (plugin, id)',
  },
  { rule: 'WHK11', file: messages, find: ".refine(isJson, 'is no JSON')", replace: '' },
  {
    rule: 'WHK11',
    file: `${folder}/sign-message.ts`,
    find: "Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)",
    replace: 'Buffer.from(secret) : Buffer.from(secret)',
  },
  {
    rule: 'WHK11',
    file: `${folder}/sign-message.ts`,
    find: 'signatures.length > 0 &&',
    replace: '',
  },
  { rule: 'WHK12', file: hosts, find: 'if (!mayCall(plugin, hostname))', replace: 'if (false)' },
  { rule: 'WHK12', file: hosts, find: "if (protocol !== 'https:')", replace: 'if (false)' },
  { rule: 'WHK12', file: hosts, find: "if (port !== '')", replace: 'if (false)' },
  {
    rule: 'WHK12',
    file: hosts,
    find: 'if (privateHosts.includes(host) || privateHosts.includes(hostname)) return url\n',
    replace: '',
  },
  {
    rule: 'WHK12',
    file: deliver,
    find: "mayCall(plugin, receiver.host) ? null : 'NOT_DECLARED'",
    replace: 'null',
  },
  { rule: 'WHK12', file: messages, find: '      if (other) check(other)\n', replace: '' },
  { rule: 'WHK13', file: deliver, find: 'FINAL.has(status)', replace: 'false' },
  {
    rule: 'WHK13',
    file: deliver,
    find: ' || (plugin !== null && status === BAD_REQUEST)',
    replace: '',
  },
  {
    rule: 'WHK14',
    file: messages,
    find: "address.pausedAt === null || key === null ? 'pending' : 'held'",
    replace: "'pending'",
  },
  {
    rule: 'WHK14',
    file: replies,
    find: '      await queueRelease(jobs, tx, receiver)\n',
    replace: '',
  },
  {
    rule: 'WHK14',
    file: replies,
    find: "if (!(await isAddressOf(db.orm, plugin, address))) throw fail('NOT_FOUND')",
    replace: '',
  },
  {
    rule: 'WHK14',
    file: `${folder}/check-webhooks.ts`,
    find: '[...webhooks, ...addresses]',
    replace: '[...webhooks]',
  },
  { rule: 'WHK15', file: messages, find: 'address: secrets.seal(address)', replace: 'address' },
  {
    rule: 'WHK15',
    file: messages,
    find: 'secret === undefined ? null : secrets.seal(secret)',
    replace: 'secret ?? null',
  },
  { rule: 'WHK15', file: deliver, find: "if (receiver.address === null) return 'KEY_LOST'", replace: '' },
  {
    rule: 'WHK16',
    file: messages,
    find: 'if (!(await findDelivery(db.orm, { id, plugin }))) return',
    replace: 'if (!(await findDelivery(db.orm, { id }))) return',
  },
  {
    rule: 'WHK16',
    file: messages,
    find: '  if (moveTo !== undefined) await moveMessage(tx, id, moveTo)\n',
    replace: '',
  },
  {
    rule: 'WHK16',
    file: messages,
    find: "throw new ReplayRefused('paused')",
    replace: 'void 0',
  },
  {
    rule: 'WHK16',
    file: queries,
    find: 'before === undefined ? undefined : lt(delivery.id, before)',
    replace: 'undefined',
  },
  {
    rule: 'WHK16',
    file: `${folder}/delivery-queries.ts`,
    find: 'plugin === undefined ? undefined : eq(delivery.plugin, plugin)',
    replace: 'undefined',
  },
  {
    rule: 'WHK17',
    file: messages,
    find: 'address.pausedAt === null || key === null ?',
    replace: 'address.pausedAt === null ?',
  },
  {
    rule: 'WHK18',
    file: messages,
    find: 'key, event, body, people, status, waits }',
    replace: 'key, event, body, people: [], status, waits }',
  },
  { rule: 'WHK18', file: deliver, find: "if (plugin?.enabled !== true) return 'DISABLED'", replace: '' },
  { rule: 'WHK18', file: replies, find: '  dropPlugin(db.orm, payload.id),', replace: '  undefined,' },
  {
    rule: 'WHK18',
    file: `${folder}/index.ts`,
    find: '    await sweepAddresses(db.orm, before)\n',
    replace: '',
  },
  {
    rule: 'WHK19',
    file: messages,
    find: '=== MOST_WAITING)\n    return',
    replace: '=== MOST_WAITING * 2)\n    return',
  },
  {
    rule: 'WHK19',
    file: 'builtin/webhooks/browser/plugin-messages.tsx',
    find: 'plugin.capabilities.includes(webhookMessagesCapability)',
    replace: 'plugin.id',
  },
]

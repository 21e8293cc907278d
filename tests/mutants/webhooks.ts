import type { Mutant } from './mutant.ts'
import { pluginMessageMutants } from './webhooks-of-plugins.ts'

const folder = 'builtin/webhooks/server'
const deliver = `${folder}/deliver.ts`
const send = `${folder}/send-message.ts`
const deliveries = `${folder}/handle-deliveries.ts`
const queries = `${folder}/webhook-queries.ts`
const secrets = `${folder}/secret-queries.ts`

/** Signed messages to other services. */
export const webhookMutants: readonly Mutant[] = [
  ...['SCR130', 'SCR131', 'SCR132', 'SCR133'].map((rule) => ({
    rule,
    file: 'builtin/webhooks/resource.ts',
    find: "defineResource('webhooks', {",
    replace: "defineResource('webhooks', { path: '/mc-admin/hooks',",
  })),
  { rule: 'WHK1', file: queries, find: 'array[${event}, ${ALL_EVENTS}]', replace: 'array[${event}]' },
  {
    rule: 'WHK1',
    file: queries,
    find: 'and(eq(enabled, true), sql`${events}',
    replace: 'and(eq(enabled, true), sql`not ${events}',
  },
  {
    rule: 'WHK1',
    file: `${folder}/sign-message.ts`,
    find: '`${id}.${timestamp}.${body}`',
    replace: '`${timestamp}.${body}`',
  },
  { rule: 'WHK1', file: `${folder}/record-events.ts`, find: '{ ...data, ...known }', replace: 'data' },
  { rule: 'WHK2', file: `${folder}/retry-times.ts`, find: '10 * HOUR, 10 * HOUR]', replace: '10 * HOUR]' },
  {
    rule: 'WHK2',
    file: deliver,
    find: 'Math.max(pauseMs, outcome.waitMs))\n  const ms',
    replace: 'pauseMs)\n  const ms',
  },
  {
    rule: 'WHK2',
    file: send,
    find: 'status >= 200 && status < 300',
    replace: 'status >= 200 && status < 600',
  },
  {
    rule: 'WHK2',
    file: deliver,
    find: '    if (!(await lockReceiver(tx, receiver))) return\n',
    replace: '',
  },
  {
    rule: 'WHK3',
    file: deliver,
    find: 'if (receiver.failingSince !== null) {',
    replace: 'if (false) {',
  },
  { rule: 'WHK4', file: `${folder}/retry-times.ts`, find: '24 * HOUR', replace: '240 * HOUR' },
  { rule: 'WHK4', file: deliver, find: 'isGone || failingSince', replace: 'failingSince' },
  { rule: 'WHK4', file: deliver, find: '  await audit.write(tx, {', replace: '  void ({' },
  {
    rule: 'WHK4',
    file: deliver,
    find: 'if (receiver.pausedAt !== null) {',
    replace: 'if (false) {',
  },
  {
    rule: 'WHK4',
    file: deliveries,
    find: "      await queueRelease(jobs, tx, { kind: 'webhook', id })\n",
    replace: '',
  },
  { rule: 'WHK5', file: send, find: '      publicOnly: { except: privateHosts },\n', replace: '' },
  { rule: 'WHK5', file: 'sdk/server/call-out.ts', find: 'agent: false, ...reach', replace: 'agent: false' },
  {
    rule: 'WHK5',
    file: `${folder}/served-webhooks.ts`,
    find: "protocol === 'https:' && (isIP(bare)",
    replace: '(isIP(bare)',
  },
  {
    rule: 'WHK5',
    file: `${folder}/served-webhooks.ts`,
    find: '|| isPublicAddress(bare)',
    replace: '|| true',
  },
  { rule: 'WHK5', file: 'builtin/webhooks/contract/settings.ts', find: '    rootOnly: true,\n', replace: '' },
  {
    rule: 'WHK6',
    file: secrets,
    find: 'const sealed = secrets.seal(createSecret())',
    replace: 'const sealed = createSecret()',
  },
  { rule: 'WHK21', file: secrets, find: 'if (rowCount === 1)', replace: 'if (rowCount === 0)' },
  {
    rule: 'WHK21',
    file: `${folder}/index.ts`,
    find: ', dropRemovedPlugin, replaceSealed]',
    replace: ', dropRemovedPlugin]',
  },
  { rule: 'WHK6', file: secrets, find: 'row.previousUntil > now', replace: 'true' },
  {
    rule: 'WHK6',
    file: secrets,
    find: 'previous === null ? [current] : [current, previous]',
    replace: '[current]',
  },
  {
    rule: 'WHK7',
    file: `${folder}/delivery-queries.ts`,
    find: ", ne(delivery.status, 'pending')",
    replace: '',
  },
  {
    rule: 'WHK7',
    file: deliveries,
    find: "if (!isActive && row.event !== TEST_EVENT) throw fail('WEBHOOKS_NOT_ACTIVE')",
    replace: '',
  },
  {
    rule: 'WHK7',
    file: `${folder}/delivery-queries.ts`,
    find: 'webhook === undefined ? undefined : eq(delivery.webhookId, webhook)',
    replace: 'undefined',
  },
  { rule: 'WHK8', file: deliver, find: '  if (isTest(row)) return true\n', replace: '' },
  { rule: 'WHK8', file: deliver, find: 'if (isTest(row) || (plugin', replace: 'if ((plugin' },
  {
    rule: 'WHK8',
    file: deliver,
    find: 'isFinal(row, outcome) || isTest(row)',
    replace: 'isFinal(row, outcome)',
  },
  {
    rule: 'WHK9',
    file: `${folder}/record-events.ts`,
    find: '      await forgetPerson(',
    replace: '      void (',
  },
  {
    rule: 'WHK10',
    file: deliver,
    find: "return receiver.enabled || isTest(row) ? null : 'DISABLED'",
    replace: 'return null',
  },
  {
    rule: 'WHK10',
    file: queries,
    find: 'and(eq(enabled, true), sql`${events} ?|',
    replace: 'and(sql`${events} ?|',
  },
  {
    rule: 'WHK20',
    file: deliver,
    find: '    await waitForReceiver(services, row, receiver)\n',
    replace: '    await jobs.add(DELIVER, { delivery: row.id }, { runAt: now, key: jobKey(row.id) })\n',
  },
  {
    rule: 'WHK20',
    file: deliver,
    find: '    else if (await noteSuccess(tx, receiver, now)) await queueRetry(jobs, tx, receiver)\n',
    replace: '    else await noteSuccess(tx, receiver, now)\n',
  },
  {
    rule: 'WHK20',
    file: `${folder}/retry-receiver.ts`,
    find: '  if (taken.length === AT_ONCE) await queueRetry(jobs, tx, at)\n',
    replace: '',
  },
  {
    rule: 'WHK20',
    file: `${folder}/waiting-messages.ts`,
    find: 'sql`${delivery.id} = any(array(${first}))`',
    replace: 'sql`${delivery.id} in (${first})`',
  },
  {
    rule: 'WHK20',
    file: `${folder}/delivery-queries.ts`,
    find: 'sql`${delivery.id} = any(array(${held}))`',
    replace: 'sql`${delivery.id} in (${held})`',
  },
  ...pluginMessageMutants,
]

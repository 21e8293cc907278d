import type { Mutant } from './mutant.ts'

const server = 'builtin/notifications/server'
const moment = `${server}/next-moment.ts`
const deliver = `${server}/deliver.ts`
const encrypt = `${server}/encrypt-push.ts`
const routine = `${server}/handle-routine.ts`
const hosts = 'builtin/notifications/contract/outside-hosts.ts'

/** Rules of what leaves the dashboard: quiet hours, digests, push and Discord. */
export const notificationChannelMutants: readonly Mutant[] = [
  {
    rule: 'NOT12',
    file: moment,
    find: 'minute >= quietFrom || minute < quietTo',
    replace: 'minute >= quietFrom && minute < quietTo',
  },
  {
    rule: 'NOT12',
    file: moment,
    find: 'return new Date(guess.getTime() + off * MINUTE_MS)',
    replace: 'return new Date(guess.getTime() + off * 0)',
  },
  {
    rule: 'NOT12',
    file: `${server}/create-notifications.ts`,
    find: 'const dueAt = afterQuiet(routines.get(person) ?? plainRoutine, now)',
    replace: 'const dueAt = afterQuiet(plainRoutine, now)',
  },
  { rule: 'NOT13', file: moment, find: "digest === 'weekly' ? 0 : null", replace: 'null' },
  {
    rule: 'NOT13',
    file: moment,
    find: 'return afterQuiet(routine, new Date((Math',
    replace: 'return ((_: unknown, at: Date) => at)(routine, new Date((Math',
  },
  {
    rule: 'NOT13',
    file: deliver,
    find: 'if (known.length === 1) return',
    replace: 'if (known.length > 0) return',
  },
  {
    rule: 'NOT13',
    file: `${server}/delivery-queries.ts`,
    find: 'dueAt: new Date(now.getTime() + LEASE_MS)',
    replace: 'dueAt: now',
  },
  { rule: 'NOT14', file: encrypt, find: 'theirs, ours])', replace: 'ours, theirs])' },
  { rule: 'NOT14', file: encrypt, find: 'Buffer.from([2])', replace: 'Buffer.from([1])' },
  { rule: 'NOT14', file: encrypt, find: "dsaEncoding: 'ieee-p1363'", replace: "dsaEncoding: 'der'" },
  {
    rule: 'NOT14',
    file: `${server}/push-keys.ts`,
    find: '    found = await find()\n',
    replace:
      '    found = { single: true, publicKey, privateKey: secrets.seal(privateKey) }\n    await db.delete(pushKey)\n',
  },
  {
    rule: 'NOT15',
    file: deliver,
    find: 'if (reply && gone.has(reply.status)) await deleteDevice(db.orm, what.person, device.id)\n    else if',
    replace: 'if',
  },
  {
    rule: 'NOT15',
    file: deliver,
    find: 'else if (!reply || isAway(reply)) done = false',
    replace: 'else if (!reply) done = false',
  },
  { rule: 'NOT15', file: deliver, find: 'if (isDone || pause === undefined)', replace: 'if (isDone)' },
  { rule: 'NOT15', file: deliver, find: 'if (!to || to.bannedReason !== null)', replace: 'if (!to)' },
  {
    rule: 'NOT16',
    file: hosts,
    find: "url.protocol !== 'https:' || url.port !== ''",
    replace: "url.protocol !== 'https:'",
  },
  { rule: 'NOT16', file: hosts, find: 'host.endsWith(domain)', replace: 'host.includes(domain)' },
  {
    rule: 'NOT16',
    file: hosts,
    find: "url.username === '' && url.password === '' ? url : null",
    replace: 'url',
  },
  { rule: 'NOT16', file: hosts, find: "url.search + url.hash !== ''", replace: "url.hash !== ''" },
  {
    rule: 'NOT16',
    file: `${server}/delivery-queries.ts`,
    find: 'and(eq(device.id, id), eq(device.person, person))',
    replace: 'eq(device.id, id)',
  },
  { rule: 'NOT16', file: routine, find: '> MOST_DEVICES', replace: '> MOST_DEVICES + 1' },
  { rule: 'NOT17', file: deliver, find: '    allowed_mentions: { parse: [] },\n', replace: '' },
  { rule: 'NOT17', file: routine, find: 'services.secrets.seal(discordWebhook)', replace: 'discordWebhook' },
  {
    rule: 'NOT17',
    file: deliver,
    find: 'await db.orm.update(routine).set({ discordWebhook: null })',
    replace: 'await db.orm.update(routine).set({})',
  },
]

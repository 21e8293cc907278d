import type { Mutant } from './mutant.ts'

const server = 'kernel/server'

/** The outbox, and the queue that delivers from it. */
export const eventMutants: readonly Mutant[] = [
  {
    rule: 'KRN6',
    file: `${server}/events/events.ts`,
    find: 'await tx.execute(sql`insert into kernel.outbox',
    replace: 'await deps.orm.execute(sql`insert into kernel.outbox',
    noticedBy: 'tests/integration/plugin-life.test.ts',
  },
  {
    rule: 'KRN12',
    file: `${server}/events/subscriptions.ts`,
    find: 'const FORGET_DAYS = 90',
    replace: 'const FORGET_DAYS = 900',
  },
  {
    rule: 'KRN12',
    file: `${server}/events/events.ts`,
    find: '      if (!subscriptions.isWanted(event.name)) return\n',
    replace: '',
  },
  {
    rule: 'KRN12',
    file: `${server}/events/events.ts`,
    find: 'if (!listener) return keepFor(key, event)',
    replace: 'if (!listener) return',
  },
  {
    rule: 'KRN6',
    file: `${server}/events/events.ts`,
    find: 'if (!afterCommit(tx, wake))',
    replace: 'if (!afterCommit(tx, () => undefined))',
    noticedBy: 'tests/integration/kernel/background-trouble.test.ts',
  },
  {
    rule: 'KRN6',
    file: `${server}/events/events.ts`,
    find: 'if (!afterCommit(tx, wake)) await',
    replace: 'afterCommit(tx, wake)\n      await',
    noticedBy: 'tests/integration/kernel/background-trouble.test.ts',
  },
  {
    rule: 'KRN6',
    file: `${server}/events/events.ts`,
    find: "if (!afterCommit(tx, wake)) await jobs.add('fan-out', {}, { tx })",
    replace: 'afterCommit(tx, wake)',
    noticedBy: 'tests/integration/kernel/background-trouble.test.ts',
  },
  {
    rule: 'KRN6',
    file: `${server}/events/events.ts`,
    find: '      wake()\n',
    replace: '',
    noticedBy: 'tests/integration/kernel/background-trouble.test.ts',
  },
  {
    rule: 'KRN6',
    file: `${server}/events/events.ts`,
    find: 'if (events.length < BATCH) return',
    replace: 'if (events.length >= 0) return',
    noticedBy: 'tests/integration/kernel/background-trouble.test.ts',
  },
  {
    rule: 'KRN6',
    file: `${server}/events/events.ts`,
    find: 'update kernel.outbox set fanned_out_at = now()',
    replace: 'update kernel.outbox set fanned_out_at = null',
    noticedBy: 'tests/integration/kernel/background-trouble.test.ts',
  },
  {
    rule: 'KRN35',
    file: `${server}/jobs/worker.ts`,
    find: 'if (job.job_queue_id !== null) callNext',
    replace: 'if (job.job_queue_id === -1) callNext',
    noticedBy: 'tests/integration/kernel/background-trouble.test.ts',
  },
  {
    rule: 'KRN36',
    file: `${server}/database/migrate.ts`,
    find: 'applied ?? (await',
    replace: '(await',
    noticedBy: 'tests/integration/kernel/starting-and-stopping.test.ts',
  },
  {
    rule: 'KRN37',
    file: `${server}/sessions/lifetimes.ts`,
    find: 'trustsNobody || isStaff(',
    replace: 'isStaff(',
    noticedBy: 'tests/integration/kernel/sessions.test.ts',
  },
]

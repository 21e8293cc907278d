import type { Mutant } from './mutant.ts'

const page = { noticedBy: 'kernel/packages/browser/follow-plan.test.ts' } as const
const stream = { noticedBy: 'kernel/packages/server/plan-stream.test.ts' } as const

/** Open pages that hear of changes of plugins. */
export const planStreamMutants: readonly Mutant[] = [
  {
    rule: 'PKG19',
    file: 'kernel/packages/browser/follow-plan.ts',
    find: 'while (isBehind() && wanted < latest)',
    replace: 'while (false)',
    ...page,
  },
  {
    rule: 'PKG19',
    file: 'kernel/packages/browser/follow-plan.ts',
    find: 'await planSync.refresh()',
    replace: '',
    ...page,
  },
  {
    rule: 'PKG19',
    file: 'kernel/packages/browser/follow-plan.ts',
    find: "document.visibilityState !== 'hidden'",
    replace: 'true',
    ...page,
  },
  {
    rule: 'PKG19',
    file: 'kernel/packages/browser/follow-plan.ts',
    find: "status !== 'unknown'",
    replace: "status === 'signed-in'",
    ...page,
  },
  {
    rule: 'PKG19',
    file: 'kernel/packages/browser/follow-plan.ts',
    find: 'source && listener === status',
    replace: 'source',
    ...page,
  },
  {
    rule: 'PKG19',
    file: 'kernel/packages/browser/follow-plan.ts',
    find: 'session.state.subscribe(follow)',
    replace: '',
    ...page,
  },
  {
    rule: 'PKG19',
    file: 'kernel/packages/browser/follow-plan.ts',
    find: 'plan.getState().version < latest',
    replace: 'false',
    ...page,
  },
  {
    rule: 'PKG19',
    file: 'kernel/packages/server/plan-stream.ts',
    find: 'const LOOK_MS = 250',
    replace: 'const LOOK_MS = 1_500',
    ...stream,
  },
  {
    rule: 'PKG19',
    file: 'kernel/packages/server/plan-stream.ts',
    find: 'reader.send(',
    replace: 'String(',
    ...stream,
  },
  {
    rule: 'PKG19',
    file: 'kernel/packages/server/plan-stream.ts',
    find: "events.send('plan', version())",
    replace: '',
    ...stream,
  },
  {
    rule: 'PKG19',
    file: 'sdk/server/event-streams.ts',
    find: 'now > stream.endsAt',
    replace: 'false',
    noticedBy: 'sdk/server/event-streams.test.ts',
  },
  {
    rule: 'PKG26',
    file: 'kernel/packages/server/plan-stream.ts',
    find: ' || ofAddress >= GUESTS_OF_AN_ADDRESS',
    replace: '',
    ...stream,
  },
  {
    rule: 'PKG26',
    file: 'kernel/packages/server/plan-stream.ts',
    find: 'guestAddresses.size >= MOST_GUESTS || ',
    replace: '',
    ...stream,
  },
  {
    rule: 'PKG26',
    file: 'kernel/packages/server/plan-stream.ts',
    find: 'addressPrefix(ip)',
    replace: 'ip',
    ...stream,
  },
  {
    rule: 'PKG26',
    file: 'kernel/packages/server/plan-stream.ts',
    find: '        guestAddresses.delete(person)\n',
    replace: '',
    ...stream,
  },
  {
    rule: 'PKG26',
    file: 'kernel/packages/server/plan-stream.ts',
    find: "site === undefined || site === 'same-origin'",
    replace: 'true',
    noticedBy: 'tests/integration/packages/plan-stream.test.ts',
  },
]

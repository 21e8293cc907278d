import type { SessionEntries } from '@spawnpoint/sdk/server'
import { expect, it } from 'vitest'
import { createGate } from '../../common/hooks/gate.ts'
import { createManualClock } from '../../common/hooks/manual-clock.testing.ts'
import { createServerHooks } from '../host/server-hooks.ts'
import type { Notice } from '../services/notices.ts'
import type { LiveSession } from '../sessions/session-cache.ts'
import { createSessionAnswers } from './session-answers.ts'
import { createSessionParts } from './session-parts.ts'

const aSession = (user: string, overrides: Partial<LiveSession> = {}): LiveSession => ({
  id: `session of ${user}`,
  user,
  permissions: [],
  requiredStep: null,
  impersonator: null,
  createdAt: new Date(0),
  lastSeenAt: new Date(0),
  renewal: 'none',
  ...overrides,
})

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** A plugin that answers when it is told to. */
function createDescriber() {
  const asked: { readonly user: string; answer(entries: SessionEntries): void; fail(): void }[] = []
  const describe = ({ id }: { readonly id: string }) =>
    new Promise<SessionEntries>((resolve, reject) => {
      asked.push({ user: id, answer: resolve, fail: () => reject(new Error('broken')) })
    })
  // The hook asks plugins a few promises after the call.
  const newest = async () => {
    await turn()
    return asked.at(-1)
  }
  return {
    asked,
    describe,
    answer: async (entries: SessionEntries) => (await newest())?.answer(entries),
    fail: async () => (await newest())?.fail(),
  }
}

function setUp(isShipped = true) {
  const clock = createManualClock()
  const gate = createGate({ clock, excuses: () => isShipped })
  const listeners: ((notice: Notice) => void)[] = []
  const late: string[] = []
  const warnings: unknown[] = []
  const names = createDescriber()
  const quick = async () => ({ stats: { servers: 2 } })
  for (const plugin of ['names', 'quick']) gate.setActive(plugin, true)
  const hooks = createServerHooks({ gate, isShipped: (plugin) => isShipped || plugin === 'quick' })
  hooks.describeWith('names', names.describe)
  hooks.describeWith('quick', quick)
  const answers = createSessionAnswers({
    parts: createSessionParts({
      gate,
      clock,
      log: { warn: (facts: unknown) => void warnings.push(facts) },
      onLate: (plugin) => void late.push(plugin),
    }),
    clock,
    notices: {
      on: (listener) => {
        listeners.push(listener)
        return () => undefined
      },
    },
    hooks,
  })
  const read = ({ text }: { text: string }) => JSON.parse(text) as Record<string, Record<string, unknown>>
  const ask = async (session: LiveSession) => read(await answers.get(session))
  return {
    clock,
    gate,
    late,
    warnings,
    names,
    find: answers.find,
    ask,
    send: (notice: Notice) => listeners.forEach((listener) => listener(notice)),
    /** A whole answer, then so long that it is asked anew. */
    async learn(session: LiveSession, name: string) {
      const first = ask(session)
      await names.answer({ userInfo: { name } })
      expect((await first)['user_info']).toEqual({ name, uuid: session.user, required_step: null })
      await clock.advance(2_000)
    },
  }
}

const ann = aSession('ann')
const bob = aSession('bob')

it('[KRN19] says what a late plugin of the product last said, and the rest as it is now', async () => {
  const { learn, ask, clock, gate, late, warnings } = setUp()
  await learn(ann, 'Ann')
  const answer = ask(ann)
  await clock.advance(200)
  expect(await answer).toMatchObject({ user_info: { name: 'Ann' }, stats: { servers: 2 } })
  expect(late).toEqual(['names'])
  expect(warnings).toEqual([])
  expect(gate.faults('names')).toEqual([])
})

it('[KRN19] keeps what comes late for the next answer, and asks no second time meanwhile', async () => {
  const made = setUp()
  await made.learn(ann, 'Ann')
  const answer = made.ask(ann)
  await made.clock.advance(200)
  await answer
  await made.clock.advance(2_000)
  const second = made.ask(ann)
  await turn()
  expect(made.names.asked).toHaveLength(2)
  await made.names.answer({ userInfo: { name: 'Anna' } })
  expect(await second).toMatchObject({ user_info: { name: 'Anna' } })
})

it('[KRN19] waits for the product where nothing is known yet, and holds the answer then', async () => {
  const { ask, clock, names, late, find } = setUp()
  const answer = ask(ann)
  await clock.advance(2_999)
  await names.answer({ userInfo: { name: 'Ann' } })
  expect(await answer).toMatchObject({ user_info: { name: 'Ann' } })
  expect(late).toEqual([])
  expect(find(ann)).not.toBeNull()
})

it('[KRN19] does not hold an answer without a part, and warns of it', async () => {
  const { ask, clock, names, find, warnings } = setUp()
  const answer = ask(ann)
  await clock.advance(3_000)
  expect((await answer)['user_info']).toEqual({ uuid: 'ann', required_step: null })
  expect(find(ann)).toBeNull()
  expect(warnings).toEqual([{ plugin: 'names', waitedMs: 3_000 }])
  const next = ask(ann)
  await turn()
  expect(names.asked).toHaveLength(2)
  await names.answer({ userInfo: { name: 'Ann' } })
  expect(await next).toMatchObject({ user_info: { name: 'Ann' } })
})

it('[KRN19] makes nobody else wait for a plugin that does not answer at all, until it does', async () => {
  const { ask, clock, names } = setUp()
  const first = ask(ann)
  await clock.advance(3_000)
  await first
  const second = ask(bob)
  await clock.advance(200)
  expect((await second)['user_info']).toEqual({ uuid: 'bob', required_step: null })
  await names.answer({ userInfo: { name: 'Bob' } })
  await clock.advance(0)
  const third = ask(aSession('cleo'))
  await clock.advance(2_000)
  await names.answer({ userInfo: { name: 'Cleo' } })
  expect(await third).toMatchObject({ user_info: { name: 'Cleo' } })
})

it.each([{ kind: 'user', user: 'ann' }, { kind: 'changed', user: 'ann' }, { kind: 'settings' }] as const)(
  '[KRN17] says nothing of before a change: $kind',
  async (notice) => {
    const made = setUp()
    await made.learn(ann, 'Ann')
    const before = made.ask(ann)
    made.send(notice)
    const after = made.ask(ann)
    await turn()
    expect(made.names.asked).toHaveLength(3)
    made.names.asked[1]?.answer({ userInfo: { name: 'of before' } })
    await before
    await made.clock.advance(3_000)
    expect((await after)['user_info']).toEqual({ uuid: 'ann', required_step: null })
    expect(made.find(ann)).toBeNull()
  },
)

it('[KRN17] says of nobody what it knows of another', async () => {
  const made = setUp()
  await made.learn(ann, 'Ann')
  const answer = made.ask(bob)
  await made.clock.advance(3_000)
  expect((await answer)['user_info']).toEqual({ uuid: 'bob', required_step: null })
})

it('[KRN17] does not take what was held for a session whose rights have changed since', async () => {
  const { ask, names, find } = setUp()
  const answer = ask(ann)
  await names.answer({})
  await answer
  expect(find(ann)).not.toBeNull()
  expect(find(aSession('ann', { permissions: ['admin.root'] }))).toBeNull()
})

it('[KRN5] says no more what a plugin said that is off', async () => {
  const made = setUp()
  await made.learn(ann, 'Ann')
  made.gate.setActive('names', false)
  expect((await made.ask(ann))['user_info']).toEqual({ uuid: 'ann', required_step: null })
  expect(made.find(ann)).not.toBeNull()
})

it('[KRN5] nor what one said that is switched off while it is asked', async () => {
  const made = setUp()
  await made.learn(ann, 'Ann')
  const answer = made.ask(ann)
  await turn()
  made.gate.setActive('names', false)
  await made.clock.advance(200)
  expect((await answer)['user_info']).toEqual({ uuid: 'ann', required_step: null })
})

it('[KRN7] counts lateness against a plugin that was added, and waits for it no longer than its budget', async () => {
  const { ask, clock, gate, late } = setUp(false)
  const answer = ask(ann)
  await clock.advance(200)
  expect((await answer)['user_info']).toEqual({ uuid: 'ann', required_step: null })
  expect(gate.faults('names')).toMatchObject([{ kind: 'timeout' }])
  expect(late).toEqual([])
})

it('[KRN7] counts what a plugin of the product does wrong, and says what it last said', async () => {
  const made = setUp()
  await made.learn(ann, 'Ann')
  const answer = made.ask(ann)
  await made.names.fail()
  expect(await answer).toMatchObject({ user_info: { name: 'Ann' } })
  expect(made.gate.faults('names')).toMatchObject([{ kind: 'threw' }])
})

it('[CON5] refuses a part that would take a key of the product, whole and as a fault', async () => {
  for (const userInfo of [
    { locale: 'DE' },
    { 'ui-settings': '{}' },
    { uuid: 'eve' },
    { required_step: 'none' },
  ]) {
    const { ask, names, gate } = setUp(false)
    const asking = ask(ann)
    await names.answer({ userInfo: { ...userInfo, name: 'Ann' } })
    expect((await asking)['user_info']).toEqual({ uuid: 'ann', required_step: null })
    expect(String(gate.faults('names')[0]?.error)).toContain('E_SESSION_KEY names')
  }
})

it('[CON5] leaves a key with the plugin that comes first, and logs the refusal once', async () => {
  const { ask, names, warnings, clock } = setUp()
  for (let turn = 0; turn < 2; turn += 1) {
    const asking = ask(ann)
    await names.answer({ billing: { servers: 'mine' }, userInfo: { name: 'Ann' } })
    const { billing, stats } = await asking
    expect([billing, stats]).toEqual([{ servers: 'mine' }, {}])
    await clock.advance(2_000)
  }
  expect(warnings).toEqual([{ plugin: 'quick', key: 'servers', owner: 'names' }])
})

it('says which step is required of its person', async () => {
  const { ask, names } = setUp()
  const asking = ask({ ...ann, requiredStep: 'second-factor' })
  await names.answer({ userInfo: { name: 'Ann' } })
  expect((await asking)['user_info']).toMatchObject({ required_step: 'second-factor' })
})

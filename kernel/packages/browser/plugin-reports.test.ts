import type { SessionState } from '@spawnpoint/sdk/browser'
import { expect, it, vi } from 'vitest'
import type { Fault } from '../../common/hooks/fault-ledger.ts'
import type { PlanPlugin } from '../../common/plan.ts'
import { reportLimits } from '../common/plugin-report.ts'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { createPluginReports } from './plugin-reports.ts'

// Only what a report reads of a plan's plugin.
const acme = { id: 'acme', version: '1.2.3' } as unknown as PlanPlugin

const setUp = (given: SessionState['status'] = 'signed-in') => {
  let status = given
  const fetch = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({ success: true }))
  const platform = createMemoryPlatform({ fetch })
  const reports = createPluginReports({
    platform,
    find: (id) => (id === 'acme' ? acme : null),
    session: () => ({ status, user: {}, billing: {}, stats: {}, permissions: [] }),
    log: () => undefined,
  })
  const requests = () => fetch.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])
  return {
    reports,
    platform,
    requests,
    fetch,
    leave: platform.address.leave,
    become: (next: SessionState['status']) => {
      status = next
    },
    sent: async () => {
      await platform.clock.advance(1000)
      return requests()
    },
  }
}

const aFault = (owner = 'acme'): Fault => {
  const error = new Error('boom')
  error.stack = `Error: boom\n${'x'.repeat(9000)}`
  return { owner, effect: 'module page', at: 0, kind: 'reported', error }
}

it('[RTP10] reports faults together, cut to size', async () => {
  const { reports, sent } = setUp()
  reports.fault(aFault())
  reports.fault(aFault('nobody'))
  const [[url, body] = [], ...more] = await sent()
  expect(url).toBe('/api/system/plugin-faults')
  expect(body).toMatchObject({
    faults: [{ plugin: 'acme', version: '1.2.3', effect: 'module page' }],
  })
  expect(body.faults[0].stack).toHaveLength(4000)
  expect(more).toEqual([])
})

it('[RTP10] tells it before the page is left, once, by a request that outlives the page', async () => {
  const { reports, fetch, leave, requests, sent } = setUp()
  leave()
  expect(requests()).toEqual([])
  reports.fault(aFault())
  leave()
  expect(requests()).toHaveLength(1)
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ keepalive: true })
  // A page that is kept in memory and shown again tells it no second time.
  expect(await sent()).toHaveLength(1)
  reports.fault(aFault())
  expect(await sent()).toHaveLength(2)
})

it('[RTP10] says what went wrong where the browser’s stack says only where', async () => {
  const { reports, sent } = setUp()
  const error = new Error('E_INTEGRITY acme: changed')
  error.stack = 'r/<@https://dash.example.com/assets/page.js:1:581\n'
  reports.fault({ ...aFault(), error })
  const [[, body] = []] = await sent()
  expect(body.faults[0].stack).toBe(
    'Error: E_INTEGRITY acme: changed\nr/<@https://dash.example.com/assets/page.js:1:581',
  )
})

it('[RTP10] tells nothing from a tab in which nobody is signed in', async () => {
  const { reports, sent } = setUp('signed-out')
  reports.fault(aFault())
  expect(await sent()).toEqual([])
})

it('[RTP10] keeps the first stack whole where not all of them fit, and a part of each other', async () => {
  const { reports, sent } = setUp()
  const error = `Error: ${'世'.repeat(9000)}`
  for (let time = 0; time < 30; time += 1) reports.fault({ ...aFault(), error })
  const [[, body] = [], ...more] = await sent()
  expect(more).toEqual([])
  expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThanOrEqual(reportLimits.bytes)
  expect(body.faults).toHaveLength(reportLimits.entries)
  expect(body.faults[0].stack).toBe(error.slice(0, reportLimits.stack))
  for (const { stack } of body.faults) expect(stack).toMatch(/^Error: 世{200}/)
})

it('[RTP21] tells of a note once it is known who is signed in, and that it counts against nothing', async () => {
  const { reports, sent, become } = setUp('unknown')
  reports.note({ owner: 'acme', version: '1.2.3', effect: 'boot', error: new Error('broken') })
  expect(await sent()).toEqual([])
  become('signed-in')
  const [[, body] = [], ...more] = await sent()
  expect(body.faults).toMatchObject([{ plugin: 'acme', effect: 'boot', isNote: true }])
  expect(more).toEqual([])
  reports.fault(aFault())
  expect((await sent()).at(-1)?.[1].faults[0]).not.toHaveProperty('isNote')
})

it('[RTP21] tells of start-up code that failed before its plugin was among those that run', async () => {
  const { reports, sent } = setUp()
  reports.note({ ...aFault('starting'), version: '2.0.0' })
  const [[, body] = []] = await sent()
  expect(body).toMatchObject({ faults: [{ plugin: 'starting', version: '2.0.0', isNote: true }] })
})

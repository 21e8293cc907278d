import type { SessionState } from '@spawnpoint/sdk/browser'
import { expect, it, vi } from 'vitest'
import type { Fault } from '../../common/hooks/fault-ledger.ts'
import type { PlanPlugin } from '../../common/plan.ts'
import { createMemoryPlatform } from '../platform/memory-platform.ts'
import { createPluginReports } from './plugin-reports.ts'

// Only what a report reads of a plan's plugin.
const acme = { id: 'acme', version: '1.2.3' } as unknown as PlanPlugin

const setUp = (status: SessionState['status'] = 'signed-in') => {
  const fetch = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({ success: true }))
  const platform = createMemoryPlatform({ fetch })
  const reports = createPluginReports({
    platform,
    find: (id) => (id === 'acme' ? acme : null),
    session: () => ({ status, user: {}, billing: {}, stats: {}, permissions: [] }),
    log: () => undefined,
  })
  return {
    reports,
    sent: async () => {
      await platform.clock.advance(1000)
      return fetch.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])
    },
  }
}

const aFault = (owner = 'acme'): Fault => {
  const error = new Error('boom')
  error.stack = `Error: boom\n${'x'.repeat(9000)}`
  return { owner, effect: 'module page', at: 0, kind: 'reported', error }
}
const use = { plugin: 'acme', name: 'useOld', since: '0.3.0', removeIn: '1.0.0', use: 'useNew' }

it('[RTP10, RTP11] tells of faults and deprecated uses together, cut to size', async () => {
  const { reports, sent } = setUp()
  reports.fault(aFault())
  reports.deprecated(use)
  reports.fault(aFault('nobody'))
  const [[url, body] = [], ...more] = await sent()
  expect(url).toBe('/api/system/plugin-faults')
  expect(body).toMatchObject({
    faults: [{ plugin: 'acme', version: '1.2.3', effect: 'module page' }],
    deprecations: [use],
  })
  expect(body.faults[0].stack).toHaveLength(4000)
  expect(more).toEqual([])
})

it('[RTP11] counts a use once per page', async () => {
  const { reports, sent } = setUp()
  reports.deprecated(use)
  await sent()
  reports.deprecated(use)
  reports.deprecated({ ...use, plugin: 'nobody' })
  expect(await sent()).toHaveLength(1)
})

it('[RTP10] tells nothing from a tab in which nobody is signed in', async () => {
  const { reports, sent } = setUp('signed-out')
  reports.fault(aFault())
  expect(await sent()).toEqual([])
})

// @vitest-environment jsdom
import { testPluginContract } from '@spawnpoint/sdk/testing'
import { expect, it } from 'vitest'

it('draws every contribution, and leaves nothing behind when it is switched off', async () => {
  const { visited, left } = await testPluginContract({ folder: import.meta.dirname })
  expect(visited.filter(({ problem }) => problem !== null)).toEqual([])
  expect(left).toEqual([])
})

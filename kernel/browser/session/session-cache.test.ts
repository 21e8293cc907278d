import { expect, it } from 'vitest'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { createSession } from './session.ts'

const answer = {
  success: true,
  user_info: { username: 'ada', roles: ['staff'] },
  billing: { coins: 120 },
  stats: { servers: 2 },
  permissions: [],
}

it('[ENT1] every entry of user_info, billing and stats is cached under its own key', async () => {
  const platform = createMemoryPlatform({
    cookies: { user_token: 'x' },
    fetch: async () => Response.json(answer),
  })
  const session = createSession({
    platform,
    onAnswer: () => undefined,
    onRefused: () => undefined,
    afterSession: () => undefined,
    isHandled: () => false,
    react: async () => undefined,
  })
  await session.start()
  expect(['username', 'roles', 'coins', 'servers'].map((key) => platform.storage.get(key))).toEqual([
    'ada',
    '["staff"]',
    '120',
    '2',
  ])
})

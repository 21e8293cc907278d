// @vitest-environment jsdom
import { defineEndpoint } from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createBrowserHost } from './index.ts'

const readGift = defineEndpoint({
  method: 'GET',
  path: '/api/gifts/:id',
  summary: 'A gift',
  access: { user: true },
  params: z.object({ id: z.string() }),
  reply: z.object({ title: z.string() }),
  fails: { GIFT_GONE: 410 },
})
const session = { method: 'GET', path: '/api/user/session' } as const

it('is signed in with the permissions that the test gives', async () => {
  const app = await createBrowserHost({
    person: { permissions: ['admin.users.list'], user: { username: 'ada' } },
  })
  expect(app.host.session.getState()).toMatchObject({ status: 'signed-in', user: { username: 'ada' } })
  expect([app.host.can('admin.users.list'), app.host.can('admin.roles.list')]).toEqual([true, false])
})

it('has nobody signed in where the test says so, and asks nothing then', async () => {
  const app = await createBrowserHost({ person: null })
  expect(app.host.session.getState().status).toBe('signed-out')
  expect(app.server.calls(session)).toEqual([])
})

it('answers declared endpoints with the params they were called with', async () => {
  const app = await createBrowserHost()
  app.server.answer(readGift, ({ params }) => ({ title: `Gift ${params['id']}` }))
  expect(await app.host.call(readGift, { params: { id: 'a b' } })).toEqual({ title: 'Gift a b' })
  app.server.refuse(readGift, { code: 'GIFT_GONE', status: 410 })
  await expect(app.host.call(readGift, { params: { id: '1' } })).rejects.toMatchObject({
    code: 'GIFT_GONE',
    status: 410,
  })
  expect(app.server.calls(readGift).map(({ params }) => params['id'])).toEqual(['a b', '1'])
})

it('refuses what nobody answers, and lets the test move the clock', async () => {
  const app = await createBrowserHost()
  await expect(app.host.call(readGift, { params: { id: '1' } })).rejects.toMatchObject({ status: 404 })
  await app.clock.advance(60_000)
  expect(app.server.calls(session)).toHaveLength(2)
})

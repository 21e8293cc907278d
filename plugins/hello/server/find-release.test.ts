import { expect, it } from 'vitest'
import { findRelease } from './find-release.ts'

it('[HEL8] reads the newest release from the one host that the manifest names', async () => {
  const asked: string[] = []
  const release = await findRelease(async (url) => {
    asked.push(new URL(url).hostname)
    return Response.json({ name: 'v26.1.0' })
  })
  expect([release, asked]).toEqual(['v26.1.0', ['api.github.com']])
})

it.each([
  ['refuses', async () => new Response('', { status: 403 })],
  ['answers something else', async () => Response.json({ title: 'x' })],
  ['is not there', () => Promise.reject(new TypeError('fetch failed'))],
])('[HEL8] goes on without it where the host %s', async (_, fetch) => {
  expect(await findRelease(fetch)).toBeNull()
})

// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { readPage } from './read-page.ts'

const fetched = vi.fn(async (url: string) => Response.json({ from: url }))
const plan = '<script type="application/json" id="plan">{"version":7,"plugins":[],"settings":{}}</script>'
const preload = (url: string) => `<link rel="preload" as="fetch" crossorigin href="${url}">`

const open = (html: string, answer?: Promise<Response>) => {
  document.body.innerHTML = html
  const link = document.querySelector('link')
  if (answer && link) Object.assign(link, { answer })
  return readPage(window)
}
const jsonOf = async (answer: Promise<Response>): Promise<unknown> => (await answer).json()

beforeEach(() => {
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
})

it('reads all data that the page preloads at once, and each answer is taken over once', async () => {
  const page = await open(`${plan}${preload('/assets/en.json')}${preload('/assets/fr.json')}`)
  const urls = ['en', 'fr'].map((name) => new URL(`/assets/${name}.json`, location.href).href)
  expect(fetched.mock.calls.flat()).toEqual(urls)
  expect(await jsonOf(page.fetchData('/assets/en.json'))).toEqual({ from: urls[0] })
  expect(fetched).toHaveBeenCalledTimes(2)
  await page.fetchData('/assets/en.json')
  expect(fetched).toHaveBeenCalledTimes(3)
})

it('takes over what was read behind a first view, the plan first of all', async () => {
  const answer = Promise.resolve(Response.json({ version: 9, plugins: [], settings: {} }))
  const page = await open(preload('/api/system/plan'), answer)
  expect(page.plan.version).toBe(9)
  expect(fetched).not.toHaveBeenCalled()
})

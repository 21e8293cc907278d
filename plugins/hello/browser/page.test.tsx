// @vitest-environment jsdom
import { renderPlugin, type RenderPluginOptions } from '@spawnpoint/sdk/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { greeting, wave } from '../contract/index.ts'
import manifest from '../manifest.ts'
import HelloPage from './page.tsx'

afterEach(cleanup)

const folder = join(import.meta.dirname, '..')

const open = (more: Partial<RenderPluginOptions> = {}) =>
  renderPlugin(
    { manifest, folder, modules: { page: HelloPage } },
    {
      at: '/p/hello',
      prepare: ({ server }) => {
        server.answer(greeting, () => ({
          at: '2026-05-04T09:00:00Z',
          notice: '',
          waves: 3,
          welcomedAt: '2026-05-03T09:00:00Z',
        }))
        server.answer(wave, () => ({ id: '5f0c6a43-0000-4000-8000-000000000001' }))
      },
      ...more,
    },
  )

it('greets with what the server said and counts the waves', async () => {
  const app = await open()
  expect(await screen.findByText(/^Hello! The server time is .*2026/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Wave' }))
  expect(screen.getByText('You waved 1 time.')).toBeTruthy()
  expect(app.server.calls(wave)).toHaveLength(1)
  expect(screen.getByText(/^We waved when you arrived/)).toBeTruthy()
})

it('speaks the language that was chosen', async () => {
  await open({ locale: 'de' })
  expect(await screen.findByRole('heading', { name: 'Hallo' })).toBeTruthy()
})

it('says so when the server does not answer', async () => {
  await open({ prepare: ({ server }) => server.refuse(greeting, { code: 'FORBIDDEN', status: 403 }) })
  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy()
})

it('takes a wave back that the server refused, and says why', async () => {
  const app = await open()
  app.server.refuse(wave, { code: 'RATE_LIMITED', status: 429 })
  await userEvent.click(await screen.findByRole('button', { name: 'Wave' }))
  expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeTruthy()
  expect(screen.getByText('You waved 0 times.')).toBeTruthy()
})

it('is not drawn for somebody who is not signed in', async () => {
  await open({ person: null })
  expect(screen.queryByText('Waves')).toBeNull()
})

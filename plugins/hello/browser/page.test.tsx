// @vitest-environment jsdom
import { renderPlugin, type RenderPluginOptions } from '@spawnpoint/sdk/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { greeting } from '../contract/index.ts'
import manifest from '../manifest.ts'
import HelloPage from './page.tsx'

afterEach(cleanup)

const folder = join(import.meta.dirname, '..')

const open = (more: Partial<RenderPluginOptions> = {}) =>
  renderPlugin(
    { manifest, folder, modules: { page: HelloPage } },
    {
      at: '/p/hello',
      prepare: ({ server }) => server.answer(greeting, () => ({ at: '2026-05-04T09:00:00Z' })),
      ...more,
    },
  )

it('greets with what the server said and counts the waves', async () => {
  const app = await open()
  expect(await screen.findByText(/^Hello! On the server it is .*2026/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Wave' }))
  expect(screen.getByText('You waved 1 time.')).toBeTruthy()
  expect(app.server.calls(greeting)).toHaveLength(1)
})

it('speaks the language that was chosen', async () => {
  await open({ locale: 'DE' })
  expect(await screen.findByRole('heading', { name: 'Hallo' })).toBeTruthy()
})

it('says so when the server does not answer', async () => {
  await open({ prepare: ({ server }) => server.refuse(greeting, { code: 'FORBIDDEN', status: 403 }) })
  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy()
})

it('is not drawn for somebody who is not signed in', async () => {
  await open({ person: null })
  expect(screen.queryByText('Waves')).toBeNull()
})

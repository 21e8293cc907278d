// @vitest-environment jsdom
import { createKey, listKeys, readEmbed, saveEmbed } from '@spawnpoint/contracts/image-hosting'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import ConfigPage from './browser/config-page.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const key = {
  id: '7d3b5a0e-3f1c-4b53-9c9f-1f2a3b4c5d6e',
  name: 'Laptop',
  hint: 'abcd',
  createdAt: '2027-01-01T00:00:00.000Z',
  lastUsedAt: null,
}
const embed = { enabled: true, siteName: '', author: '', title: '{file}', description: '', color: '#6d5ef7' }

const open = (enabled = true) =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { 'config-page': ConfigPage } },
    {
      at: '/images/config',
      settings: { image_hosting_enabled: enabled, app_name: 'Host' },
      prepare: ({ server }) => {
        server.answer(listKeys, () => ({ keys: [key] }))
        server.answer(createKey, () => ({ key, secret: 'img_secret' }))
        server.answer(readEmbed, () => ({ embed, host: 'host.example.com' }))
        server.answer(saveEmbed, () => ({}))
      },
    },
  )

it('[IMG12] shows the card as its texts are typed, cut as Discord cuts them, with their bytes', async () => {
  const { server } = await open()
  const preview = await screen.findByRole('figure', { name: 'Preview' })
  expect(within(preview).getByText('castle.png')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'é'.repeat(40) } })
  expect(within(preview).getByText(/^é{32}…$/)).toBeTruthy()
  expect(screen.getByText('80 of 67 bytes. Discord cuts this text.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findAllByText(/^é/)).toBeTruthy()
  expect(server.calls(saveEmbed)[0]).toMatchObject({ body: { title: 'é'.repeat(40) } })
})

it('[IMG4] shows a new key once, with the file for ShareX', async () => {
  await open()
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Laptop' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('img_secret')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download ShareX config' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('img_secret')).toBe(null)
})

it('[IMG2] says that hosting is off', async () => {
  await open(false)
  expect(await screen.findByText('Image hosting is turned off')).toBeTruthy()
})

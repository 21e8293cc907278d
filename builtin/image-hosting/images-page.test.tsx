// @vitest-environment jsdom
import { listImages, readUsage } from '@spawnpoint/contracts/image-hosting'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import ImagesPage from './browser/images-page.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const image = {
  id: '7d3b5a0e-3f1c-4b53-9c9f-1f2a3b4c5d6e',
  name: 'aB3dE6',
  title: 'harbor.png',
  bytes: 1_000,
  width: 640,
  height: 360,
  animated: false,
  at: '2027-01-01T00:00:00.000Z',
  url: 'https://host.example.com/i/aB3dE6',
  rawUrl: 'https://host.example.com/i/aB3dE6.png',
  thumbnailUrl: 'https://host.example.com/i/aB3dE6/thumbnail',
  deleteUrl: 'https://host.example.com/i/aB3dE6/delete',
  uploadedBy: null,
  deletedAt: null,
  underReview: false,
}

const open = (items: readonly (typeof image)[], at = '/images') =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { 'images-page': ImagesPage } },
    {
      at,
      settings: { image_hosting_enabled: true },
      prepare: ({ server }) => {
        server.answer(listImages, () => ({
          items: [...items],
          next: null,
          previous: null,
          total: items.length,
        }))
        server.answer(readUsage, () => ({
          bytes: { used: 0, max: 1_000 },
          files: { used: 0, max: 10 },
          today: { used: 0, max: 10 },
          largestFile: 1_000,
          coins: null,
        }))
      },
    },
  )

it('[IMG17] offers neither search nor order where there is no image, but what was deleted', async () => {
  await open([])
  await screen.findByText('No images yet')
  expect(screen.queryByRole('searchbox')).toBe(null)
  expect(screen.getAllByRole('combobox')).toHaveLength(1)
  cleanup()
  await open([], '/images?search=castle')
  await screen.findByRole('button', { name: 'Clear search' })
  expect(screen.getByRole('searchbox')).toBeTruthy()
})

it('[IMG17] leaves the loading of thumbnails to the settings', async () => {
  await open([image])
  const picture = (await screen.findByText('harbor.png')).closest('li')?.querySelector('img')
  expect([picture?.getAttribute('src'), picture?.dataset['src']]).toEqual([null, '/i/aB3dE6/thumbnail'])
  expect(screen.getByRole('searchbox')).toBeTruthy()
})

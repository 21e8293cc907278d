// @vitest-environment jsdom
import { countReports, decideReport, getReport, listReports } from '@spawnpoint/contracts/image-reports'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { supportOverlays } from '../../sdk/ui/testing.ts'
import EditPage from './browser/edit-page.tsx'
import manifest from './manifest.ts'

supportOverlays()
afterEach(cleanup)

const id = '5f0c2a5e-6c5e-4d0e-9d7e-1f6a0d9b1c11'
const at = '2027-01-01T00:00:00.000Z'
const report = {
  id,
  image: 'castle',
  title: 'castle.png',
  reason: 'spam' as const,
  status: 'pending' as const,
  notices: 1,
  hidden: false,
  appealed: false,
  thumbnailUrl: '/thumbnail.png',
  at,
  lastAt: at,
  owner: { id: '5f0c2a5e-6c5e-4d0e-9d7e-1f6a0d9b1c12', username: 'priya' },
  notes: '',
  alike: null as string | null,
  pictureUrl: '/picture.png',
  entries: [
    { receipt: 'R-1', reason: 'spam' as const, details: 'An advert.', name: null, email: null, ip: null, at },
  ],
  decision: null,
  appeal: null,
  restorable: true,
  decidable: true,
}

const open = () =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { 'edit-page': EditPage } },
    {
      at: `/mc-admin/image-reports/${id}/edit`,
      person: { permissions: ['admin.image.reports.view', 'admin.image.reports.edit'] },
      prepare: ({ server }) => {
        server.answer(getReport, () => ({ report, next: null }))
        server.answer(listReports, () => ({ items: [], next: null, previous: null }))
        server.answer(countReports, () => ({
          pending: 1,
          reviewed: 0,
          resolved: 0,
          dismissed: 0,
          appeals: 0,
        }))
        server.answer(decideReport, () => ({ status: 'dismissed' as const }))
      },
    },
  )

const shownPicture = () => document.querySelector('main img, img')

it('[REP15] blurs the picture until staff ask for it, by button or key', async () => {
  await open()
  const reveal = await screen.findByRole('button', { name: 'Show image' })
  expect(shownPicture()?.getAttribute('src')).toBe('/thumbnail.png')
  expect(shownPicture()?.className).toContain('blur')
  await userEvent.click(reveal)
  expect(shownPicture()?.getAttribute('src')).toBe('/picture.png')
  expect(shownPicture()?.className).not.toContain('blur')
  await userEvent.keyboard('v')
  expect(shownPicture()?.className).toContain('blur')
})

it('[REP15] decides by single keys, and does nothing while somebody types', async () => {
  const { server } = await open()
  const notes = await screen.findByRole('textbox')
  await userEvent.type(notes, 'k')
  expect(server.calls(decideReport)).toHaveLength(0)
  notes.blur()
  await userEvent.keyboard('k')
  await waitFor(() => expect(server.calls(decideReport)).toHaveLength(1))
  expect(server.calls(decideReport)[0]).toMatchObject({ body: { decision: 'keep' } })
})

it('asks before typed notes are lost', async () => {
  await open()
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const notes = await screen.findByRole('textbox', { name: 'Notes' })
  expect(leave()).toBe(false)
  await userEvent.type(notes, 'Seen before')
  expect(leave()).toBe(true)
})

// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../tests/support/browser/render-page.tsx'
import NotesTab from './browser/notes-tab.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const id = '0198c0de-0000-7000-8000-000000000001'

const open = () =>
  renderPage(() => <NotesTab user={id} />, {
    manifest,
    user: { uuid: id },
    at: `/mc-admin/users/${id}/edit`,
    permissions: ['admin.users.edit'],
    answers: { 'GET /api/user-notes/:user': () => ({ items: [], next: null, previous: null }) },
  })

it('asks before a typed note is lost, and gives it back after the session has ended', async () => {
  const { isGuarded, session } = open()
  await userEvent.type(screen.getByRole('textbox'), 'Called twice')
  expect(isGuarded()).toBe(true)
  act(() => session.setState({ status: 'signed-out', user: {} }))
  cleanup()
  const again = open()
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Called twice')
  await userEvent.clear(screen.getByRole('textbox'))
  expect(again.isGuarded()).toBe(false)
})

it('[OVL17] keeps the focus on Next while the next page of notes is asked for', async () => {
  const note = (text: string) => ({ id: text, text, by: 'marta', at: '2027-01-10T12:00:00.000Z', own: false })
  let answer: (page: object) => void = () => undefined
  renderPage(() => <NotesTab user={id} />, {
    manifest,
    user: { uuid: id },
    at: `/mc-admin/users/${id}/edit`,
    permissions: ['admin.users.list'],
    answers: {
      'GET /api/user-notes/:user': (input) =>
        JSON.stringify(input).includes('second')
          ? new Promise((resolve) => (answer = resolve))
          : { items: [note('Called twice')], next: 'second', previous: null },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText('Called twice')).toBeTruthy()
  await act(async () => answer({ items: [note('Refunded')], next: null, previous: 'first' }))
  expect(await screen.findByText('Refunded')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }))
})

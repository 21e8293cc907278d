// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { renderPage } from '../../tests/support/browser/render-page.tsx'
import CreateMassMailPage from './browser/create-mass-mail-page.tsx'
import manifest from './manifest.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

const mails = '/api/mail-templates/mass-mails'

const open = () =>
  renderPage(CreateMassMailPage, {
    manifest,
    user: { uuid: 'ada' },
    at: '/mc-admin/mass-mails/create',
    permissions: ['admin.mail.send.mass.mails'],
    answers: {
      [`GET ${mails}/options`]: () => ({ roles: [], isConfigured: true }),
      [`POST ${mails}/count`]: () => ({ recipients: 3, unsubscribed: 0 }),
      [`POST ${mails}/preview`]: () => ({ subject: '', text: '', path: '' }),
    },
  })
const subject = () => screen.findByLabelText<HTMLInputElement>('Subject')

it('gives back what was typed after the session has ended', async () => {
  const { session } = open()
  fireEvent.change(await subject(), { target: { value: 'News' } })
  act(() => session.setState({ status: 'signed-out', user: {} }))
  cleanup()
  open()
  expect((await subject()).value).toBe('News')
})

it('the question about unsaved changes stays while the page is drawn again', async () => {
  const { mayLeave } = open()
  fireEvent.change(await subject(), { target: { value: 'News' } })
  const answer = mayLeave()
  const stay = await screen.findByRole('button', { name: 'Stay', hidden: true })
  fireEvent.change(await subject(), { target: { value: 'Other news' } })
  expect(screen.getByRole('button', { name: 'Stay', hidden: true })).toBe(stay)
  fireEvent.click(screen.getByRole('button', { name: 'Leave', hidden: true }))
  expect(await answer).toBe(true)
})

// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import CreatePage from './browser/create-page.tsx'
import ListPage from './browser/list-page.tsx'
import manifest from './manifest.ts'
import { renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const create = 'POST /api/mail-templates/templates'
const preview = 'POST /api/mail-templates/preview'
const row = { id: 'gifts.received', plugin: 'gifts', title: '{{giver}} sent you coins', templates: [] }
const purpose = {
  id: 'gifts.received',
  plugin: 'gifts',
  language: 'EN',
  title: '{{giver}} sent you coins',
  builtIn: { subject: '{{giver}} sent you coins', body: 'Hi {{name}}', action: 'View balance' },
  placeholders: [
    { name: 'giver', sample: 'Sam', common: false },
    { name: 'name', sample: 'Alex', common: false },
  ],
}

const open = (template: string | null = null) =>
  renderPage(CreatePage, {
    manifest,
    at: '/mc-admin/mail-templates/create?purpose=gifts.received&language=EN',
    permissions: ['admin.mail.templates.create', 'admin.mail.templates.edit'],
    answers: {
      'GET /api/mail-templates/purposes': () => ({ items: [row] }),
      'GET /api/mail-templates/purposes/:purpose': () => ({ purpose, template }),
      [preview]: () => ({
        subject: 'Sam sent you coins',
        text: 'Hi Alex',
        path: '/api/mail-templates/preview?drawn=1',
      }),
      [create]: () => ({ item: { id: '0198c0de-0000-7000-8000-000000000001' } }),
    },
  })

const bodyOf = async () => {
  // The editor stands in a shadow root, the plain field that holds its place does not.
  const host = await screen.findByRole('button', { name: 'Insert name' })
  return host
}

it('[MTP9] starts with the built-in text, offers the placeholders of its email, and saves', async () => {
  const { callsTo, location } = open()
  await bodyOf()
  const offered = within(screen.getByRole('list', { name: 'Insert a placeholder' })).getAllByRole('button')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['{{giver}}', '{{name}}'])
  const subject = screen.getByLabelText('Subject')
  expect(subject).toHaveProperty('value', '{{giver}} sent you coins')
  await userEvent.type(subject, '!')
  await userEvent.click(screen.getByRole('button', { name: 'Create template' }))
  await expect.poll(() => location.getState().path).toBe('/mc-admin/mail-templates')
  expect(callsTo(create)).toMatchObject([
    {
      body: {
        purpose: 'gifts.received',
        language: 'EN',
        subject: '{{giver}} sent you coins!',
        body: 'Hi {{name}}',
        active: true,
      },
    },
  ])
})

it('[MTP9] marks a placeholder that the email does not have, and saves nothing', async () => {
  const { callsTo } = open()
  await bodyOf()
  const subject = screen.getByLabelText('Subject')
  await userEvent.type(subject, ' {{{{password}}')
  await userEvent.click(screen.getByRole('button', { name: 'Create template' }))
  expect(
    await screen.findByText('This email has no value for {{password}}. Use one of the placeholders below.'),
  ).toBeTruthy()
  expect(callsTo(create)).toEqual([])
})

it('[MTP18] asks before another email or language takes what was typed away', async () => {
  const { location } = open()
  await bodyOf()
  await userEvent.type(screen.getByLabelText('Subject'), '!')
  const language = screen.getByLabelText('Language')
  await userEvent.selectOptions(language, 'DE')
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText('Subject')).toHaveProperty('value', '{{giver}} sent you coins!')
  expect(new URLSearchParams(location.getState().search).get('language')).toBe('EN')
  await userEvent.selectOptions(language, 'DE')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await expect.poll(() => new URLSearchParams(location.getState().search).get('language')).toBe('DE')
})

it('[MTP5] shows the drawn email in a frame that runs nothing, and as text', async () => {
  open()
  const frame = await screen.findByTitle('Preview of “Sam sent you coins”')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('src')).toBe('/api/mail-templates/preview?drawn=1&theme=light')
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }))
  expect(screen.getByTitle('Preview of “Sam sent you coins”').getAttribute('src')).toContain('theme=dark')
  await userEvent.click(screen.getByRole('tab', { name: 'Plain text' }))
  expect(screen.getByText('Hi Alex')).toBeTruthy()
})

it('[MTP2] leads to the text that is there already', async () => {
  open('0198c0de-0000-7000-8000-000000000002')
  const link = await screen.findByRole('link', { name: 'Edit template' })
  expect(link.getAttribute('href')).toBe('/mc-admin/mail-templates/0198c0de-0000-7000-8000-000000000002/edit')
})

it('[MTP8] lists every email with the languages that staff wrote', async () => {
  const id = '0198c0de-0000-7000-8000-000000000003'
  const items = [
    { ...row, templates: [{ id, language: 'DE', active: false }] },
    { id: 'auth.reset', plugin: 'auth', title: 'Reset your password', templates: [] },
  ]
  renderPage(ListPage, {
    manifest,
    at: '/mc-admin/mail-templates',
    permissions: ['admin.mail.templates.list', 'admin.mail.templates.create', 'admin.mail.templates.edit'],
    answers: { 'GET /api/mail-templates/purposes': () => ({ items }) },
  })
  const edit = await screen.findByRole('link', { name: 'Edit “[giver] sent you coins” in Deutsch' })
  expect(edit.textContent).toBe('Deutsch (off)')
  expect(screen.getByText('Built-in text')).toBeTruthy()
  const write = screen.getByRole('link', { name: 'Write a text for “Reset your password”' })
  expect(write.getAttribute('href')).toBe('/mc-admin/mail-templates/create?purpose=auth.reset')
  const add = screen.getByRole('link', { name: 'Write “[giver] sent you coins” in another language' })
  expect(add.textContent).toBe('Add language')
  expect(new URLSearchParams(add.getAttribute('href')?.split('?')[1]).get('language')).toBe('EN')
  await userEvent.type(screen.getByRole('searchbox'), 'password')
  expect(screen.queryByText('[giver] sent you coins')).toBeNull()
})

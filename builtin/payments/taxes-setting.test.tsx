// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import TaxesSetting from './browser/taxes-setting.tsx'

beforeEach(forgetAnswers)
afterEach(cleanup)

const KEY = 'payments_tax_countries'

/** The settings page around it: it keeps the edits, and forgets them when they are discarded or saved. */
const Page = ({ save }: { save: (value: unknown) => void }) => {
  const [edits, setEdits] = useState<Readonly<Record<string, unknown>>>({})
  return (
    <>
      <TaxesSetting edits={edits} edit={(key, value) => setEdits({ [key]: value })} />
      <button type="button" onClick={() => setEdits({})}>
        Discard
      </button>
      <button
        type="button"
        onClick={() => {
          save(edits[KEY])
          setEdits({})
        }}
      >
        Save
      </button>
    </>
  )
}

const show = () => {
  let stored: unknown = [{ country: 'DE', percent: 19 }]
  const app = createFakeHost({
    plugin: 'payments',
    session: { permissions: ['admin.settings.edit'] },
    answers: { 'GET /api/payments/packages': () => ({ packages: [], taxes: stored }) },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="payments">
        <DataProvider>
          <Page
            save={(value) => {
              stored = value
            }}
          />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
}

const type = async (text: string) => {
  const field = await screen.findByLabelText<HTMLInputElement>('Rate (%)')
  for (let end = 1; end <= text.length; end += 1)
    fireEvent.change(field, { target: { value: text.slice(0, end) } })
}
const shown = () => screen.getByLabelText<HTMLInputElement>('Rate (%)').value
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))

it('[PMT18] shows the stored rate again once an edit is discarded', async () => {
  show()
  await type('7')
  expect(shown()).toBe('7')
  press('Discard')
  await expect.poll(shown).toBe('19')
})

it('[PMT18] keeps what is typed while it is no rate, and says so', async () => {
  show()
  await type('120')
  expect(shown()).toBe('120')
  expect(screen.getByText('Enter 0 to 100')).toBeTruthy()
})

it('[PMT18] shows the rate that was saved', async () => {
  show()
  await type('7')
  press('Save')
  await expect.poll(shown).toBe('7')
})

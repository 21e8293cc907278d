// @vitest-environment jsdom
import type { PluginConsentProps } from '@spawnpoint/contracts/plugin-manager'
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import PluginsPage from './browser/plugins-page.tsx'
import { aPlugin, aReview } from './testing.ts'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(cleanup)

const service = { kind: 'service', value: 'coins.wallet', detail: 'Coins.', isNew: true } as const
const LIST = 'GET /api/plugin-manager/plugins'
const INSTALL = 'POST /api/plugin-manager/packages/:review/install'
const ENABLE = 'POST /api/plugin-manager/plugins/:id/enable'

/** A part that asks for something, as another plugin adds it. */
function show({ isValid = true, fails = false } = {}) {
  const saved: string[] = []
  const Part = ({ plugin, services, onAnswer }: PluginConsentProps) => {
    useEffect(() => {
      onAnswer('test', {
        isValid,
        save: async () => {
          if (fails) throw new Error('The budget was not saved')
          saved.push(
            `${plugin} ${services.join()} after ${app.callsTo(INSTALL).length + app.callsTo(ENABLE).length}`,
          )
        },
      })
      return () => onAnswer('test', null)
    }, [plugin, services, onAnswer])
    return <p>How much?</p>
  }
  const folder = aPlugin({
    id: 'local',
    title: 'Local',
    source: 'folder',
    enabled: false,
    state: 'installed',
    capabilities: ['server.services:coins.wallet'],
    rights: [{ kind: 'service', value: 'coins.wallet', detail: null, isNew: true }],
  })
  const list = { plugins: [folder], safeMode: null }
  const app = createFakeHost({
    plugin: 'plugin-manager',
    session: { permissions: ['admin.plugins.list', 'admin.plugins.edit'] },
    contributions: {
      'slot:plugins.consent': [{ id: 'part', plugin: 'coins', Component: Part as never }] as never,
    },
    answers: {
      [LIST]: () => list,
      'POST /api/plugin-manager/packages': () => ({ review: aReview({ rights: [service] }) }),
      [INSTALL]: () => ({ plugin: aPlugin({ id: 'notes' }) }),
      [ENABLE]: () => list,
    },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="plugin-manager">
        <DataProvider>
          <PluginsPage />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return { app, saved }
}

const choose = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Install plugin' }))
  const file = new File(['zip'], 'notes.zip', { type: 'application/zip' })
  await userEvent.upload(screen.getByLabelText(/Select a plugin package/), file)
  await screen.findByText('How much?')
}

it('[PLM31] saves with the consent what a provider of services asks for', async () => {
  const { saved } = show()
  await choose()
  await userEvent.click(screen.getByRole('button', { name: 'Agree and install' }))
  expect(saved).toEqual(['notes coins.wallet after 1'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('[PLM31] agrees to nothing while an answer is not valid', async () => {
  const { app } = show({ isValid: false })
  await choose()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Agree and install' }).disabled).toBe(true)
  expect(app.callsTo(INSTALL)).toEqual([])
})

it('[PLM31] says what could not be saved; the plugin is installed all the same', async () => {
  show({ fails: true })
  await choose()
  await userEvent.click(screen.getByRole('button', { name: 'Agree and install' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('[PLM31] asks for a plugin of the plugins folder before it is enabled', async () => {
  const { saved } = show()
  await userEvent.click(await screen.findByRole('switch', { name: 'Enable Local' }))
  await screen.findByText('How much?')
  await userEvent.click(screen.getByRole('button', { name: 'Enable' }))
  expect(saved).toEqual(['local coins.wallet after 1'])
})

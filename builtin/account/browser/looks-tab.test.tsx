// @vitest-environment jsdom
import { savePreferences } from '@spawnpoint/contracts/account'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import manifest from '../manifest.ts'
import AccountPage from './account-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

it('[NAV6][NAV7] each page transition can be selected, is remembered in the browser and kept with the account', async () => {
  const app = await renderPlugin(
    { manifest, folder: join(import.meta.dirname, '..'), modules: { page: AccountPage } },
    { at: '/account', prepare: ({ server }) => server.answer(savePreferences, () => ({})) },
  )
  await userEvent.click(await screen.findByRole('tab', { name: app.host.translate('account', 'tabs.looks') }))
  const select = await screen.findByLabelText(app.host.translate('account', 'looks.transition'))
  const styles = ['rotate', 'flip', 'scale', 'slide-down', 'slide-up', 'slide-left', 'slide-right', 'fade']
  for (const style of styles) {
    await userEvent.selectOptions(select, style)
    expect(app.host.storage.get('preferredTransition')).toBe(style)
  }
  await waitFor(() =>
    expect(app.server.calls(savePreferences).map(({ body }) => body)).toEqual(
      styles.map((transition) => ({ transition })),
    ),
  )
  await userEvent.click(screen.getByRole('switch'))
  expect(app.host.uiSettings.getState().singleKeyShortcuts).toBe(false)
  await waitFor(() =>
    expect(app.server.calls(savePreferences).at(-1)?.body).toMatchObject({
      uiSettings: { singleKeyShortcuts: false },
    }),
  )
})

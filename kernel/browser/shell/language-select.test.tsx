// @vitest-environment jsdom
import { HostProvider } from '@spawnpoint/sdk/browser'
import { createBrowserHost } from '@spawnpoint/sdk/testing'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { KernelProvider } from '../app/kernel-context.tsx'
import { LanguageSelect } from './language-select.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

it.each([
  [
    ['de-AT', 'fr'],
    ['Deutsch', 'English', 'Română', 'Français', 'Español', '简体中文'],
  ],
  [
    ['pt', 'zh-Hans-CN'],
    ['简体中文', 'English', 'Română', 'Français', 'Deutsch', 'Español'],
  ],
  [
    ['en-US', 'de'],
    ['English', 'Română', 'Français', 'Deutsch', 'Español', '简体中文'],
  ],
  [['md'], ['English', 'Română', 'Français', 'Deutsch', 'Español', '简体中文']],
])('offers the language of a browser set to %s first, and stays in English', async (languages, entries) => {
  const { kernel, host } = await createBrowserHost()
  render(
    <KernelProvider value={{ ...kernel, platform: { ...kernel.platform, languages: () => languages } }}>
      <HostProvider value={host}>
        <LanguageSelect />
      </HostProvider>
    </KernelProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Language' }))
  const items = screen.getAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual(entries)
  expect(host.locale.getState()).toBe('EN')
  expect(screen.queryAllByText('Suggested')).toHaveLength(entries[0] === 'English' ? 0 : 1)
})

// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { drawInTopBar } from '../testing.ts'
import { LanguageSelect } from './language-select.tsx'

beforeAll(supportOverlays)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

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
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  const { host } = await drawInTopBar(<LanguageSelect />)
  await userEvent.click(screen.getByRole('button', { name: 'Language' }))
  const items = screen.getAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual(entries)
  expect(host.locale.getState()).toBe('EN')
  expect(screen.queryAllByText('Suggested')).toHaveLength(entries[0] === 'English' ? 0 : 1)
})

// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { drawInTopBar } from '../testing.ts'
import { ThemeSwitch } from './theme-switch.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

it('[BAR4] offers the three themes by name, and applies the chosen one', async () => {
  const { host } = await drawInTopBar(<ThemeSwitch />)
  await userEvent.click(screen.getByRole('button', { name: 'Theme: system' }))
  const items = screen.getAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual(['Same as system', 'Dark', 'Light'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Light', hidden: true }))
  expect(host.uiSettings.getState().theme).toBe('light')
  expect(screen.getByRole('button', { name: 'Theme: light' })).toBeTruthy()
})

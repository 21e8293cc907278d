// @vitest-environment jsdom
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import CustomizationPanel from '../../builtin/ui-customizer/browser/customization-panel.tsx'
import customizer from '../../builtin/ui-customizer/manifest.ts'
import tuner from '../../builtin/performance-tuner/manifest.ts'
import { pluginFolder } from '../support/plugin-folder.ts'

afterEach(cleanup)

const None = () => null

it("[OVL3] the 'UI Customization' panel has its three tabs, the last one by the performance tuner", async () => {
  const modules = Object.fromEntries(Object.keys(customizer.modules).map((name) => [name, None]))
  const plugin = {
    manifest: { ...customizer, contributes: { ...customizer.contributes, slots: [] } },
    folder: pluginFolder('ui-customizer'),
    modules: { ...modules, 'customize-page': CustomizationPanel },
  }
  const beside = {
    manifest: { ...tuner, contributes: { ...tuner.contributes, slots: [] } },
    folder: pluginFolder('performance-tuner'),
    modules: { tuner: None, 'performance-tab': None },
  }
  const app = await renderPlugin(plugin, { at: '/customize', beside: [beside] })
  await act(() => app.clock.advance(100))
  const panel = await waitFor(() => screen.getByLabelText('UI Customization', { selector: 'section' }))
  expect([...panel.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)).toEqual([
    'Transitions',
    'UI Components',
    'Performance',
  ])
})

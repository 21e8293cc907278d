// @vitest-environment jsdom
import { uiTextDefaults } from '@spawnpoint/sdk/ui'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

it('the tests of the kit speak the same English as the file that translators start from', () => {
  const { shell } = parse(readFileSync('locales/en.yml', 'utf8')) as { shell: { ui: Record<string, string> } }
  const spoken = Object.fromEntries(Object.entries(shell.ui).map(([key, text]) => [`ui.${key}`, text]))
  expect(spoken).toEqual(uiTextDefaults)
})

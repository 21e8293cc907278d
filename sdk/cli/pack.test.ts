import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createWavePlugin, page } from './check/wave-plugin.testing.ts'
import { runCommand } from './run-command.ts'

it('[TOOL53] packs nothing that check finds faulty, and says why, unless it is told to', async () => {
  const said: string[] = []
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text: unknown) => void said.push(String(text)))
  // A text that is nowhere builds; users would read its key.
  const folder = createWavePlugin(
    page(
      `import { useT } from '@spawnpoint/sdk'\nexport const Wave = () => { const t = useT(); return t('gone') }`,
    ),
  )
  const file = join(folder, 'wave-1.0.0.zip')
  expect(await runCommand('spawnpoint-plugin', ['pack', folder])).toBe(1)
  expect(said.join('\n')).toMatch(/E_MESSAGE_MISSING/)
  expect(said.join('\n')).toMatch(/Nothing was packed/)
  expect(existsSync(file)).toBe(false)
  expect(await runCommand('spawnpoint-plugin', ['pack', folder, '--no-build', '--no-check'])).toBe(0)
  expect(existsSync(file)).toBe(true)
})

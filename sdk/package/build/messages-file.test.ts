import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readMessagesFile } from './messages-file.ts'

it('[TOOL12] tells file and line of a mistake in messages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-messages-'))
  const file = join(folder, 'en.yml')
  try {
    writeFileSync(file, 'wave:\n  title: "Wave\n')
    expect(() => readMessagesFile(file)).toThrow(/^E_LOCALE \S+en\.yml: .+ at line \d+, column \d+$/)
    writeFileSync(file, '- Wave\n')
    expect(() => readMessagesFile(file)).toThrow(/^E_LOCALE \S+en\.yml: is no mapping of keys to messages$/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../kernel/server/version.ts'
import { changes, makePlugin } from './hot-reload.ts'

it('finds in a created plugin each text that it changes', () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const home = mkdtempSync(join(ROOT, '.cache', 'bench-plugin-'))
  try {
    const folder = makePlugin(home)
    const found = changes.map(({ file, text }) => readFileSync(join(folder, file), 'utf8').includes(text))
    expect(found).toEqual(changes.map(() => true))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

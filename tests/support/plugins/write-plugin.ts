import { defineManifest, type ManifestInput } from '@spawnpoint/sdk/common'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'

/** A plugins folder for one test, inside the checkout so that `@spawnpoint/sdk` resolves. */
export function createPluginsFolder() {
  const base = join(ROOT, '.cache', 'test-plugins')
  mkdirSync(base, { recursive: true })
  const folder = mkdtempSync(join(base, 'run-'))
  return {
    folder,
    /** Writes a built plugin: manifest as data and a server module. */
    write(input: ManifestInput, serverCode: string | null, files: Readonly<Record<string, string>> = {}) {
      const dist = join(folder, input.id, 'dist')
      mkdirSync(join(dist, 'server'), { recursive: true })
      const manifest = {
        ...defineManifest(input),
        ...(serverCode === null ? {} : { server: 'server/index.ts' }),
      }
      writeFileSync(join(dist, 'manifest.json'), JSON.stringify(manifest))
      if (serverCode !== null) writeFileSync(join(dist, 'server', 'index.ts'), serverCode)
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(join(dist, name, '..'), { recursive: true })
        writeFileSync(join(dist, name), text)
      }
    },
    copy: (from: string, id: string) => cpSync(from, join(folder, id), { recursive: true }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A folder that is no checkout, for what must not resolve. */
export const emptyFolder = () => mkdtempSync(join(tmpdir(), 'spawnpoint-empty-'))

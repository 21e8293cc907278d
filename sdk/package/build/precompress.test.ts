import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-precompress-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('compresses more files than the process may have open', () => {
  const files = Array.from({ length: 400 }, (_, number) => `${number}.js`)
  for (const file of files) writeFileSync(join(folder, file), 'export const a = 1\n'.repeat(100))
  const compress = `import(${JSON.stringify(import.meta.resolve('./precompress.ts'))})
    .then(({ precompress }) => precompress(${JSON.stringify(folder)}, ${JSON.stringify(files)}))
    .then((names) => console.log(names.length))`
  // The limit of the shell is that of the process it becomes.
  const command = 'ulimit -n 120 && exec "$0" --input-type=module --eval "$1"'
  const out = execFileSync('sh', ['-c', command, process.execPath, compress], {
    encoding: 'utf8',
    env: { ...process.env, BUILD_COMPRESSION: 'fast' },
  })
  expect(out.trim()).toBe('800')
  expect(readdirSync(folder)).toHaveLength(1200)
})

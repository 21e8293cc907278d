import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const scripts: Readonly<Record<string, string>> = { build: 'plugin-build.ts' }

const [command = '', ...rest] = process.argv.slice(2)
const script = scripts[command]
if (script) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...rest], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else {
  console.error(`Say what to do: npm run plugin -- ${Object.keys(scripts).join('|')} <folder>`)
  process.exitCode = 1
}

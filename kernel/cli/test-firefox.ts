import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ConfigurationError } from '../server/configuration-error.ts'
import { ROOT } from '../server/version.ts'
import { buildFirst } from './build-first.ts'
import { ensureFirefox } from './ensure-firefox.ts'

try {
  const firefox = ensureFirefox()
  buildFirst()
  const { status } = spawnSync(
    join(ROOT, 'node_modules/.bin/playwright'),
    ['test', '-c', 'e2e/firefox/playwright.config.ts', ...process.argv.slice(2)],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, FIREFOX_PATH: firefox } },
  )
  process.exitCode = status ?? 1
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error)
  process.exitCode = 1
}

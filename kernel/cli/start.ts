import { readConfig } from '../server/config.ts'
import { explainAndExit, runProduct } from '../server/main.ts'
import { buildFirst } from './build-first.ts'

try {
  // A wrong variable is told before the build, not after it.
  readConfig(process.env)
  buildFirst()
  await runProduct(process.env)
} catch (error) {
  explainAndExit(error)
}

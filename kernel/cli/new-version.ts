import { ROOT } from '../server/version.ts'
import { setVersion } from './release/new-version.ts'

const [, , version = ''] = process.argv
try {
  setVersion({ root: ROOT, version, date: new Date().toISOString().slice(0, 10) })
  console.log(`This is version ${version} now. What follows:

npm run api-report
npm test
git commit --all --message "Spawnpoint ${version}"
git tag --annotate v${version} --message "Spawnpoint ${version}"
npm run release`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

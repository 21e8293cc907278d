import { join } from 'node:path'
import { packTarballs } from '../build/sdk-package/pack-tarballs.ts'

const root = join(import.meta.dirname, '../..')
const into = process.argv[2] ?? join(root, '.cache/packages')

try {
  const { sdk, contracts } = packTarballs({ root, into })
  for (const file of [sdk, contracts]) console.log(join(into, file))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

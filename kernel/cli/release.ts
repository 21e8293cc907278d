import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../server/version.ts'
import { makeRelease, packRelease } from './release/make-release.ts'

// React's development build is chosen by this variable, wherever it comes from.
process.env['NODE_ENV'] = 'production'

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: join('.cache', 'release') },
    'folder-only': { type: 'boolean' },
    // For a build outside of the repository, such as that of an image; empty where it is not known.
    commit: { type: 'string', default: '' },
  },
})
const target = resolve(ROOT, values.to)
try {
  mkdirSync(target, { recursive: true })
  const release = await makeRelease({ root: ROOT, target, commit: values.commit })
  console.log(`Made ${release.folder}`)
  for (const warning of release.warnings) console.warn(warning)
  if (!values['folder-only']) console.log(`Packed ${await packRelease(release)}, with its SHA-256 beside it`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { join, resolve } from 'node:path'

// React's development build is chosen by this variable, wherever it comes from.
process.env['NODE_ENV'] = 'production'

const { buildPlugin } = await import('../build/build-plugin.ts')

const [folder] = process.argv.slice(2)

if (folder === undefined) {
  console.error('Which plugin? Give its folder, such as plugins/hello.')
  process.exitCode = 1
} else {
  try {
    const started = performance.now()
    const root = join(import.meta.dirname, '../..')
    const { id, version } = await buildPlugin({ folder: resolve(folder), root })
    console.log(
      `Built ${id} ${version} into ${join(folder, 'dist')} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

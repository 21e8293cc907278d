import { writeFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { join } from 'node:path'
import { packageName, packPlugin } from '../../server/packages/pack-plugin.ts'
import { buildHere } from './build-here.ts'
import { dim, say, sayDone, sayProblem } from './say.ts'

const isSource = (path: string) =>
  /^(manifest\.ts|(browser|server|contract|locales)[\\/].*)$/.test(path) && !/\.test\.tsx?$/.test(path)

async function packOnce(folder: string) {
  try {
    const manifest = await buildHere(folder)
    const file = join(folder, packageName(manifest))
    writeFileSync(file, await packPlugin(folder))
    sayDone(`Packed ${file}`)
  } catch (error) {
    sayProblem(error instanceof Error ? error.message : String(error))
  }
}

/** Without a dashboard to serve into: builds and packs after each change, until it is told to end. */
export async function watchAndPack(folder: string): Promise<void> {
  say('No --shell was given: the plugin is built and packed after each change, without Fast Refresh.')
  say(dim('  With the development server of a dashboard: dev --shell http://127.0.0.1:5174'))
  await packOnce(folder)
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  try {
    for await (const { filename } of watch(folder, { recursive: true, signal: ending.signal }))
      if (filename !== null && isSource(filename)) await packOnce(folder)
  } catch (error) {
    if (!ending.signal.aborted) throw error
  }
}

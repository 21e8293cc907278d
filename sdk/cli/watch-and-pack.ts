import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageName, packPlugin } from '../package/pack-plugin.ts'
import { buildHere } from './build-here.ts'
import { oneAfterAnother } from './one-after-another.ts'
import { dim, say, sayDone, sayProblem, wordsOf } from './say.ts'
import { aborted } from './told-to-end.ts'
import { watchSources } from './watch-sources.ts'

async function packOnce(folder: string) {
  try {
    const manifest = await buildHere(folder)
    const file = join(folder, packageName(manifest))
    writeFileSync(file, await packPlugin(folder))
    sayDone(`Packed ${file}`)
  } catch (error) {
    sayProblem(wordsOf(error))
  }
}

/** Without a dashboard to serve into: builds and packs after each change, until it is told to end. */
export async function watchAndPack(folder: string, signal: AbortSignal): Promise<void> {
  say('No dashboard was named: the plugin is built and packed after each change.')
  say(
    dim('  Into the development server of a dashboard, with Fast Refresh: dev --shell http://127.0.0.1:5174'),
  )
  say(dim('  Into a product that was started with PLUGIN_DEV=1: dev --data <its data folder>'))
  const renew = oneAfterAnother(() => packOnce(folder))
  watchSources(folder, signal, renew)
  await renew()
  await aborted(signal)
}

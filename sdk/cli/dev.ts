import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import { join, resolve } from 'node:path'
import { loadFresh } from '../package/build/load-module.ts'
import { ToolProblem, type PluginCommand } from './command.ts'
import { folderArguments, pluginFolder, typedFrom } from './plugin-folder.ts'
import { isInstalled } from './repository.ts'
import { toldToEnd } from './told-to-end.ts'
import { serveInto } from './serve-into.ts'
import { upgradeInto } from './upgrade-into.ts'
import { watchAndPack } from './watch-and-pack.ts'

const OUR_SHELL = 'http://127.0.0.1:5174'

async function readManifest(folder: string): Promise<Manifest> {
  const parsed = manifestSchema.safeParse((await loadFresh(join(folder, 'manifest.ts'))).default)
  if (!parsed.success) throw new ToolProblem('The manifest is not usable: run check, which says why.')
  // The schema has just said that it is one.
  return parsed.data as Manifest
}

export const dev: PluginCommand = {
  arguments: folderArguments,
  summary:
    'Puts a plugin into a running dashboard as you write it; when dev ends, what was there before is back.',
  options: {
    shell: {
      type: 'string',
      value: 'url',
      about: `a dashboard's development server, such as ${OUR_SHELL}: Fast Refresh, state kept`,
    },
    inspect: { type: 'boolean', about: 'open the dashboard to a debugger, for the server module' },
    data: {
      type: 'string',
      value: 'folder',
      about: 'or the data folder of a product that was started with PLUGIN_DEV=1: built and upgraded',
    },
  },
  async run(input) {
    const folder = pluginFolder(input)
    const data = input.text('data')
    const shell = input.text('shell') ?? (isInstalled() ? undefined : OUR_SHELL)
    if (data !== undefined && input.text('shell') !== undefined)
      throw new ToolProblem('Give --shell or --data, not both.')
    if (shell !== undefined && !URL.canParse(shell))
      throw new ToolProblem(`'${shell}' is no address: give ${OUR_SHELL}.`)
    const signal = toldToEnd()
    const inspect = input.flag('inspect')
    if (inspect && data === undefined && shell === undefined)
      throw new ToolProblem('A debugger connects to a running dashboard: give --shell or --data too.')
    if (data !== undefined)
      await upgradeInto(
        { dataDir: resolve(typedFrom(), data), inspect },
        folder,
        await readManifest(folder),
        signal,
      )
    else if (shell === undefined) await watchAndPack(folder, signal)
    else
      await serveInto({ shell: new URL(shell).origin, inspect }, folder, await readManifest(folder), signal)
    return true
  },
}

import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ToolProblem, type PluginCommand } from './command.ts'
import { folderArguments, pluginFolder, typedFrom } from './plugin-folder.ts'
import { buildHere } from './build-here.ts'
import { sayDone, sizeText } from './say.ts'

/** The folder is emptied first: it may hold an earlier build and nothing else. */
function checkTarget(folder: string, outDir: string) {
  if (!existsSync(outDir) || outDir === join(folder, 'dist')) return
  if (existsSync(join(outDir, 'manifest.json'))) return
  if (`${folder}/`.startsWith(`${outDir}/`) || readdirSync(outDir).length > 0)
    throw new ToolProblem(`${outDir} holds something other than a build: give an empty folder.`)
}

export const build: PluginCommand = {
  arguments: folderArguments,
  summary: 'Builds a plugin into its dist/, which is what a server runs.',
  options: {
    out: { type: 'string', short: 'o', value: 'folder', about: 'where to; dist/ when left out' },
    maps: { type: 'boolean', about: 'put source maps into the server module, for a debugger' },
  },
  async run(input) {
    const folder = pluginFolder(input)
    const started = performance.now()
    const out = input.text('out')
    const outDir = out === undefined ? join(folder, 'dist') : resolve(typedFrom(), out)
    checkTarget(folder, outDir)
    const { id, version, files = {} } = await buildHere(folder, { outDir, sourceMaps: input.flag('maps') })
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    sayDone(
      `Built ${id} ${version} into ${relative(process.cwd(), outDir)} in ${seconds} s: ${sizeText(bytes)}`,
    )
    return true
  },
}

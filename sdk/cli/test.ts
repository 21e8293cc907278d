import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { ToolProblem, type PluginCommand } from './command.ts'
import { folderArguments, pluginFolder } from './plugin-folder.ts'
import { isInRepository, TOOLS_ROOT } from './repository.ts'
import { dim, say } from './say.ts'

/** The vitest of the author's project; in the repository, the repository's. */
function findVitest(home: string): string {
  try {
    return join(
      dirname(createRequire(join(home, 'package.json')).resolve('vitest/package.json')),
      'vitest.mjs',
    )
  } catch (error) {
    throw new ToolProblem(`vitest is not installed in ${home}: run npm install there.`, { cause: error })
  }
}

export const test: PluginCommand = {
  arguments: [...folderArguments, '[filters...]'],
  summary: "Runs a plugin's tests once, or as you edit with --watch.",
  options: { watch: { type: 'boolean', short: 'w', about: 'runs them again when a file changes' } },
  async run(input) {
    const isFolder = input.words[0] !== undefined && existsSync(join(input.words[0], 'manifest.ts'))
    const folder = pluginFolder({ ...input, words: isFolder ? input.words.slice(0, 1) : [] })
    const isOurs = isInRepository(folder)
    const home = isOurs ? TOOLS_ROOT : folder
    const words = [...(isOurs ? [relative(home, folder)] : []), ...input.words.slice(isFolder ? 1 : 0)]
    const args = [findVitest(home), input.flag('watch') ? 'watch' : 'run', ...words]
    const { NODE_ENV: _ours, ...env } = process.env
    if (existsSync(join(folder, 'server')))
      say(dim('Server tests build the plugin and start a database first, which takes a while.'))
    const child = spawn(process.execPath, args, { cwd: home, stdio: 'inherit', env })
    const [code] = await once(child, 'close')
    return code === 0
  },
}

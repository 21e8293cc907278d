import { basename } from 'node:path'
import { checkPlugin } from './check/check-plugin.ts'
import { checkTypes } from './check/check-types.ts'
import type { PluginCommand } from './command.ts'
import { folderArguments, pluginFolder } from './plugin-folder.ts'
import { dim, say, sayDone } from './say.ts'
import { sayFinding } from './say-finding.ts'

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

export const check: PluginCommand = {
  arguments: folderArguments,
  summary: 'Says what would keep a plugin from being installed or from working.',
  options: {
    build: { type: 'boolean', about: 'builds, and checks what came out; --no-build looks at dist/ as it is' },
    types: {
      type: 'boolean',
      about: 'checks types with the TypeScript of the project; --no-types leaves that out',
    },
    json: { type: 'boolean', about: 'findings as JSON, for other tools' },
  },
  async run(input) {
    const folder = pluginFolder(input)
    const build = input.flag('build') !== false
    // It takes a while before there is something to say.
    if (!input.flag('json')) say(dim(`${build ? 'Building and checking' : 'Checking'} ${basename(folder)} …`))
    const found = await checkPlugin(folder, { build })
    const types = input.flag('types') === false ? null : checkTypes(folder)
    const findings = [...found, ...(types?.findings ?? [])]
    const errors = findings.filter(({ level }) => level === 'error').length
    if (input.flag('json')) {
      say(JSON.stringify(findings, null, 2))
      return errors === 0
    }
    for (const finding of findings) sayFinding(finding)
    if (types?.skipped) say(dim(types.skipped))
    const warnings = findings.length - errors
    if (errors > 0) say(`${count(errors, 'problem')}, ${count(warnings, 'warning')}`)
    else sayDone(warnings > 0 ? `Nothing is wrong; ${count(warnings, 'warning')}` : 'Nothing is wrong')
    return errors === 0
  },
}

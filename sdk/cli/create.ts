import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { CONTRIBUTIONS } from './scaffold/choice.ts'
import { pluginFiles } from './scaffold/plugin-files.ts'
import type { ProjectPackages } from './scaffold/project-files.ts'
import { askChoice } from './ask-choice.ts'
import { ToolProblem, type CommandInput, type PluginCommand } from './command.ts'
import { packFolder, type Tarballs } from './pack-folder.ts'
import { packSources } from './pack-sources.ts'
import { typedFrom } from './plugin-folder.ts'
import { isInRepository, isInstalled, TOOLS_ROOT } from './repository.ts'
import { dim, say, sayDone } from './say.ts'

function newFolder({ words }: CommandInput): string {
  const [word = ''] = words
  const folder = resolve(typedFrom(), word)
  if (!existsSync(folder)) return folder
  if (!statSync(folder).isDirectory()) throw new ToolProblem(`${folder} is a file: give another folder.`)
  if (readdirSync(folder).length > 0)
    throw new ToolProblem(`${folder} is there and not empty: give another folder.`)
  return folder
}

interface Versions {
  readonly version: string
  readonly projectPackages: Readonly<Record<string, string>>
}

/** The SDK's version, and those of the packages that the product is built and tested with. */
function readVersions(): Versions {
  // Our own files.
  const read = (file: string) => JSON.parse(readFileSync(join(TOOLS_ROOT, file), 'utf8'))
  if (isInstalled()) return read('package.json') as Versions
  const { dependencies, devDependencies } = read('package.json')
  return {
    version: read('sdk/package.json').version,
    projectPackages: { ...devDependencies, ...dependencies },
  }
}

/** A project passes on the copies of the packages that it was installed with. */
function packInstalled(into: string): Tarballs {
  const require = createRequire(join(TOOLS_ROOT, 'package.json'))
  mkdirSync(into, { recursive: true })
  return {
    sdk: packFolder(TOOLS_ROOT, into),
    contracts: packFolder(dirname(require.resolve('@spawnpoint/contracts/package.json')), into),
  }
}

function vendor(folder: string, { projectPackages }: Versions): ProjectPackages {
  const into = join(folder, 'vendor')
  return { ...(isInstalled() ? packInstalled(into) : packSources(into)), versions: projectPackages }
}

export const create: PluginCommand = {
  arguments: ['<folder>'],
  summary:
    'Creates a plugin in a new folder. It asks for what the options leave out, or uses the defaults with --yes.',
  options: {
    id: { type: 'string', about: 'plugin id (default: from the folder name)' },
    title: { type: 'string', about: 'display name (default: from the id)' },
    server: { type: 'boolean', about: 'include a server module; --no-server leaves it out' },
    browser: { type: 'boolean', about: 'include a browser module; --no-browser leaves it out' },
    contributions: {
      type: 'string',
      value: 'list',
      about: `first contributions, separated by commas: ${CONTRIBUTIONS.join(', ')}`,
    },
    yes: { type: 'boolean', short: 'y', about: 'ask nothing and use the defaults' },
  },
  async run(input) {
    const folder = newFolder(input)
    const choice = await askChoice(input, folder)
    const isOurs = isInRepository(folder)
    const versions = readVersions()
    mkdirSync(folder, { recursive: true })
    const files = pluginFiles(choice, versions.version, isOurs ? null : vendor(folder, versions))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const path = relative(typedFrom(), folder)
    const where = path.startsWith('..') ? folder : path
    sayDone(`Made ${choice.title} (${choice.id}) in ${where}`)
    say(isOurs ? dim(`  npm run plugin -- test ${where}`) : dim(`  cd ${where} && npm install && npm test`))
    return true
  },
}

import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import semver from 'semver'
import { z } from 'zod'
import { ToolProblem, type CommandInput, type PluginCommand } from './command.ts'
import { packSources } from './pack-sources.ts'
import { folderArguments, pluginFolder, typedFrom } from './plugin-folder.ts'
import { isInRepository, isInstalled } from './repository.ts'
import { dim, say, sayDone } from './say.ts'

const SDK = '@spawnpoint/sdk'
const CONTRACTS = '@spawnpoint/contracts'

const versions = z.record(z.string(), z.string())
const projectFile = z.looseObject({ dependencies: versions.optional(), devDependencies: versions.optional() })
const sdkFile = z.object({ version: z.string(), projectPackages: versions })
const lockFile = z.looseObject({ packages: z.record(z.string(), z.unknown()) })

type Project = z.infer<typeof projectFile>

const writeJson = (file: string, content: object) =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

function readProject(folder: string): Project {
  const file = join(folder, 'package.json')
  const parsed = existsSync(file) ? projectFile.safeParse(JSON.parse(readFileSync(file, 'utf8'))) : null
  const named = parsed?.data?.devDependencies?.[SDK] ?? parsed?.data?.dependencies?.[SDK]
  if (!parsed?.data || !named?.startsWith('file:vendor/'))
    throw new ToolProblem(
      `${folder} takes no SDK from its folder vendor: upgrade is for projects that were made with create.`,
    )
  return parsed.data
}

/** `package.json` of a tarball of the SDK. */
function readTarball(file: string): z.infer<typeof sdkFile> {
  const { status, stdout } = spawnSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' })
  const parsed = status === 0 ? sdkFile.safeParse(JSON.parse(stdout)) : null
  if (!parsed?.data) throw new ToolProblem(`${file} is no package of the SDK: make it with npm run sdk:pack.`)
  return parsed.data
}

interface NewPackages {
  readonly from: string
  readonly sdk: string
  readonly contracts: string
  readonly isOurs: boolean
}

/** The two packages in a folder, the newest of each. */
function findPackages(from: string): NewPackages {
  const files = existsSync(from) ? readdirSync(from) : []
  const newest = (name: string) =>
    files
      .flatMap((file) => {
        const version = file.startsWith(`${name}-`)
          ? semver.valid(file.slice(name.length + 1, -'.tgz'.length))
          : null
        return version !== null && file.endsWith('.tgz') ? [{ file, version }] : []
      })
      .toSorted((one, other) => semver.rcompare(one.version, other.version))[0]?.file
  const [sdk, contracts] = [newest('spawnpoint-sdk'), newest('spawnpoint-contracts')]
  if (sdk === undefined || contracts === undefined)
    throw new ToolProblem(
      `${from} holds no SDK: it needs spawnpoint-sdk-….tgz and spawnpoint-contracts-….tgz, which npm run sdk:pack writes.`,
    )
  return { from, sdk, contracts, isOurs: false }
}

function newPackages(input: CommandInput): NewPackages {
  const given = input.text('from')
  if (given !== undefined) return findPackages(resolve(typedFrom(), given))
  if (isInstalled())
    throw new ToolProblem(
      'Say where the new SDK is: --from <folder>, with the two files that npm run sdk:pack writes in a checkout of Spawnpoint.',
    )
  const from = mkdtempSync(join(tmpdir(), 'spawnpoint-sdk-'))
  say(dim('Packing the SDK of this checkout …'))
  return { from, ...packSources(from), isOurs: true }
}

/** The project's dependencies with these versions, and a line for each that changed. */
function withVersions(project: Project, wanted: Readonly<Record<string, string>>) {
  const changes: string[] = []
  const change = (found: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(found).map(([name, version]) => {
        const next = wanted[name] ?? version
        if (next !== version && !next.startsWith('file:')) changes.push(`${name} ${version} → ${next}`)
        return [name, next]
      }),
    )
  const { dependencies, devDependencies } = project
  const file = {
    ...project,
    ...(dependencies && { dependencies: change(dependencies) }),
    ...(devDependencies && { devDependencies: change(devDependencies) }),
  }
  return { file, changes }
}

/** npm would refuse packages that changed under their name: it resolves these two anew. */
function forgetLocked(folder: string): void {
  const file = join(folder, 'package-lock.json')
  const parsed = existsSync(file) ? lockFile.safeParse(JSON.parse(readFileSync(file, 'utf8'))) : null
  if (!parsed?.data) return
  const kept = Object.entries(parsed.data.packages).filter(
    ([path]) => ![SDK, CONTRACTS].some((name) => path === `node_modules/${name}`),
  )
  writeJson(file, { ...parsed.data, packages: Object.fromEntries(kept) })
}

function vendoredVersion(folder: string, { dependencies, devDependencies }: Project): string | null {
  const named = devDependencies?.[SDK] ?? dependencies?.[SDK] ?? ''
  const file = join(folder, named.slice('file:'.length))
  return existsSync(file) ? readTarball(file).version : null
}

function replaceVendored(folder: string, { from, sdk, contracts }: NewPackages): void {
  const vendor = join(folder, 'vendor')
  mkdirSync(vendor, { recursive: true })
  for (const file of readdirSync(vendor))
    if (/^spawnpoint-(sdk|contracts)-.*\.tgz$/.test(file)) rmSync(join(vendor, file))
  for (const file of [sdk, contracts]) copyFileSync(join(from, file), join(vendor, file))
}

function upgradeProject(folder: string, packages: NewPackages): void {
  const project = readProject(folder)
  const before = vendoredVersion(folder, project)
  const { version, projectPackages } = readTarball(join(packages.from, packages.sdk))
  if (before !== null && semver.lt(version, before))
    throw new ToolProblem(
      `The project has the SDK ${before}, which is newer than ${version}: nothing was changed.`,
    )
  const { file, changes } = withVersions(project, {
    ...projectPackages,
    [SDK]: `file:vendor/${packages.sdk}`,
    [CONTRACTS]: `file:vendor/${packages.contracts}`,
  })
  replaceVendored(folder, packages)
  writeJson(join(folder, 'package.json'), file)
  forgetLocked(folder)
  sayDone(`${SDK} ${before ?? 'unknown'} → ${version}`)
  for (const change of changes) sayDone(change)
  say(dim('  npm install && npm run types && npm run check && npm test'))
}

export const upgrade: PluginCommand = {
  arguments: folderArguments,
  summary:
    'Moves a project to a newer SDK: the packages in vendor/, and the versions of React, TypeScript and others that go with them.',
  options: {
    from: {
      type: 'string',
      value: 'folder',
      about: 'folder with the two packages of the SDK (default: those of this checkout)',
    },
  },
  async run(input) {
    const folder = pluginFolder(input)
    if (isInRepository(folder))
      throw new ToolProblem(
        `${folder} is part of this checkout and uses its SDK: there is nothing to upgrade.`,
      )
    readProject(folder)
    const packages = newPackages(input)
    try {
      upgradeProject(folder, packages)
    } finally {
      if (packages.isOurs) rmSync(packages.from, { recursive: true, force: true })
    }
    return true
  },
}

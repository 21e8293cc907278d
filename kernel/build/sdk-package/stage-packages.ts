import { createManifestJsonSchema } from '@spawnpoint/sdk/manifest'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_PACKAGES } from '../../../sdk/cli/scaffold/project-files.ts'
import { hashFile, hashSdk, isBuildCurrent } from '../source-hash.ts'
import { emitSources } from './emit-sources.ts'
import {
  dependenciesOf,
  packedExport,
  readPackage,
  versionsOf,
  type PackageFile,
} from './package-manifest.ts'

/** Folders with the two packages that a plugin is written against, ready for `npm pack`. */
export interface StagedPackages {
  readonly sdk: string
  readonly contracts: string
}

const program = 'sdk/cli/spawnpoint-plugin.mjs'
const sdkAssets = [
  'locales/*.yml',
  'kernel/server/migrations/**',
  'kernel/packages/server/migrations/**',
  'kernel/cli/*.html',
  'sdk/ui/styles/*.css',
  'sdk/names-since.json',
  'sdk/package/*.json',
  program,
  'sdk/cli/follow-npm.mjs',
  'LICENSE',
]

const writeJson = (file: string, content: object) =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

const isCode = (file: string) => /\.tsx?$/.test(file)

function copyFiles(root: string, patterns: readonly string[], to: string) {
  for (const file of globSync([...patterns], { cwd: root })) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(root, file), join(to, file), { recursive: true })
  }
}

/** Started by their path, so that nothing imports them. */
const programs = [
  'sdk/cli/main.ts',
  'kernel/packages/server/worker/worker-main.ts',
  'kernel/packages/server/worker/identity-apart.ts',
  'sdk/testing/plugin-contract/serve-plugin.ts',
]

const contractFiles = (root: string) =>
  globSync('builtin/*/contract/{index,schemas}.ts', { cwd: root }).sort()

/** The packages as they stand in this repository, in JavaScript. */
function emitAll(root: string, outDir: string, sdk: PackageFile) {
  const entries = Object.values(sdk.exports ?? {})
    .filter(isCode)
    .map((file) => join('sdk', file))
  emitSources({ root, outDir, files: [...entries, ...programs, ...contractFiles(root)] })
}

function stageSdk(root: string, folder: string, product: PackageFile, sdk: PackageFile) {
  copyFiles(root, sdkAssets, folder)
  if (existsSync(join(root, 'sdk/README.md'))) cpSync(join(root, 'sdk/README.md'), join(folder, 'README.md'))
  writeJson(join(folder, 'manifest.schema.json'), createManifestJsonSchema())
  const entries = Object.entries(sdk.exports ?? {}).map(([name, target]) => [
    name,
    packedExport('sdk', target),
  ])
  writeJson(join(folder, 'package.json'), {
    name: sdk.name,
    version: sdk.version,
    license: sdk.license,
    type: 'module',
    // Older ones start the tools too: those bring their own Node.
    engines: { node: '>=20' },
    bin: { 'spawnpoint-plugin': program },
    exports: {
      ...Object.fromEntries(entries),
      './manifest.schema.json': './manifest.schema.json',
      './package.json': './package.json',
    },
    sideEffects: ['*.css'],
    ...dependenciesOf(folder, product),
    optionalDependencies: product.optionalDependencies ?? {},
    // A new project takes the versions that this one was made and tested with.
    projectPackages: versionsOf(PROJECT_PACKAGES, product),
  })
}

function stageContracts(root: string, folder: string, sdk: PackageFile) {
  const { name, version, license } = readPackage(join(root, 'builtin'))
  writeJson(join(folder, 'package.json'), {
    name,
    version,
    license,
    type: 'module',
    exports: {
      './*/schemas': packedExport('', '*/contract/schemas.ts'),
      './package.json': './package.json',
      './*': packedExport('', '*/contract/index.ts'),
    },
    sideEffects: false,
    peerDependencies: {
      [sdk.name]: sdk.version,
      ...dependenciesOf(folder, readPackage(root)).peerDependencies,
    },
  })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

/** Puts both packages below `.cache`, unless they lie there already and the sources are the same. */
export function stagePackages(root: string): StagedPackages {
  const hash = hashSdk(root)
  const home = join(root, '.cache/sdk-package')
  // By content: what another process reads at this moment is not taken from under it.
  const place = join(home, hash.slice(0, 16))
  const staged = { sdk: join(place, 'sdk'), contracts: join(place, 'contracts') }
  if (isBuildCurrent(place, hash)) return staged
  mkdirSync(home, { recursive: true })
  const draft = mkdtempSync(join(home, 'draft-'))
  try {
    stageInto(root, draft)
    writeFileSync(hashFile(draft), `${hash}\n`)
    if (!existsSync(place)) renameSync(draft, place)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return staged
}

function stageInto(root: string, draft: string) {
  const sdk = readPackage(join(root, 'sdk'))
  emitAll(root, join(draft, 'out'), sdk)
  mkdirSync(join(draft, 'sdk'))
  for (const part of ['sdk', 'kernel']) renameSync(join(draft, 'out', part), join(draft, 'sdk', part))
  renameSync(join(draft, 'out/builtin'), join(draft, 'contracts'))
  rmSync(join(draft, 'out'), { recursive: true })
  stageSdk(root, join(draft, 'sdk'), readPackage(root), sdk)
  stageContracts(root, join(draft, 'contracts'), sdk)
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import semver from 'semver'
import { readCatalogIndex, writeCatalogIndex } from '../package/catalog-index.ts'
import type { CatalogIndex, CatalogPlugin, CatalogVersion } from '../server/catalog-index.ts'
import { readPackage, type PluginPackage } from '../package/read-package.ts'
import { trustedKeyLine } from '../package/trusted-keys.ts'
import { ToolProblem, type PluginCommand } from './command.ts'
import { explainRefusal } from './explain-refusal.ts'
import { PRIVATE_KEY_FILE, PUBLIC_KEY_FILE } from './keygen.ts'
import { packageMessages } from './package-messages.ts'
import { readTextFile } from './package-file.ts'
import { typedFrom } from './plugin-folder.ts'
import { dim, say, sayDone } from './say.ts'

const INDEX_FILE = 'index.json'

interface Listed {
  readonly name: string
  readonly bytes: Buffer
  readonly content: PluginPackage
}

async function readPackages(folder: string): Promise<readonly Listed[]> {
  if (!existsSync(folder)) throw new ToolProblem(`There is no folder ${folder}.`)
  const names = readdirSync(folder).filter((each) => each.endsWith('.zip'))
  if (names.length === 0) throw new ToolProblem(`${folder} has no packages: put in what pack has made.`)
  return Promise.all(
    names.toSorted().map(async (name) => {
      const bytes = readFileSync(join(folder, name))
      return { name, bytes, content: await explainRefusal(() => readPackage(bytes)) }
    }),
  )
}

const textsOf = (content: PluginPackage): CatalogPlugin['texts'] => {
  const { manifest } = content
  const codes = new Set(['en', ...manifest.locales])
  return Object.fromEntries(
    [...codes].map((code) => {
      const label = packageMessages(content, code)
      return [code, { title: label(manifest.title), description: label(manifest.description).slice(0, 300) }]
    }),
  )
}

/** Reads the text that the author put beside the package: `daily-spin-1.2.0.md` for `daily-spin-1.2.0.zip`. */
function changesOf(folder: string, { name }: Listed): string {
  const file = join(folder, name.replace(/\.zip$/, '.md'))
  return existsSync(file) ? readFileSync(file, 'utf8').trim().slice(0, 2_000) : ''
}

function versionOf(folder: string, listed: Listed, known: CatalogIndex | null, now: string): CatalogVersion {
  const { name, bytes, content } = listed
  const { id, version, engines = {} } = content.manifest
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const before = known?.plugins
    .find((plugin) => plugin.id === id)
    ?.versions.find((each) => each.version === version)
  if (before && before.sha256 !== sha256)
    throw new ToolProblem(
      `${name} is not the ${id} ${version} that the index lists: give it a new version, since operators have the other one.`,
    )
  return {
    version,
    url: encodeURIComponent(name),
    sha256,
    bytes: bytes.length,
    publishedAt: before?.publishedAt ?? now,
    engines,
    changes: changesOf(folder, listed),
  }
}

function pluginsOf(folder: string, packages: readonly Listed[], known: CatalogIndex | null, now: string) {
  const byId = Map.groupBy(packages, ({ content }) => content.manifest.id)
  return [...byId].map(([id, listed]): CatalogPlugin => {
    const sorted = listed.toSorted((one, other) =>
      semver.rcompare(one.content.manifest.version, other.content.manifest.version),
    )
    const versions = sorted.map((each) => versionOf(folder, each, known, now))
    const twice = versions.find(({ version }, at) => versions[at + 1]?.version === version)
    if (twice) throw new ToolProblem(`Two packages are ${id} ${twice.version}: remove one of them.`)
    const [newest] = sorted
    if (!newest) throw new ToolProblem(`${id} has no version.`)
    const { publisher = null, license = null } = newest.content.manifest
    return { id, texts: textsOf(newest.content), publisher, license, versions }
  })
}

function readKnown(file: string, publicKey: string): CatalogIndex | null {
  if (!existsSync(file)) return null
  try {
    return readCatalogIndex(readFileSync(file, 'utf8'), publicKey)
  } catch (error) {
    throw new ToolProblem(`${file} is not an index that this key has signed: move it away first.`, {
      cause: error,
    })
  }
}

export const catalog: PluginCommand = {
  arguments: ['<folder>'],
  summary: 'Lists the packages in a folder in a signed index.json, from which operators install and update.',
  options: {
    name: {
      type: 'string',
      short: 'n',
      value: 'name',
      about: 'the name of the catalog; needed the first time',
    },
    key: {
      type: 'string',
      short: 'k',
      value: 'file',
      about: `the private key; ${PRIVATE_KEY_FILE} when left out`,
    },
    public: { type: 'string', value: 'file', about: `the public key; ${PUBLIC_KEY_FILE} when left out` },
  },
  async run(input) {
    const folder = resolve(typedFrom(), input.words[0] ?? '.')
    const packages = await readPackages(folder)
    const key = readTextFile(input.text('key') ?? PRIVATE_KEY_FILE, 'the private key that keygen has made')
    const open = readTextFile(input.text('public') ?? PUBLIC_KEY_FILE, 'the public key that keygen has made')
    const file = join(folder, INDEX_FILE)
    const known = readKnown(file, open)
    const name = input.text('name') ?? known?.name
    if (name === undefined) throw new ToolProblem('A new catalog needs a name: give it with --name.')
    const now = new Date().toISOString()
    const plugins = pluginsOf(folder, packages, known, now)
    const text = writeCatalogIndex({ format: 1, name, updatedAt: now, plugins }, key)
    readCatalogIndex(text, open)
    writeFileSync(file, text)
    const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
    sayDone(`Listed ${count(packages.length, 'package')} of ${count(plugins.length, 'plugin')}: ${file}`)
    say(dim('Serve the folder over https. Operators subscribe with the address of the index and your key:'))
    say(`  https://…/${INDEX_FILE} ${trustedKeyLine('', open).replace(/^: /, '')}`)
    return true
  },
}

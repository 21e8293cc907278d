import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, minify, parseSync, type Rolldown } from 'vite'
import { z } from 'zod'
import { outFolder } from '../../kernel/build/out-folder.ts'
import { shellConfig } from '../../kernel/build/shell-config.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { kilobytes, limited, type Measurement, type Part } from './measurement.ts'

const most = { kernel: 20_000, facades: 8_000 }
const page = z.object({ importMap: z.string() })
const map = z.object({ imports: z.record(z.string(), z.string()) })

const compressed = (content: string | Buffer) => gzipSync(content, { level: 9 }).length

/** The product's own build, kept in memory. */
async function buildChunks(): Promise<Rolldown.OutputChunk[]> {
  const config = shellConfig({ root: ROOT })
  const plugins = { ...config, build: { ...config.build, write: false } }
  const built = await build({ ...plugins, configFile: false, mode: 'production', logLevel: 'error' })
  if (!('output' in built)) throw new Error('the build has not one output')
  return built.output.filter((output) => output.type === 'chunk')
}

const isKernel = (id: string) =>
  /^kernel\/(browser|common)\//.test(relative(ROOT, id)) && !/\.css(\?|$)/.test(id)

/** Names declared by the modules, so that the minifier keeps what other chunks import. */
const declaredIn = (code: string): string[] =>
  parseSync('kernel.js', code).program.body.flatMap((statement) => {
    if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
      return statement.id ? [statement.id.name] : []
    if (statement.type !== 'VariableDeclaration') return []
    return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  })

const rest = /^import\s*\{[^}]*\}\s*from\s*["'`]outside["'`];?|export\s*\{[^}]*\};?\s*$/g

/**
 * The kernel's modules as the build left them after dropping what nobody uses. A chunk also holds code of others, so
 * each chunk's share is minified by itself; what it uses of others is imported for that, so that its name gets short as
 * in the chunk.
 */
async function kernelShare(
  { modules, fileName }: Rolldown.OutputChunk,
  declaredOutside: readonly string[],
): Promise<string> {
  const own = Object.entries(modules).flatMap(([id, { code }]) => (isKernel(id) && code ? [code] : []))
  if (own.length === 0) return ''
  const source = own.join('\n')
  const declared = declaredIn(source)
  const words = new Set(source.match(/[\w$]+/g))
  const used = declaredOutside.filter((name) => words.has(name) && !declared.includes(name))
  const whole = `import { ${used.join(', ')} } from 'outside'\n${source}\nexport { ${declared.join(', ')} }`
  const { code } = await minify(fileName, whole, { module: true, compress: true, mangle: { toplevel: true } })
  return code.replace(rest, '')
}

const facadeFiles = (): string[] => {
  const { importMap } = page.parse(JSON.parse(readFileSync(join(ROOT, outFolder, 'page.json'), 'utf8')))
  return Object.values(map.parse(JSON.parse(importMap)).imports).map((url) => join(ROOT, outFolder, url))
}

/** Scripts fetched before anything is drawn: the entry and its static imports. */
function startOf(chunks: readonly Rolldown.OutputChunk[]): ReadonlySet<Rolldown.OutputChunk> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  add(chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('.html')))
  return found
}

const declaredByOthers = (chunks: readonly Rolldown.OutputChunk[]): readonly string[] => {
  const codes = chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { code }]) => (code && !isKernel(id) ? [code] : [])),
  )
  return [...new Set(codes.flatMap(declaredIn))]
}

const kernelBytes = async (
  chunks: Iterable<Rolldown.OutputChunk>,
  outside: readonly string[],
): Promise<number> =>
  compressed((await Promise.all([...chunks].map((chunk) => kernelShare(chunk, outside)))).join('\n'))

async function measure(): Promise<Measurement[]> {
  const chunks = await buildChunks()
  const start = startOf(chunks)
  const outside = declaredByOthers(chunks)
  const onNeed = await kernelBytes(
    chunks.filter((chunk) => !start.has(chunk)),
    outside,
  )
  const facades = facadeFiles().reduce((sum, file) => sum + compressed(readFileSync(file)), 0)
  return [
    limited({
      name: 'kernel, gzip',
      value: await kernelBytes(start, outside),
      most: most.kernel,
      show: kilobytes,
      note: `what a page starts with; on need ${kilobytes(onNeed)} more`,
    }),
    limited({
      name: 'facades, gzip',
      value: facades,
      most: most.facades,
      show: kilobytes,
      note: 'the files of the import map',
    }),
  ]
}

export const kernelSize: Part = { name: 'size', run: measure }

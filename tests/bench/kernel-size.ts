import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, minify, type Rolldown } from 'vite'
import { z } from 'zod'
import { outFolder, shellConfig } from '../../kernel/build/shell-config.ts'
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

/**
 * The kernel's modules as the build left them after dropping what nobody uses. A chunk also holds code of others,
 * so each chunk's share is minified by itself: names from outside stay long there, which errs against us.
 */
async function kernelShare({ modules, fileName }: Rolldown.OutputChunk): Promise<string> {
  const own = Object.entries(modules).flatMap(([id, { code }]) => (isKernel(id) && code ? [code] : []))
  if (own.length === 0) return ''
  const { code } = await minify(fileName, own.join('\n'), {
    module: true,
    compress: true,
    mangle: { toplevel: true },
  })
  return code
}

const facadeFiles = (): string[] => {
  const { importMap } = page.parse(JSON.parse(readFileSync(join(ROOT, outFolder, 'page.json'), 'utf8')))
  return Object.values(map.parse(JSON.parse(importMap)).imports).map((url) => join(ROOT, outFolder, url))
}

async function measure(): Promise<Measurement[]> {
  const chunks = await buildChunks()
  const shares = await Promise.all(chunks.map(kernelShare))
  const kernel = compressed(shares.join('\n'))
  const facades = facadeFiles().reduce((sum, file) => sum + compressed(readFileSync(file)), 0)
  const count = shares.filter(Boolean).length
  return [
    limited({
      name: 'kernel, gzip',
      value: kernel,
      most: most.kernel,
      show: kilobytes,
      note: `its modules in ${count} chunks`,
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

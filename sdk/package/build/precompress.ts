import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|svg|json|txt|map)$/
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** A process may have 1,024 files open in many containers, and a build has more files than that. */
const atOnce = 16

/** Tests build many times and weigh nothing: the best compression is a third of such a build. */
const quality = () => (process.env['BUILD_COMPRESSION'] === 'fast' ? 4 : constants.BROTLI_MAX_QUALITY)

async function compressFile(folder: string, file: string): Promise<string[]> {
  const content = await readFile(join(folder, file))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality(),
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    // Most files are one block then, whose parts share what they know.
    [constants.BROTLI_PARAM_LGBLOCK]: 20,
  }
  const variants = [
    { name: `${file}.br`, content: await toBrotli(content, { params }) },
    { name: `${file}.gz`, content: await toGzip(content, { level: 9 }) },
  ].filter((variant) => variant.content.length < content.length)
  await Promise.all(variants.map((variant) => writeFile(join(folder, variant.name), variant.content)))
  return variants.map(({ name }) => name)
}

/** Writes `.br` and `.gz` beside each file that gains by it; returns the names of what it wrote. */
export async function precompress(folder: string, files: readonly string[]): Promise<string[]> {
  if (process.env['BUILD_COMPRESSION'] === 'none') return []
  const queue = files.filter((file) => compressible.test(file)).values()
  const work = async () => {
    const names: string[] = []
    for (const file of queue) names.push(...(await compressFile(folder, file)))
    return names
  }
  return (await Promise.all(Array.from({ length: atOnce }, work))).flat()
}

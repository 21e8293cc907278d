import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeCatalogIndex } from '../../../sdk/package/catalog-index.ts'
import type { CatalogIndex } from '../../../sdk/server/catalog-index.ts'

type Version = CatalogIndex['plugins'][number]['versions'][number]

/** An entry of an index. */
export const entryOf = (
  id: string,
  versions: readonly (Partial<Version> & Pick<Version, 'version'>)[],
): CatalogIndex['plugins'][number] => ({
  id,
  texts: {
    en: { title: `The ${id}`, description: 'Does a thing' },
    de: { title: `Das ${id}`, description: 'Tut etwas' },
  },
  publisher: 'Example Ltd',
  license: 'MIT',
  versions: versions.map((each) => ({
    url: `${id}-${each.version}.zip`,
    sha256: '0'.repeat(64),
    bytes: 1000,
    publishedAt: '2026-05-01T00:00:00.000Z',
    engines: {},
    changes: '',
    ...each,
  })),
})

/** Facts of a package for its entry. */
export const factsOf = (zip: Buffer) => ({
  bytes: zip.length,
  sha256: createHash('sha256').update(zip).digest('hex'),
})

/** The server of a catalog, with its key. */
export async function startCatalog() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const files = new Map<string, Buffer | string>()
  const moved = new Map<string, string>()
  const server = createServer((request, response) => {
    const found = files.get(request.url ?? '')
    const location = moved.get(request.url ?? '')
    if (location !== undefined) return response.writeHead(302, { location }).end()
    response.statusCode = found === undefined ? 404 : 200
    return response.end(found)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/index.json`
  return {
    url,
    key,
    files,
    line: `${url} ${key}`,
    publish(plugins: CatalogIndex['plugins'], updatedAt = '2026-05-02T00:00:00.000Z') {
      const index: CatalogIndex = { format: 1, name: 'Example plugins', updatedAt, plugins }
      files.set('/index.json', writeCatalogIndex(index, privatePem))
    },
    /** Answers a path with a redirect. */
    move: (path: string, location: string) => moved.set(path, location),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

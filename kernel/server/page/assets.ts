import { createReadStream, readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AsyncRequestHandler } from '../http/dispatcher.ts'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'
import { assetType } from './asset-types.ts'
import { commonHeaders } from './page-headers.ts'

/** The files of one folder that may be served, by their path in it. */
export interface AssetFolder {
  readonly folder: string
  has(file: string): boolean
}

export interface AssetOptions {
  /** Where the shell was built to; null in development, where nothing is. */
  readonly distDir: string | null
  /** Files in it of the builds before, for pages that are still open. */
  readonly earlier?: ReadonlySet<string>
  /** Asset folders of other versions that are installed, for pages of theirs that are still open. */
  readonly beside?: readonly string[]
  readonly secure: boolean
  /** Files of a run-time plugin by its id and the hash of its build. */
  findPlugin(id: string, hash: string): AssetFolder | null
}

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }
const encodings: readonly Encoding[] = ['br', 'gzip']

const listFiles = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [] // not built: nothing to serve
    throw error
  }
}

const isVariant = (file: string) => /\.(br|gz)$/.test(file)

function refuse(response: ServerResponse, status: number, secure: boolean): void {
  response.writeHead(status, {
    ...commonHeaders(secure),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  })
  response.end(status === 405 ? 'Method not allowed' : 'Not found')
}

const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const forEver = 'public, max-age=31536000, immutable'
const forADay = 'public, max-age=86400'

interface Asset {
  /** The path that was asked for, which names one content for ever. */
  readonly address: string
  readonly found: AssetFolder
  readonly file: string
  readonly caching: string
}

type Content = { readonly size: number; readonly bytes: Buffer | null }

const LARGEST_KEPT = 256 * 1024
const KEPT_IN_ALL = 16 * 1024 * 1024

/**
 * Small files are read once, so that a reader who asks for many and takes none holds no open files and no copies.
 * Their addresses change with their content.
 */
function createContents() {
  const kept = new Map<string, Promise<Content | null>>()
  let total = 0

  async function read(path: string): Promise<Content | null> {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    if (found.size > LARGEST_KEPT) return { size: found.size, bytes: null }
    const bytes = await readFile(path)
    return { size: bytes.length, bytes }
  }

  return async (key: string, path: string): Promise<Content | null> => {
    const before = kept.get(key)
    if (before) return before
    const reading = read(path)
    kept.set(key, reading)
    const content = await reading.catch(() => null)
    if (!content?.bytes) kept.delete(key)
    else total += content.size
    if (total > KEPT_IN_ALL) {
      kept.clear()
      total = 0
    }
    return content
  }
}

type Contents = ReturnType<typeof createContents>

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  asset: Asset,
  { secure, contents }: { readonly secure: boolean; readonly contents: Contents },
) {
  const { found, file, caching } = asset
  const atHand = encodings.filter((one) => found.has(`${file}${suffixes[one]}`))
  const encoding = acceptedEncoding(request.headers['accept-encoding'], atHand)
  const path = join(found.folder, encoding ? `${file}${suffixes[encoding]}` : file)
  const content = await contents(`${asset.address} ${encoding}`, path)
  if (!content) return refuse(response, 404, secure)
  response.writeHead(200, {
    ...commonHeaders(secure),
    // The same for everybody, and a plugin's frame, whose origin is nobody's, has to read them.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-type': assetType(file),
    'content-length': content.size,
    'cache-control': caching,
    ...(atHand.length > 0 ? { vary: 'Accept-Encoding' } : {}),
    ...(encoding ? { 'content-encoding': encoding } : {}),
    // Opened by itself, an SVG is a document that could run scripts.
    ...(file.endsWith('.svg') ? { 'content-security-policy': svgPolicy } : {}),
  })
  if (request.method === 'HEAD' || content.bytes) return void response.end(content.bytes ?? undefined)
  // The client may go away in the middle of a file; that is no fault of ours.
  await pipeline(createReadStream(path), response).catch(() => response.destroy())
}

/** Serves `/assets/`, with what run-time plugins bring under `/assets/plugins/<id>/<hash>/`, and the icon. */
export function createAssets({
  distDir,
  earlier = new Set(),
  beside = [],
  secure,
  findPlugin,
}: AssetOptions): AsyncRequestHandler {
  const contents = createContents()
  // Only what lay there at the start is served, so that no path can lead anywhere else.
  const folderOf = (path: string): AssetFolder & { readonly names: ReadonlySet<string> } => {
    const names = new Set(listFiles(path))
    return { folder: path, names, has: (file) => names.has(file) }
  }
  const shell = distDir === null ? null : folderOf(join(distDir, 'assets'))
  const shells = [...(shell ? [shell] : []), ...beside.map(folderOf)]
  const icon = [...(shell?.names ?? [])].find(
    (name) => /^favicon-[\w-]+\.svg$/.test(name) && !earlier.has(name),
  )

  const findFile = (path: string): Asset | null => {
    const [, id, hash, inPlugin] =
      /^\/assets\/plugins\/([a-z][a-z0-9.-]*)\/([a-f0-9]+)\/(.+)$/.exec(path) ?? []
    const file = inPlugin ?? path.slice('/assets/'.length)
    const found =
      id !== undefined && hash !== undefined ? findPlugin(id, hash) : shells.find((each) => each.has(file))
    return found?.has(file) && !isVariant(file) ? { address: path, found, file, caching: forEver } : null
  }
  const findIcon = (): Asset | null =>
    icon === undefined || !shell ? null : { address: icon, found: shell, file: icon, caching: forADay }

  return async (request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*$/, '')
    const isIcon = path === '/favicon.ico' || path === '/favicon.svg'
    if (!isIcon && path !== '/assets' && !path.startsWith('/assets/')) return false
    const asset = isIcon ? findIcon() : findFile(path)
    if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, 405, secure)
    else if (!asset) refuse(response, 404, secure)
    else await send(request, response, asset, { secure, contents })
    return true
  }
}

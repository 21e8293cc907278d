import { FORM_DATA, type UploadedFile } from '@spawnpoint/sdk/common'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
// Not from the entry, which loads the query builder.
import { EndpointFailure } from './answer.ts'

const USUAL_LIMIT = 256 * 1024
const limits = { fieldNameSize: 100, fieldSize: 16_384, fields: 20, files: 1, parts: 21, headerPairs: 50 }

const prepared = new WeakSet<FastifyInstance>()

/** Lets the endpoints of an app take files; of use to the kernel only. @example acceptUploads(app) */
export function acceptUploads(app: FastifyInstance): void {
  if (prepared.has(app)) return
  prepared.add(app)
  app.register(import('@fastify/multipart'), { throwFileSizeLimit: false })
}

/** A file without a name is gone with its process, however that ends. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `spawnpoint-upload-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
  } catch (error) {
    await handle.close()
    throw error
  }
  return handle
}

async function store(file: Readable, reply: FastifyReply): Promise<{ handle: FileHandle; size: number }> {
  const handle = await openNameless()
  const close = () =>
    void handle.close().catch((error: unknown) => reply.log.warn({ err: error }, 'a file stayed open'))
  // The visitor may have left meanwhile, and then nothing would say so again.
  if (reply.raw.destroyed) close()
  else reply.raw.once('close', close)
  let size = 0
  await pipeline(file, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      await handle.appendFile(chunk)
      size += chunk.length
    }
  })
  return { handle, size }
}

const read = async (handle: FileHandle, size: number): Promise<Uint8Array> => {
  const bytes = Buffer.allocUnsafeSlow(size)
  await handle.read(bytes, 0, size, 0)
  return bytes
}

async function receiveFile(
  { file, filename, mimetype }: MultipartFile,
  fields: UploadedFile['fields'],
  reply: FastifyReply,
): Promise<UploadedFile> {
  const { handle, size } = await store(file, reply)
  if (file.truncated) throw new EndpointFailure('TOO_LARGE', 413)
  return { name: filename, type: mimetype, size, fields, read: () => read(handle, size) }
}

async function receiveForm(request: FastifyRequest, reply: FastifyReply): Promise<UploadedFile | undefined> {
  const fileSize = request.routeOptions.bodyLimit ?? USUAL_LIMIT
  // No prototype: a field may be called what it wants.
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let upload: UploadedFile | undefined
  for await (const part of request.parts({ limits: { ...limits, fileSize } }))
    if (part.type === 'file') upload = await receiveFile(part, fields, reply)
    else if (typeof part.value === 'string') fields[part.fieldname] = part.value
  return upload
}

/** Reads the form of a call into an {@link UploadedFile}, before the handler's time begins. @example app.post(path, { preValidation: receiveUpload }, handle) */
export async function receiveUpload(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.headers['content-type']?.toLowerCase().startsWith(FORM_DATA))
    throw new EndpointFailure('CONTENT_TYPE', 415)
  try {
    request.body = await receiveForm(request, reply)
  } catch (error) {
    if (error instanceof EndpointFailure) throw error
    const status = (error as { statusCode?: unknown } | null)?.statusCode
    // Forms that are cut or malformed come with plain errors of the parser.
    throw status === 413 ? new EndpointFailure('TOO_LARGE', 413) : new EndpointFailure('VALIDATION', 400)
  }
}

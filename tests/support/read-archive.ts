import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The files of a ZIP archive by their path, in its order. */
export async function readArchive(bytes: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

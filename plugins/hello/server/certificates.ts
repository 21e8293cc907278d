import type { BlobsService } from '@spawnpoint/sdk/server'

/** Files of one person: nobody else finds them under their id. */
const scopeOf = (person: string) => `certificates-${person}`

export const keepCertificate = (blobs: BlobsService, person: string, waves: number): Promise<string> =>
  blobs.put(scopeOf(person), Buffer.from(`Waves: ${waves}`), 'text/plain')

export async function findCertificate(blobs: BlobsService, person: string, id: string) {
  const blob = await blobs.get(scopeOf(person), id)
  return blob ? Buffer.from(blob.bytes).toString() : null
}

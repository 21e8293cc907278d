import { defineJob } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { readBlob, storeAvif, uses, type Services } from './create-pictures.ts'
import { encodeAvif } from './encode-picture.ts'
import { listUntried, lockUntried, saveAvif, smaller, type SmallerVariant } from './picture-queries.ts'

const AT_A_TIME = 20

const everyMinute = { payload: z.object({}), schedule: '* * * * *', timeoutMs: 600_000 }

async function tryAvif({ blobs, db, log }: Services, content: string): Promise<void> {
  const made: { readonly variant: SmallerVariant; readonly bytes: Buffer }[] = []
  for (const variant of smaller) {
    const webp = await readBlob(blobs, content, variant)
    // A variant that cannot be encoded stays WebP, and is not tried again every minute.
    const bytes = webp
      ? await encodeAvif(webp.bytes).catch((error: unknown) => {
          log.warn({ content, err: error }, 'picture not encoded as AVIF')
          return null
        })
      : null
    if (bytes) made.push({ variant, bytes })
  }
  await db.orm.transaction(async (tx) => {
    if (!(await lockUntried(tx, content))) return
    for (const { variant, bytes } of made) await storeAvif(blobs, content, variant, bytes)
    await saveAvif(
      tx,
      content,
      made.map(({ variant }) => variant),
    )
  })
}

/** AVIF takes long to encode, so no upload waits for it. */
export const makeAvif = defineJob('make-avif', everyMinute, uses, async (services) => {
  for (;;) {
    const untried = await listUntried(services.db.orm, AT_A_TIME)
    for (const content of untried) {
      if (services.signal.aborted) return
      await tryAvif(services, content)
    }
    if (untried.length < AT_A_TIME) return
  }
})

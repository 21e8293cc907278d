import { Pool } from 'pg'
import sharp from 'sharp'
import { compared, limited, milliseconds, type Measurement, type Part } from './measurement.ts'
import { startBenchServer, type BenchServer } from './start-bench-server.ts'

const images = 100_000
const calls = 400
const budgetMs = 50

async function upload({ port, people }: BenchServer): Promise<string> {
  const form = new FormData()
  const picture = sharp({ create: { width: 1_280, height: 720, channels: 3, background: '#357' } })
  form.append('file', new Blob([Uint8Array.from(await picture.png().toBuffer())]), 'castle.png')
  const answer = await fetch(`http://127.0.0.1:${port}/api/image-hosting/images`, {
    method: 'POST',
    body: form,
    headers: {
      cookie: people[0]?.cookies.join('; ') ?? '',
      origin: 'http://127.0.0.1:5173',
      'sec-fetch-site': 'same-origin',
    },
  })
  if (answer.status !== 200) throw new Error(`the upload answers ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { name: string }).name
}

/** Many images of as many pictures beside the one that is asked for. */
const fill = `
  with content as (
    insert into pictures.content (id, hash, likeness, state, type, width, height, bytes, animated, has_web, changed_at, avif)
    select gen_random_uuid(), md5(n::text) || md5((-n)::text), substr(md5(n::text), 1, 16), 'stored', 'image/png', 1280, 720,
      200000, false, true, now(), '{}'
    from generate_series(1, ${images}) n returning id
  ), picture as (
    insert into pictures.picture (id, content_id, purpose, kept_at, created_at)
    select substr(md5(id::text), 1, 16), id, 'images', now(), now() from content returning id
  )
  insert into image_hosting.image (name, picture_id, owner, title, bytes, created_at)
  select substr(md5(picture.id), 1, 10), picture.id, (select owner from image_hosting.image limit 1), 'shot.png', 200000, now()
  from picture on conflict do nothing`

async function fillImages({ connection }: BenchServer): Promise<void> {
  const pool = new Pool({ ...connection, max: 1 })
  try {
    await pool.query(fill)
    await pool.query('vacuum analyze image_hosting.image')
    await pool.query('vacuum analyze pictures.picture')
    await pool.query('vacuum analyze pictures.content')
  } finally {
    await pool.end()
  }
}

/** Milliseconds that 95 of 100 calls stay below, of the page and in turn with it of one that is not there. */
async function ninetyFifths({ port }: BenchServer, name: string) {
  const call = async (path: string, status: number) => {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/i/${path}`)
    const text = await answer.text()
    const took = performance.now() - began
    if (answer.status !== status) throw new Error(`/i/${path} answers ${answer.status}`)
    return { took, bytes: Buffer.byteLength(text) }
  }
  const [shown, missing]: [number[], number[]] = [[], []]
  let bytes = 0
  for (let number = 0; number < calls; number += 1) {
    const page = await call(name, 200)
    bytes = page.bytes
    shown.push(page.took)
    missing.push((await call('0000000000', 404)).took)
  }
  const ninetyFifth = (took: readonly number[]) =>
    took.toSorted((a, b) => a - b)[Math.floor(calls * 0.95)] ?? Number.NaN
  return { shown: ninetyFifth(shown), missing: ninetyFifth(missing), bytes }
}

async function measure(): Promise<Measurement[]> {
  const server = await startBenchServer({ people: 1 })
  try {
    const name = await upload(server)
    await fillImages(server)
    const { shown, missing, bytes } = await ninetyFifths(server, name)
    const note = `${images} images`
    return [
      limited({ name: 'page of an image, p95', value: shown, most: budgetMs, show: milliseconds, note }),
      compared({
        name: 'page of an image, p95',
        value: shown,
        against: { name: 'an image that is not there', value: missing },
        show: milliseconds,
        bound: { most: 4 },
      }),
      limited({ name: 'page of an image, size', value: bytes, most: 5_120, show: (each) => `${each} bytes` }),
    ]
  } finally {
    await server.stop()
  }
}

/** The page that chats and visitors open for a hosted image, without a session. */
export const imagePage: Part = { name: 'image-page', run: measure }

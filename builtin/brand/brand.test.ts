import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { weakColors } from '@spawnpoint/sdk/common'
import { adaptTo, contrastIn, themeOf } from './contract/schemas.ts'

let server: TestServer
type Options = NonNullable<Parameters<typeof startTestServer>[0]>
let page: Parameters<NonNullable<Options['pageHandlers']>>[0]
beforeAll(async () => {
  server = await startTestServer({
    pageHandlers: async (source) => {
      page = source
      return { assets: () => false, page: () => false }
    },
  })
})
afterAll(() => server.stop())

const editor = () => server.signIn({ permissions: ['admin.settings.view', 'admin.settings.edit'] })

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crc = (bytes: Buffer) =>
  (bytes.reduce((sum, byte) => ((crcTable[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8)) >>> 0, 0xffffffff) ^
    0xffffffff) >>>
  0
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([size, body, sum])
}

/** A black picture of any size. */
const aPng = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const upload = async (bytes: Buffer | string, person = editor()) =>
  (await person).api.post(
    '/api/brand/pictures',
    new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], {
      type: 'application/octet-stream',
    }),
  )

const save = async (values: Readonly<Record<string, string>>) =>
  (await editor()).api.patch('/api/settings', { values })

const styles = async () => (await server.anonymous().get('/api/system/custom.css')).body['text']

it('[BRD2] refuses an accent color that cannot be read in its theme, with its ratio', async () => {
  const pale = await save({ brand_accent_light: '#b2abff' })
  expect(pale.status).toBe(400)
  expect(pale.body['fields']).toEqual({
    brand_accent_light: `contrast_light:${(Math.floor(contrastIn('light', '#b2abff') * 10) / 10).toFixed(1)}`,
  })
  const dim = await save({ brand_accent_dark: '#5646d8' })
  expect(dim.body['fields']).toEqual({ brand_accent_dark: 'contrast_dark:2.2' })
  expect((await save({ brand_accent_light: 'red' })).body['fields']).toEqual({ brand_accent_light: 'color' })
})

it('[BRD2] colors both themes by one color until each has its own', async () => {
  expect((await save({ brand_accent_light: '#0a5c3c' })).status).toBe(200)
  const night = adaptTo('dark', '#0a5c3c')
  expect(contrastIn('dark', night)).toBeGreaterThanOrEqual(4.5)
  expect(await styles()).toContain(`--color-accent:light-dark(#0a5c3c,${night})`)
  expect((await save({ brand_accent_dark: '#4fce8d' })).status).toBe(200)
  expect(await styles()).toContain('--color-accent:light-dark(#0a5c3c,#4fce8d)')
  expect(page.hasCustomStyle()).toBe(true)
  await save({ brand_accent_light: '', brand_accent_dark: '' })
  expect(await styles()).toBe('')
  expect(page.hasCustomStyle()).toBe(false)
})

it('[BRD6] makes background and corners of the instance from two settings', async () => {
  expect((await save({ brand_surface: '#dfeee6', brand_radius: 'round' })).status).toBe(200)
  const text = String(await styles())
  expect(text).toContain('--color-surface:light-dark(')
  expect(text).toMatch(/--radius-md:9\.6\d*px/)
  // By these people's own colors are judged, which replace the rules themselves.
  expect(text).toMatch(/--base-surface-light:#\w{6};--base-surface-dark:#\w{6}/)
  expect(text).not.toContain('--color-accent:')
  expect((await save({ brand_surface: 'mint' })).body['fields']).toEqual({ brand_surface: 'color' })
  await save({ brand_surface: '', brand_radius: 'soft' })
  expect(await styles()).toBe('')
})

it.each([
  ['#0a5c3c', '', '#dfeee6'],
  ['', '#4fce8d', '#101828'],
  ['#5646d8', '#b2abff', '#888888'],
  ['#767600', '', '#ffff00'],
])('[BRD6] leaves all text readable with the accents %s and %s on %s', (accentLight, accentDark, surface) => {
  const theme = themeOf({ accentLight, accentDark, surface, radius: 'soft' })
  expect(weakColors({ ...theme, accent: '', surface: '' })).toEqual([])
})

it('[BRD4] keeps only pictures, by what they are', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>'
  expect((await upload(svg)).body.error_code).toBe('BRAND_NO_PICTURE')
  expect((await upload('GIF89a0000000000000000000000000000000000')).body.error_code).toBe('BRAND_NO_PICTURE')
  expect((await upload(aPng(5000, 1))).body.error_code).toBe('BRAND_PICTURE_SIDES')
  const large = await upload(Buffer.concat([aPng(1, 1), Buffer.alloc(1_048_576)]))
  expect([large.status, large.body.error_code]).toEqual([413, 'BRAND_PICTURE_LARGE'])
  const viewer = server.signIn({ permissions: ['admin.settings.view'] })
  expect((await upload(aPng(8, 4), viewer)).status).toBe(403)
  expect((await save({ brand_logo: 'https://evil.example.com/x.png' })).status).toBe(400)
})

it('[BRD4] reads the size of JPEG and WebP pictures', async () => {
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080064012c01011100ffd9', 'hex')
  expect(String((await upload(jpeg)).body['path'])).toMatch(/\/300x100\.jpg$/)
  const webp = Buffer.concat([
    Buffer.from('RIFF0000WEBPVP8X', 'latin1'),
    Buffer.from([10, 0, 0, 0, 0, 0, 0, 0, 0x2b, 1, 0, 0x63, 0, 0]),
  ])
  expect(String((await upload(webp)).body['path'])).toMatch(/\/300x100\.webp$/)
})

it('[BRD1, BRD3, BRD5] serves a picture safely and uses it in head, style and manifest', async () => {
  const sent = await upload(aPng(512, 256))
  const path = String(sent.body['path'])
  expect(path).toMatch(/^\/api\/brand\/pictures\/[0-9a-f-]{36}\/512x256\.png$/)
  const served = await server.anonymous().get(path)
  expect(served.status).toBe(200)
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  expect(served.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await server.anonymous().get(path.replace(/pictures\/.{36}/, 'pictures/x'))).status).toBe(404)

  const brand = {
    brand_logo: path,
    brand_icon: path,
    brand_card: path,
    brand_login_picture: path,
    brand_description: 'Game servers for friends',
    brand_theme_color: '#123456',
  }
  expect((await save(brand)).status).toBe(200)
  const tags = page.headTags().map(({ name, attributes }) => [name, ...Object.values(attributes)].join(' '))
  const { origin } = server.config
  expect(tags).toEqual(
    expect.arrayContaining([
      `link icon ${path}`,
      `link apple-touch-icon ${path}`,
      'link manifest /api/brand/manifest.webmanifest',
      'meta theme-color #123456',
      'meta description Game servers for friends',
      'meta og:title Spawnpoint',
      'meta og:description Game servers for friends',
      `meta og:image ${origin}${path}`,
      'meta og:image:width 512',
      'meta og:image:height 256',
      'meta twitter:card summary_large_image',
    ]),
  )
  const css = String(await styles())
  expect(css).toContain(`--login-picture:url(${path})`)
  expect(css).toContain(
    `.sp-brand-mark{background:url(${path}) center/contain no-repeat;aspect-ratio:512/256}`,
  )
  const manifest = await server.anonymous().get('/api/brand/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
  expect(manifest.body).toMatchObject({
    name: 'Spawnpoint',
    theme_color: '#123456',
    icons: [{ src: path, sizes: '512x256', type: 'image/png' }],
  })
})

import { defineManifest } from '@spawnpoint/sdk/common'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { MANIFEST_FILE, readPackage, sha384 } from './read-package.ts'

const words = Buffer.from('{"notes":{"title":"Notes"}}')
const manifest = defineManifest({ id: 'notes', version: '1.0.0', title: '%title%', description: 'Notes' })
const listed = { 'locales/en.json': { sha384: sha384(words), bytes: words.length } }

async function pack(content: object) {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify(content)), MANIFEST_FILE, { compress: false })
  zip.addBuffer(words, 'locales/en.json')
  zip.end()
  return buffer(zip.outputStream)
}

it('[PKG3] takes a package whose manifest lists what is in it', async () => {
  const { files } = await readPackage(await pack({ ...manifest, files: listed }))
  expect([...files.keys()]).toEqual(['locales/en.json'])
})

it('[PKG3] refuses a manifest that lists itself: no hash of it can stand in it', async () => {
  const files = { ...listed, [MANIFEST_FILE]: { sha384: 'x', bytes: 1 } }
  await expect(readPackage(await pack({ ...manifest, files }))).rejects.toMatchObject({
    code: 'PACKAGE_MANIFEST',
    fields: { [`files.${MANIFEST_FILE}`]: 'E_FILE_RESERVED' },
  })
})

it('[PKG2] refuses a manifest of more than a megabyte before it is read', async () => {
  const large = { ...manifest, files: listed, settings: { note: 'x'.repeat(1024 * 1024) } }
  await expect(readPackage(await pack(large))).rejects.toMatchObject({
    code: 'PACKAGE_MANIFEST',
    fields: { [MANIFEST_FILE]: 'E_MANIFEST_TOO_LARGE' },
  })
})

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import sharp from 'sharp'
import { isAlike, likenessKeys, usualCaps } from './contract/schemas.ts'
import { encodePicture } from './server/encode-picture.ts'
import { aPicture, aScene } from './testing.ts'

const likenessOf = async (bytes: Uint8Array) => (await encodePicture(bytes, usualCaps)).likeness

it('[PIC10] knows a picture again in another size, format or quality, and with something drawn on it', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const scene = await likenessOf(await aScene(seed).png().toBuffer())
    const mark = { input: { create: { width: 40, height: 12, channels: 3 as const, background: '#fff' } } }
    const again = {
      smaller: await aScene(seed, { width: 320, height: 180 }).webp({ quality: 60 }).toBuffer(),
      jpeg: await aScene(seed).jpeg({ quality: 40 }).toBuffer(),
      avif: await aScene(seed).avif({ quality: 40, effort: 0 }).toBuffer(),
      marked: await sharp(await aScene(seed).png().toBuffer())
        .composite([{ ...mark, left: 590, top: 340 }])
        .png()
        .toBuffer(),
    }
    for (const [name, bytes] of Object.entries(again)) {
      const likeness = await likenessOf(bytes)
      expect([seed, name, isAlike(scene, likeness)]).toEqual([seed, name, true])
      expect(likenessKeys(likeness).some((key) => likenessKeys(scene).includes(key))).toBe(true)
    }
  }
})

it('[PIC10] keeps different pictures apart, and compares none that shows next to nothing', async () => {
  const scenes = await Promise.all(
    Array.from({ length: 12 }, async (_, seed) => likenessOf(await aScene(seed).png().toBuffer())),
  )
  for (const [index, one] of scenes.entries())
    for (const other of scenes.slice(index + 1)) expect(isAlike(one, other)).toBe(false)
  const plain = await Promise.all(
    ['#fff', '#123456'].map(async (color) => likenessOf(await aPicture({ color }))),
  )
  expect(plain.map(likenessKeys)).toEqual([[], []])
  expect(isAlike(String(plain[0]), String(plain[1]))).toBe(false)
})

it('[PIC10] leaves two alike pictures at least one equal block, so that an index finds them', () => {
  const likeness = fc
    .bigInt({ min: 0n, max: (1n << 64n) - 1n })
    .map((bits) => bits.toString(16).padStart(16, '0'))
  const bits = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 8 })
  fc.assert(
    fc.property(likeness, bits, (one, flipped) => {
      const changed = flipped.reduce((sum, bit) => sum ^ (1n << BigInt(bit)), BigInt(`0x${one}`))
      const other = changed.toString(16).padStart(16, '0')
      const [keys, others] = [likenessKeys(one), likenessKeys(other)]
      fc.pre(keys.length > 0 && others.length > 0)
      expect(isAlike(one, other)).toBe(flipped.length <= 4)
      if (flipped.length <= 4) expect(keys.some((key) => others.includes(key))).toBe(true)
    }),
  )
})

import { defineManifest } from '@spawnpoint/sdk/common'
import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { canonicalManifest, manifestHash } from './canonical-manifest.ts'
import { keyIdOf, readPublicKey, signManifest, verifySignature } from './signature.ts'
import { readTrustedKeys, trustedKeyLine } from './trusted-keys.ts'

const pair = generateKeyPairSync('ed25519')
const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const manifest = defineManifest({ id: 'notes', version: '1.0.0', title: 'Notes', description: 'For a test' })

it('[PKG4] signs the same text in whatever order the keys stand, with or without a signature', () => {
  const turned = Object.fromEntries(Object.entries(manifest).toReversed())
  expect(canonicalManifest(turned)).toBe(canonicalManifest(manifest))
  const signed = signManifest(manifest, privateKey)
  expect(manifestHash(signed)).toBe(manifestHash(manifest))
  expect(manifestHash({ ...manifest, version: '1.0.1' })).not.toBe(manifestHash(manifest))
  expect(canonicalManifest({ b: [{ d: 1, c: undefined }], a: 'ä' })).toBe('{"a":"ä","b":[{"d":1}]}')
})

it('[PKG4] knows a trusted signer, a stranger, and a trusted key that does not fit', () => {
  const keys = [{ name: 'Example Ltd', publicKey }]
  const signed = signManifest(manifest, privateKey)
  const keyId = keyIdOf(publicKey)
  expect(verifySignature(signed, keys)).toEqual({ state: 'valid', keyId, keyName: 'Example Ltd' })
  expect(verifySignature(signed, [])).toEqual({ state: 'unknownKey', keyId, keyName: null })
  expect(verifySignature(manifest, keys).state).toBe('none')
  expect(verifySignature(signManifest(manifest, privateKey, 'my-key'), keys)).toMatchObject({
    state: 'valid',
    keyId: 'my-key',
  })
  const changed = { ...signed, version: '2.0.0' }
  expect(() => verifySignature(changed, keys)).toThrow('PACKAGE_SIGNATURE')
})

it('[PKG4] reads an operator’s list of keys, and refuses what is none', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const line = trustedKeyLine('Example: Ltd', publicKey)
  const [key] = readTrustedKeys(`\n${line}\n\n`)
  expect(key?.name).toBe('Example: Ltd')
  expect(keyIdOf(key?.publicKey ?? '')).toBe(keyIdOf(publicKey))
  expect(() => readPublicKey(pem)).toThrow('E_KEY_TYPE')
  expect(() => readTrustedKeys(line.slice(line.lastIndexOf(':') + 1))).toThrow('E_KEY_NAME')
  expect(() => readTrustedKeys('Somebody: AAAA')).toThrow()
})

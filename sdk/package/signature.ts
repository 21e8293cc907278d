import type { Manifest } from '@spawnpoint/sdk/common'
import type { PackageSignature } from '@spawnpoint/sdk/server'
import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { canonicalManifest } from './canonical-manifest.ts'
import { packageFailure } from './package-failure.ts'

export interface TrustedKey {
  readonly name: string
  /** PEM, or the base64 of its DER form on one line. */
  readonly publicKey: string
}

/** Reads an ed25519 public key. Throws on anything else. */
export function readPublicKey(text: string): KeyObject {
  const key = text.includes('-----BEGIN')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('E_KEY_TYPE: the key is not an ed25519 key')
  return key
}

const fingerprint = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)

/** The short name of a public key: the beginning of its SHA-256. */
export const keyIdOf = (publicKey: string): string => fingerprint(readPublicKey(publicKey))

/** The manifest with its signature; `keyId` is the key's own short name unless given. */
export function signManifest<M extends Manifest>(manifest: M, privateKeyPem: string, keyId?: string): M {
  const key = createPrivateKey(privateKeyPem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('E_KEY_TYPE: the key is not an ed25519 key')
  const value = sign(null, Buffer.from(canonicalManifest(manifest)), key).toString('base64')
  const signature = { alg: 'ed25519' as const, keyId: keyId ?? fingerprint(createPublicKey(key)), value }
  return { ...manifest, signature }
}

/**
 * Checks the signature against these keys. Throws `PACKAGE_SIGNATURE` when it claims a trusted key but does not
 * match it: the package was modified.
 */
export function verifySignature(manifest: Manifest, keys: readonly TrustedKey[]): PackageSignature {
  const { signature } = manifest
  if (!signature) return { state: 'none', keyId: null, keyName: null }
  const { keyId } = signature
  const text = Buffer.from(canonicalManifest(manifest))
  const value = Buffer.from(signature.value, 'base64')
  const signer = keys.find(({ publicKey }) => verify(null, text, readPublicKey(publicKey), value))
  if (signer) return { state: 'valid', keyId, keyName: signer.name }
  if (keys.some(({ name, publicKey }) => keyId === name || keyId === keyIdOf(publicKey)))
    throw packageFailure('PACKAGE_SIGNATURE', { keyId })
  return { state: 'unknownKey', keyId, keyName: null }
}

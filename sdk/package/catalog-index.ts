import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { CatalogIndexError, catalogIndexSchema, type CatalogIndex } from '../server/catalog-index.ts'
import { canonicalManifest } from './canonical-manifest.ts'
import { keyIdOf, readPublicKey } from './signature.ts'

const signed = z.looseObject({
  signature: z.object({ alg: z.literal('ed25519'), keyId: z.string().max(100), value: z.string().max(200) }),
})

const parseJson = (source: string): unknown => {
  try {
    return JSON.parse(source)
  } catch {
    throw new CatalogIndexError('format', 'the index is not JSON')
  }
}

const keyFrom = (publicKey: string) => {
  try {
    return readPublicKey(publicKey)
  } catch {
    throw new CatalogIndexError('signature', 'the key is no ed25519 public key')
  }
}

/**
 * Reads an index and checks that this key signed it. Takes the text of the file, and the public key as PEM or as the base64
 * of its DER form. Throws a `CatalogIndexError`.
 */
export function readCatalogIndex(source: string, publicKey: string): CatalogIndex {
  const { data: envelope } = signed.safeParse(parseJson(source))
  if (!envelope) throw new CatalogIndexError('signature', 'the index is not signed')
  const { value } = envelope.signature
  // Everything in the file is signed, also what this version does not know.
  const covered = Buffer.from(canonicalManifest(envelope))
  if (!verify(null, covered, keyFrom(publicKey), Buffer.from(value, 'base64')))
    throw new CatalogIndexError('signature', `the key ${keyIdOf(publicKey)} has not signed this index`)
  const { data, error } = catalogIndexSchema.safeParse(envelope)
  if (!data) throw new CatalogIndexError('format', z.prettifyError(error))
  return data
}

/** The text of a signed index. Throws on a key that is not an ed25519 private key in PEM, and on an index out of bounds. */
export function writeCatalogIndex(index: CatalogIndex, privateKeyPem: string): string {
  const key = createPrivateKey(privateKeyPem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('E_KEY_TYPE: the key is not an ed25519 key')
  const whole = catalogIndexSchema.parse(index)
  const value = sign(null, Buffer.from(canonicalManifest(whole)), key).toString('base64')
  const keyId = keyIdOf(createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString())
  return `${JSON.stringify({ ...whole, signature: { alg: 'ed25519', keyId, value } }, null, 2)}\n`
}

import { createPublicKey } from 'node:crypto'
import { readPublicKey, type TrustedKey } from './signature.ts'

/** Reads the operator's list: a line for each key, `name: base64 of the key`. Throws on a line that is no key. */
export function readTrustedKeys(text: string): readonly TrustedKey[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.lastIndexOf(':')
      const key = { name: line.slice(0, Math.max(at, 0)).trim(), publicKey: line.slice(at + 1).trim() }
      if (key.name === '') throw new Error('E_KEY_NAME: a key needs a name, a colon, and then the key')
      readPublicKey(key.publicKey)
      return key
    })
}

/** The line by which an operator trusts a key. @example trustedKeyLine('Example Ltd', pem) // 'Example Ltd: MCowBQYDK2Vw…' */
export const trustedKeyLine = (name: string, publicKeyPem: string): string =>
  `${name}: ${createPublicKey(publicKeyPem).export({ type: 'spki', format: 'der' }).toString('base64')}`

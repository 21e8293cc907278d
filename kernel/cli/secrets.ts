import type { SecretsService } from '@spawnpoint/sdk/server'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'

/** AES-256-GCM under a key derived from the instance's key; the text carries version, nonce and tag. */
export function createSecrets(instanceKey: string): SecretsService {
  const keys = new Map<string, Buffer>()
  const derive = (purpose: string) => {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', instanceKey, 'spawnpoint', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  const sealing = derive('seal')
  return {
    seal(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed) {
      const [version, text] = sealed.split('.')
      if (version !== VERSION || !text) throw new Error('E_SEALED_TEXT')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    sign: (purpose, text) =>
      createHmac('sha256', derive(`sign:${purpose}`))
        .update(text)
        .digest('base64url'),
  }
}

import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
  type ECDH,
} from 'node:crypto'

// RFC 8188, RFC 8291 and RFC 8292 on the crypto of Node: the library of the field brings a network client of its own,
// which our guard against foreign addresses would not see.

/** A browser's keys, base64url as it gave them. */
export interface DeviceKeys {
  readonly publicKey: string
  readonly auth: string
}

/** The key pair by which push services know this instance, base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const bytes = (text: string) => Buffer.from(text, 'base64url')
const newPair = (): ECDH => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair
}

export function createPushKeys(): PushKeys {
  const pair = newPair()
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

const RECORD_SIZE = 4096

const derive = (from: Uint8Array, salt: Uint8Array, info: Uint8Array | string, size: number): Buffer =>
  Buffer.from(hkdfSync('sha256', from, salt, info, size))

/** The message as only that browser reads it. Pair and salt are new for each message. */
export function encryptPush(
  message: string,
  device: DeviceKeys,
  { pair = newPair(), salt = randomBytes(16) }: { pair?: ECDH; salt?: Buffer } = {},
): Buffer {
  const [theirs, ours] = [bytes(device.publicKey), pair.getPublicKey()]
  const shared = pair.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derive(shared, bytes(device.auth), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD_SIZE)
  size.writeUInt8(ours.length, 4)
  // 2 marks the last record.
  const record = [cipher.update(message, 'utf8'), cipher.update(Buffer.from([2])), cipher.final()]
  return Buffer.concat([salt, size, ours, ...record, cipher.getAuthTag()])
}

const HALF_DAY_S = 43_200
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The header that proves to a push service who sends. */
export function authorizePush(
  { publicKey, privateKey }: PushKeys,
  { endpoint, site, now }: { readonly endpoint: string; readonly site: string; readonly now: Date },
): string {
  const point = bytes(publicKey)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: privateKey,
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const exp = Math.floor(now.getTime() / 1000) + HALF_DAY_S
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: site })}`
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
}

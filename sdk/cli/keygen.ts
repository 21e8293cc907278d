import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { keyIdOf } from '../package/signature.ts'
import { trustedKeyLine } from '../package/trusted-keys.ts'
import { ToolProblem, type PluginCommand } from './command.ts'
import { typedFrom } from './plugin-folder.ts'
import { dim, say, sayDone } from './say.ts'

export const PRIVATE_KEY_FILE = 'plugin-signing.key.pem'
export const PUBLIC_KEY_FILE = 'plugin-signing.pub.pem'

export const keygen: PluginCommand = {
  arguments: ['[folder]'],
  summary: 'Makes an ed25519 pair of keys: one to sign packages with, one for the operators who trust you.',
  options: {},
  async run({ words }) {
    const folder = resolve(typedFrom(), words[0] ?? '.')
    const files = { secret: join(folder, PRIVATE_KEY_FILE), open: join(folder, PUBLIC_KEY_FILE) }
    const taken = Object.values(files).find((file) => existsSync(file))
    if (taken !== undefined)
      throw new ToolProblem(`${taken} is there already and is not overwritten: give another folder.`)
    const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    mkdirSync(folder, { recursive: true })
    writeFileSync(files.secret, privateKey, { mode: 0o600, flag: 'wx' })
    writeFileSync(files.open, publicKey, { mode: 0o600, flag: 'wx' })
    sayDone(`Made the key ${keyIdOf(publicKey)}`)
    say(`  ${files.secret}  ${dim('signs; keep it to yourself and out of the repository')}`)
    say(`  ${files.open}  ${dim('verifies')}`)
    say('Operators who trust you add this line to the keys that they trust, with your name in front:')
    say(`  ${trustedKeyLine('Your name', publicKey)}`)
    return true
  },
}

import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeZip } from '../package/pack-plugin.ts'
import { MANIFEST_FILE } from '../package/read-package.ts'
import { signManifest } from '../package/signature.ts'
import { ToolProblem, type PluginCommand } from './command.ts'
import { PRIVATE_KEY_FILE } from './keygen.ts'
import { readPackageFile, readTextFile } from './package-file.ts'
import { typedFrom } from './plugin-folder.ts'
import { sayDone } from './say.ts'

function signWith<M extends Parameters<typeof signManifest>[0]>(manifest: M, pem: string, name: string): M {
  try {
    return signManifest(manifest, pem)
  } catch (error) {
    throw new ToolProblem(`${name} is no ed25519 private key in PEM: make one with keygen.`, { cause: error })
  }
}

export const sign: PluginCommand = {
  arguments: ['<package.zip>'],
  summary: 'Signs a packed plugin, so that operators see who made it and that nobody changed it.',
  options: {
    key: {
      type: 'string',
      short: 'k',
      value: 'file',
      about: `the private key; ${PRIVATE_KEY_FILE} when left out`,
    },
    out: {
      type: 'string',
      short: 'o',
      value: 'file',
      about: 'where to write it; the package itself when left out',
    },
  },
  async run(input) {
    const { manifest, files, file } = await readPackageFile(input)
    const name = input.text('key') ?? PRIVATE_KEY_FILE
    const signed = signWith(manifest, readTextFile(name, 'the private key that keygen has made'), name)
    const out = input.text('out')
    const target = out === undefined ? file : resolve(typedFrom(), out)
    const text = Buffer.from(`${JSON.stringify(signed, null, 2)}\n`)
    writeFileSync(target, await writeZip(new Map([[MANIFEST_FILE, text], ...files])))
    sayDone(`Signed ${manifest.id} ${manifest.version} with the key ${signed.signature?.keyId}: ${target}`)
    return true
  },
}

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { packageName, packPlugin } from '../package/pack-plugin.ts'
import { readPackage } from '../package/read-package.ts'
import { buildHere } from './build-here.ts'
import { checkPlugin } from './check/check-plugin.ts'
import type { PluginCommand } from './command.ts'
import { explainRefusal } from './explain-refusal.ts'
import { folderArguments, pluginFolder, typedFrom } from './plugin-folder.ts'
import { dim, say, sayDone, sizeText } from './say.ts'
import { sayFinding } from './say-finding.ts'

/** Says what `check` would say of the build in dist/; false where it is no package to hand out. */
async function isSound(folder: string): Promise<boolean> {
  const findings = await checkPlugin(folder, { build: false })
  for (const finding of findings) sayFinding(finding)
  const isFaulty = findings.some(({ level }) => level === 'error')
  if (isFaulty) say('Nothing was packed. Fix the problems above, or pack with --no-check to try it out.')
  return !isFaulty
}

export const pack: PluginCommand = {
  arguments: folderArguments,
  summary: 'Builds and checks a plugin and packs it into the one file that operators install.',
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'file',
      about: 'where to write it; <id>-<version>.zip when left out',
    },
    build: { type: 'boolean', about: 'builds first; --no-build packs dist/ as it is' },
    check: { type: 'boolean', about: 'packs only what check finds sound; --no-check packs it anyway' },
  },
  async run(input) {
    const folder = pluginFolder(input)
    if (input.flag('build') !== false || !existsSync(join(folder, 'dist/manifest.json')))
      await buildHere(folder)
    if (input.flag('check') !== false && !(await isSound(folder))) return false
    const bytes = await explainRefusal(() => packPlugin(folder))
    // Read back as a server will read it: what it would refuse is refused here.
    const { manifest, files, hash } = await explainRefusal(() => readPackage(bytes))
    const out = input.text('out')
    const file = out === undefined ? join(folder, packageName(manifest)) : resolve(typedFrom(), out)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    sayDone(`Packed ${manifest.id} ${manifest.version}: ${file}`)
    say(dim(`  ${files.size} files, ${sizeText(bytes.length)}, hash ${hash.slice(0, 16)}…`))
    return true
  },
}

import type { PackageRight, PackageRightKind } from '@spawnpoint/sdk/server'
import { rightsOf } from '../package/package-rights.ts'
import { MANIFEST_FILE } from '../package/read-package.ts'
import { readPublicKey, verifySignature } from '../package/signature.ts'
import { ToolProblem, type PluginCommand } from './command.ts'
import { explainRefusal } from './explain-refusal.ts'
import { judgePackage, proposedPlaces } from './judge-package.ts'
import { readPackageFile, readTextFile, type PackageOnDisk } from './package-file.ts'
import { englishMessages } from './package-messages.ts'
import { bold, dim, say, sayDone, sayProblem, sayWarning, sizeText } from './say.ts'
import { sayFinding } from './say-finding.ts'

/** Explanation of each right, for the person who has to agree to it. */
const meanings: Readonly<Record<PackageRightKind, string>> = {
  definesPermission: 'adds the permission',
  requiresPermission: 'uses the permission',
  capability: 'may use',
  host: 'talks to the host',
  event: 'hears of',
  service: 'uses the service',
  tables: 'keeps tables in the schema',
  jobs: 'works in the background:',
  setting: 'has the setting',
  secretSetting: 'keeps the secret setting',
  page: 'adds the page',
  adminPage: 'adds the admin page',
  openPage: 'adds a page for everybody without login at',
  barePage: 'adds a full page without the dashboard around it at',
  menuEntry: 'adds the menu entry',
  command: 'adds the command',
  widget: 'adds the card',
  tab: 'adds the tab',
  slot: 'draws in the place',
  boot: 'runs before anybody is signed in:',
  bootPage: 'adds by start-up code the page',
  bootAdminPage: 'adds by start-up code the admin page',
  bootTab: 'adds by start-up code the tab',
  bootWidget: 'adds by start-up code the card',
  bootCommand: 'adds by start-up code the command',
  bootSlot: 'draws by start-up code in the place',
}

const sayRight = ({ kind, value, detail }: PackageRight) =>
  say(`  ${meanings[kind]} ${bold(value)}${detail ? dim(`  ${detail}`) : ''}`)

function sayFiles({ files, manifest }: PackageOnDisk) {
  say(`\n${bold('Files')}`)
  const width = Math.max(...[...files.keys(), MANIFEST_FILE].map(({ length }) => length)) + 2
  for (const [path, content] of files)
    say(
      `  ${path.padEnd(width)}${sizeText(content.length).padStart(9)}  ${dim(`sha384 ${manifest.files?.[path]?.sha384.slice(0, 16)}…`)}`,
    )
}

function readKey(name: string) {
  const publicKey = readTextFile(name, 'the public key of whoever made the plugin')
  try {
    readPublicKey(publicKey)
    return { name, publicKey }
  } catch (error) {
    throw new ToolProblem(`${name} is no ed25519 public key in PEM.`, { cause: error })
  }
}

/** Whether the key that was named signed it, and whether that or no key was to be seen. */
async function saySignature({ manifest }: PackageOnDisk, key: string | undefined) {
  const keys = key === undefined ? [] : [readKey(key)]
  const { state, keyId } = await explainRefusal(() => verifySignature(manifest, keys))
  if (state === 'valid') sayDone(`Signed with the key ${keyId}, which is ${key}`)
  else if (key !== undefined)
    sayProblem(keyId ? `Signed with the key ${keyId}, which is not ${key}` : 'Not signed')
  else if (keyId) sayWarning(`Signed with the key ${keyId}: give --key to see whether it is really theirs`)
  else sayWarning('Not signed: an operator may refuse it, or run it in a frame and a worker only')
  return { isTrusted: state === 'valid', isWell: state === 'valid' || key === undefined }
}

/** Says what every product of this version refuses or points out; false where it would not be installed. */
function sayJudgement(found: PackageOnDisk): boolean {
  const findings = judgePackage(found)
  for (const finding of findings) sayFinding(finding)
  return !findings.some(({ level }) => level === 'error')
}

function sayPlaces({ manifest }: PackageOnDisk, isTrusted: boolean) {
  const places = proposedPlaces(manifest, isTrusted)
  if (places.length === 0) return
  say(`\n${bold('Where it runs, unless the operator decides otherwise')}`)
  for (const place of places) say(`  ${place}`)
}

export const verify: PluginCommand = {
  arguments: ['<package.zip>'],
  summary:
    'Shows a packed plugin as an operator sees it before installing it, and what keeps it from being installed.',
  options: {
    key: { type: 'string', short: 'k', value: 'file', about: 'the public key that it has to be signed with' },
  },
  async run(input) {
    const found = await readPackageFile(input)
    const { manifest, bytes, files, hash } = found
    const label = englishMessages(found)
    say(`${bold(label(manifest.title))} ${dim(`${manifest.id} ${manifest.version}`)}`)
    say(`  ${label(manifest.description)}`)
    say(
      dim(
        `  ${manifest.publisher ? `says it is by “${manifest.publisher}” (not verified)` : 'no publisher'}, licence ${manifest.license ?? 'none'}`,
      ),
    )
    say(dim(`  ${files.size} files, ${sizeText(bytes.length)}, hash ${hash}`))
    sayFiles(found)
    say(`\n${bold('What it asks for and brings')}`)
    for (const right of rightsOf(manifest, {
      granted: [],
      catalogue: [],
      describeService: () => null,
      label,
    }))
      sayRight(right)
    say()
    const { isTrusted, isWell } = await saySignature(found, input.text('key'))
    if (isWell) sayDone('Every file is what the manifest says')
    const isInstallable = sayJudgement(found)
    if (!isInstallable) say('No product of this version installs it.')
    sayPlaces(found, isTrusted)
    return isWell && isInstallable
  },
}

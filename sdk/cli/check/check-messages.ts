import type { Manifest } from '@spawnpoint/sdk/common'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readMessagesFile } from '../../package/build/messages-file.ts'
import { registeredTitles } from '../../common/registered-entries.ts'
import { problem, warning, type Finding } from './finding.ts'
import type { PluginSource } from './plugin-sources.ts'

/** Languages have different numbers of plural forms; the key is the same. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

const keysOf = (tree: unknown, prefix = ''): readonly string[] => {
  if (!(tree instanceof Object)) return [withoutPlural(prefix)]
  return Object.entries(tree).flatMap(([key, inner]) =>
    keysOf(inner, prefix === '' ? key : `${prefix}.${key}`),
  )
}

interface Words {
  readonly file: string
  readonly keys: ReadonlySet<string>
}

function readWords(folder: string, { id }: Manifest, language: string): Words | Finding | null {
  const file = `locales/${language}.yml`
  if (!existsSync(join(folder, file))) return null
  try {
    const messages = readMessagesFile(join(folder, file))
    const stray = Object.keys(messages).find((key) => key !== id)
    if (stray !== undefined)
      return problem(
        'E_LOCALE_ROOT',
        file,
        `the one root key is '${id}', the plugin's id, and not '${stray}'`,
      )
    return { file, keys: new Set(keysOf(messages[id] ?? {})) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return problem(
      'E_LOCALE',
      file,
      `it cannot be read: ${reason.replace(`E_LOCALE ${join(folder, file)}: `, '')}`,
    )
  }
}

const isWords = (read: Words | Finding | null): read is Words => read !== null && 'keys' in read

/** `%key%` in a title or label of the manifest. */
const labelsOf = ({
  title,
  description,
  contributes,
  registers,
}: Manifest): readonly (readonly [string, string])[] => {
  const entries = Object.entries(contributes).flatMap(([kind, list]) =>
    list.flatMap((entry: { readonly title?: string; readonly label?: string }, index: number) =>
      [entry.title, entry.label].map((text) => [`contributes.${kind}.${index}`, text ?? ''] as const),
    ),
  )
  const added = registeredTitles(registers ?? {}).map((text) => ['registers', text] as const)
  const all = [['title', title] as const, ['description', description] as const, ...entries, ...added]
  return all.flatMap(([at, text]) => {
    const key = /^%(.+)%$/.exec(text)?.[1]
    return key === undefined ? [] : [[at, key] as const]
  })
}

function checkUsed(manifest: Manifest, sources: readonly PluginSource[], english: Words): readonly Finding[] {
  const used = [
    ...labelsOf(manifest),
    // In the server module a function of this name is somebody else's.
    ...sources.flatMap(({ path, messages }) =>
      (path.startsWith('server/') ? [] : messages).map(
        ({ text, line }) => [`${path}:${line}`, text] as const,
      ),
    ),
  ]
  const isKnown = (key: string) =>
    english.keys.has(withoutPlural(key)) || [...english.keys].some((each) => each.startsWith(`${key}.`))
  return used
    .filter(([, key]) => !isKnown(key))
    .map(([at, key]) =>
      problem('E_MESSAGE_MISSING', at, `there is no message '${key}': add it to ${english.file}`),
    )
}

/** Error codes without a message would be shown as bare codes. */
function checkFailures(
  { id }: Manifest,
  { file, keys }: Words,
  failures: ReadonlyMap<string, string>,
): readonly Finding[] {
  const language = basename(file, '.yml')
  const hasSome = [...keys].some((key) => key.startsWith('errors.'))
  return [...failures]
    .filter(([code]) => !keys.has(`errors.${code}`))
    .map(([code, at]) => {
      const line = `"    ${code}: <what happened, and what to do>"`
      const advice = hasSome
        ? `add the line ${line} below 'errors:'`
        : `add the lines "  errors:" and ${line} below '${id}:'`
      return problem(
        'E_ERROR_MESSAGE_MISSING',
        file,
        `the error code ${code} (${at}) has no message in '${language}': ${advice}`,
      )
    })
}

function compare(words: Words, english: Words, failures: ReadonlyMap<string, string>): readonly Finding[] {
  const isSaid = (key: string) => key.startsWith('errors.') && failures.has(key.slice('errors.'.length))
  const differing = (of: Words, from: Words) =>
    [...of.keys].filter((key) => !from.keys.has(key) && !isSaid(key))
  return [
    ...differing(english, words).map((key) =>
      problem('E_LOCALE_KEY_MISSING', words.file, `'${key}' is in ${english.file} and not here`),
    ),
    ...differing(words, english).map((key) =>
      problem('E_LOCALE_KEY_EXTRA', words.file, `'${key}' is not in ${english.file}`),
    ),
  ]
}

/** Files of languages that the manifest does not list are never read. */
function findUnlisted(folder: string, { locales }: Manifest): readonly Finding[] {
  const lying = existsSync(join(folder, 'locales')) ? readdirSync(join(folder, 'locales')).sort() : []
  return lying.flatMap((name) => {
    const language = /^(.+)\.yml$/.exec(name)?.[1]
    if (language === undefined || locales.includes(language)) return []
    const text = `the manifest does not list '${language}', so nobody sees it: add it to \`locales\``
    return [warning('W_LOCALE_UNLISTED', `locales/${name}`, text)]
  })
}

/** Every message that is used exists, those of error codes among them, and every language has the same ones. */
export function checkMessages(
  folder: string,
  manifest: Manifest,
  sources: readonly PluginSource[],
  failures: ReadonlyMap<string, string>,
): readonly Finding[] {
  const read = manifest.locales.map((language) => readWords(folder, manifest, language))
  const broken = read.filter((each) => each !== null).filter((each): each is Finding => !isWords(each))
  const words = read.filter(isWords)
  const english = words.find(({ file }) => file === 'locales/en.yml')
  const unlisted = findUnlisted(folder, manifest)
  if (!english) return [...broken, ...unlisted]
  return [
    ...broken,
    ...unlisted,
    ...checkUsed(manifest, sources, english),
    ...words.flatMap((each) => checkFailures(manifest, each, failures)),
    ...words.filter((each) => each !== english).flatMap((each) => compare(each, english, failures)),
  ]
}

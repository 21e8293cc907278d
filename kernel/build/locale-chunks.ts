import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { readMessagesFile, type Messages } from '../../sdk/package/build/messages-file.ts'
import { LANGUAGES } from '../common/plan.ts'
import { loadOnce } from '../../sdk/package/build/load-module.ts'
import { type Builtin, builtinFolders, readBuiltins } from './read-builtins.ts'
import { laterWordsOf, type Part, partsOf, pickWords } from './word-parts.ts'

const name = 'virtual:locales'
const id = `\0${name}`
const chunkPrefix = '\0virtual:locale/'

export const languages: readonly string[] = LANGUAGES.map((language) => language.toLowerCase())

/** `en`, and the same with `LaterWords` behind it. */
export const wordsOfChunk = (moduleId: string | null): string | null =>
  moduleId?.startsWith(chunkPrefix) ? moduleId.slice(chunkPrefix.length) : null

/** The shell's messages file and those of the built-ins, whether they are there or not. */
export const localeFiles = (root: string, language: string): string[] => [
  join(root, 'locales', `${language}.yml`),
  ...builtinFolders(root).map((plugin) => join(root, 'builtin', plugin, 'locales', `${language}.yml`)),
]

/** All messages of one language, or of some plugins in it; no file may take a root key of another. */
export function readMessages(root: string, language: string, files = localeFiles(root, language)): Messages {
  const merged: Record<string, unknown> = {}
  const owners = new Map<string, string>()
  for (const file of files.filter((each) => existsSync(each)))
    for (const [key, messages] of Object.entries(readMessagesFile(file))) {
      const owner = owners.get(key)
      if (owner !== undefined) throw new Error(`E_LOCALE ${file}: the key '${key}' belongs to ${owner}`)
      owners.set(key, file)
      merged[key] = messages
    }
  return merged
}

/** The kit brings its English with it: the same words again would be in every page twice. */
const withoutKitWords = ({ shell, ...others }: Messages, language: string): Messages => {
  if (language !== 'en' || !(shell instanceof Object)) return { shell, ...others }
  return { ...others, shell: Object.fromEntries(Object.entries(shell).filter(([key]) => key !== 'ui')) }
}

const isOfPlugin = (part: Part) => part.startsWith('_')

const loaderLines = (language: string, parts: readonly Part[]) =>
  parts
    .map((part) => `${language}${part}`)
    .map((name) => `  ${JSON.stringify(name)}: () => import('virtual:locale/${name}'),`)

const tableCode = (builtins: readonly Builtin[]) =>
  [
    `export const locales = {`,
    ...languages.flatMap((each) =>
      loaderLines(
        each,
        partsOf(builtins).filter((part) => !isOfPlugin(part)),
      ),
    ),
    '}',
    `export const laterWords = ${JSON.stringify(laterWordsOf(builtins))}`,
  ].join('\n')

const chunkCode = (language: string, part: Part, words: Messages, builtins: readonly Builtin[]) =>
  [
    // A string that JSON.parse reads is parsed faster than the same object as code.
    `export default JSON.parse(${JSON.stringify(JSON.stringify(words))})`,
    // Not with the entry: the log-in page would pay for the addresses of all languages.
    ...(part === '-home'
      ? ['export const later = {', ...loaderLines(language, partsOf(builtins).filter(isOfPlugin)), '}']
      : []),
  ].join('\n')

/**
 * Several chunks per language, so that no page pays for the words of others: what a visitor may need first, the home
 * page and its frame, the shell's words for resources, and each other plugin's own, whose addresses come with the home
 * page's.
 */
export function localeChunks({ root }: { readonly root: string }): Plugin {
  // One reading for all chunks of a language.
  const read = new Map<string, Messages>()
  const messagesOf = (language: string): Messages => {
    const messages = read.get(language) ?? withoutKitWords(readMessages(root, language), language)
    read.set(language, messages)
    return messages
  }
  return {
    name: 'spawnpoint:locale-chunks',
    buildStart: () => read.clear(),
    resolveId: (source) =>
      source === name || source.startsWith(chunkPrefix.slice(1)) ? `\0${source}` : null,
    async load(source) {
      const chunk = wordsOfChunk(source)
      if (source !== id && chunk === null) return null
      const builtins = await readBuiltins(root, loadOnce)
      if (chunk === null) return tableCode(builtins)
      const language = chunk.slice(0, 2)
      const part = partsOf(builtins).find((each) => chunk === `${language}${each}`) ?? ''
      for (const file of localeFiles(root, language)) this.addWatchFile(file)
      return chunkCode(language, part, pickWords(messagesOf(language), builtins, part), builtins)
    },
    hotUpdate({ file, server }) {
      const language = /\/locales\/([a-z]{2})\.yml$/.exec(normalizePath(file))?.[1]
      if (language === undefined) return
      read.delete(language)
      const { moduleGraph } = this.environment
      for (const [id, module] of moduleGraph.idToModuleMap)
        if (wordsOfChunk(id)?.startsWith(language)) moduleGraph.invalidateModule(module)
      server.ws.send({ type: 'full-reload' })
    },
  }
}

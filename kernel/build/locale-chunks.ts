import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { parse } from 'yaml'
import { LANGUAGES, LATER_WORDS, type LaterWords } from '../common/plan.ts'
import { loadOnce } from './load-module.ts'
import { builtinFolders, readBuiltins } from './read-builtins.ts'
import { laterWordsOf, pickWords } from './word-parts.ts'

const name = 'virtual:locales'
const id = `\0${name}`
const chunkPrefix = '\0virtual:locale/'

export type Messages = Readonly<Record<string, unknown>>

export const languages: readonly string[] = LANGUAGES.map((language) => language.toLowerCase())

/** `en`, or `en-home`, `en-more`, `en-staff` for what only people who are signed in see. */
export const wordsOfChunk = (moduleId: string | null): string | null =>
  moduleId?.startsWith(chunkPrefix) ? moduleId.slice(chunkPrefix.length) : null

/** The shell's messages file and those of the built-ins, whether they are there or not. */
export const localeFiles = (root: string, language: string): string[] => [
  join(root, 'locales', `${language}.yml`),
  ...builtinFolders(root).map((plugin) => join(root, 'builtin', plugin, 'locales', `${language}.yml`)),
]

export function readMessagesFile(file: string): Messages {
  const content: unknown = parse(readFileSync(file, 'utf8')) ?? {}
  if (content instanceof Object && !Array.isArray(content)) return { ...content }
  throw new Error(`E_LOCALE ${file}: is no mapping of keys to messages`)
}

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

const parts = ['', ...LATER_WORDS] as const
const namesOf = (language: string) => parts.map((part) => `${language}${part}`)

const tableCode = (later: Readonly<Record<string, LaterWords>>) =>
  [
    `export const locales = {`,
    ...languages
      .flatMap(namesOf)
      .map((each) => `  ${JSON.stringify(each)}: () => import('virtual:locale/${each}'),`),
    '}',
    `export const laterWords = ${JSON.stringify(later)}`,
  ].join('\n')

/**
 * Four chunks per language, so that no page pays for the words of those behind it: what a visitor may need first, the
 * home page and its frame, other pages of members, pages of staff.
 */
export function localeChunks({ root }: { readonly root: string }): Plugin {
  return {
    name: 'spawnpoint:locale-chunks',
    resolveId: (source) =>
      source === name || source.startsWith(chunkPrefix.slice(1)) ? `\0${source}` : null,
    async load(source) {
      const name = wordsOfChunk(source)
      if (source !== id && name === null) return null
      const builtins = await readBuiltins(root, loadOnce)
      if (name === null) return tableCode(laterWordsOf(builtins))
      const language = name.slice(0, 2)
      const part = parts.find((each) => name === `${language}${each}`) ?? ''
      for (const file of localeFiles(root, language)) this.addWatchFile(file)
      // A string that JSON.parse reads is parsed faster than the same object as code.
      const text = JSON.stringify(JSON.stringify(pickWords(readMessages(root, language), builtins, part)))
      return `export default JSON.parse(${text})`
    },
    hotUpdate({ file, server }) {
      const language = /\/locales\/([a-z]{2})\.yml$/.exec(normalizePath(file))?.[1]
      if (language === undefined) return
      for (const each of namesOf(language)) {
        const module = this.environment.moduleGraph.getModuleById(`${chunkPrefix}${each}`)
        if (module) this.environment.moduleGraph.invalidateModule(module)
      }
      server.ws.send({ type: 'full-reload' })
    },
  }
}

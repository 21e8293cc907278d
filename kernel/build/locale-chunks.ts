import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { parse } from 'yaml'
import { LANGUAGES, MORE_WORDS } from '../common/plan.ts'
import { loadOnce } from './load-module.ts'
import { builtinFolders, readBuiltins, type Builtin } from './read-builtins.ts'

const name = 'virtual:locales'
const id = `\0${name}`
const chunkPrefix = '\0virtual:locale/'

export type Messages = Readonly<Record<string, unknown>>

export const languages: readonly string[] = LANGUAGES.map((language) => language.toLowerCase())

/** `en`, or `en-more` for what only people who are signed in see. */
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

const names = languages.flatMap((language) => [language, `${language}${MORE_WORDS}`])

const tableCode = (first: readonly string[]) =>
  [
    `export const locales = {`,
    ...names.map((each) => `  ${JSON.stringify(each)}: () => import('virtual:locale/${each}'),`),
    '}',
    `export const firstPlugins = ${JSON.stringify(first)}`,
  ].join('\n')

const isFirst = ({ manifest }: Builtin) =>
  manifest.contributes.routes.some(({ area }) => area === 'guest' || area === 'public')

/** The files of a chunk: the shell and the plugins that a visitor may meet first, or all others. */
function filesOf(root: string, name: string, first: readonly string[]): string[] {
  const language = name.slice(0, 2)
  const [shell = '', ...plugins] = localeFiles(root, language)
  const folders = builtinFolders(root)
  const isMore = name.endsWith(MORE_WORDS)
  const chosen = plugins.filter((_file, index) => first.includes(folders[index] ?? '') !== isMore)
  return isMore ? chosen : [shell, ...chosen]
}

/**
 * Two chunks per language: the words that a visitor may need first, and those of the pages behind the log-in, which
 * the log-in page does not pay for.
 */
export function localeChunks({ root }: { readonly root: string }): Plugin {
  return {
    name: 'spawnpoint:locale-chunks',
    resolveId: (source) =>
      source === name || source.startsWith(chunkPrefix.slice(1)) ? `\0${source}` : null,
    async load(source) {
      const name = wordsOfChunk(source)
      if (source !== id && name === null) return null
      const first = (await readBuiltins(root, loadOnce)).filter(isFirst).map(({ manifest }) => manifest.id)
      if (name === null) return tableCode(first)
      const files = filesOf(root, name, first)
      for (const file of files) this.addWatchFile(file)
      // A string that JSON.parse reads is parsed faster than the same object as code.
      const text = JSON.stringify(JSON.stringify(readMessages(root, name.slice(0, 2), files)))
      return `export default JSON.parse(${text})`
    },
    hotUpdate({ file, server }) {
      const language = /\/locales\/([a-z]{2})\.yml$/.exec(normalizePath(file))?.[1]
      if (language === undefined) return
      for (const each of [language, `${language}${MORE_WORDS}`]) {
        const module = this.environment.moduleGraph.getModuleById(`${chunkPrefix}${each}`)
        if (module) this.environment.moduleGraph.invalidateModule(module)
      }
      server.ws.send({ type: 'full-reload' })
    },
  }
}

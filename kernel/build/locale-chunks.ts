import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { readMessagesFile, type Messages } from '../../sdk/package/build/messages-file.ts'
import { loadOnce } from '../../sdk/package/build/load-module.ts'
import { ADMIN_MESSAGES, isAdministration } from '../common/messages.ts'
import { LANGUAGES } from '../common/plan.ts'
import { builtinFolders, readBuiltins } from './read-builtins.ts'

const name = 'virtual:locales'
const id = `\0${name}`
const chunkPrefix = '\0virtual:locale/'

/** Messages of the server alone, such as those of emails, stand under this key of their plugin. */
const serverKey = 'server'

export const languages: readonly string[] = LANGUAGES.map((language) => language.toLowerCase())

/** `en` or `en-admin`. */
export const localeOfChunk = (moduleId: string | null): string | null =>
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

const withoutServerMessages = (messages: unknown): unknown =>
  messages instanceof Object
    ? Object.fromEntries(Object.entries(messages).filter(([key]) => key !== serverKey))
    : messages

const tableCode = () => {
  const loaders = languages
    .flatMap((language) => [language, `${language}${ADMIN_MESSAGES}`])
    .map((each) => `  ${JSON.stringify(each)}: () => import('virtual:locale/${each}'),`)
  return ['export const locales = {', ...loaders, '}'].join('\n')
}

/** One chunk per language with what visitors and customers meet, and one with the messages of the administration. */
export function localeChunks({ root }: { readonly root: string }): Plugin {
  return {
    name: 'spawnpoint:locale-chunks',
    resolveId: (source) =>
      source === name || source.startsWith(chunkPrefix.slice(1)) ? `\0${source}` : null,
    load: {
      filter: { id: /^\0virtual:locale/ },
      async handler(source) {
        const chunk = localeOfChunk(source)
        if (chunk === null) return source === id ? tableCode() : null
        const builtins = await readBuiltins(root, loadOnce)
        const ofStaff = new Set(
          builtins.map(({ manifest }) => manifest).flatMap((each) => (isAdministration(each) ? each.id : [])),
        )
        const language = chunk.slice(0, 2)
        for (const file of localeFiles(root, language)) this.addWatchFile(file)
        const messages = Object.entries(readMessages(root, language))
          .filter(([owner]) => ofStaff.has(owner) === chunk.endsWith(ADMIN_MESSAGES))
          .map(([owner, tree]) => [owner, withoutServerMessages(tree)])
        // A string that JSON.parse reads is parsed faster than the same object as code.
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(messages)))})`
      },
    },
    hotUpdate({ file, server }) {
      const language = /\/locales\/([a-z]{2})\.yml$/.exec(normalizePath(file))?.[1]
      if (language === undefined) return
      const { moduleGraph } = this.environment
      for (const [module, node] of moduleGraph.idToModuleMap)
        if (localeOfChunk(module)?.startsWith(language)) moduleGraph.invalidateModule(node)
      server.ws.send({ type: 'full-reload' })
    },
  }
}

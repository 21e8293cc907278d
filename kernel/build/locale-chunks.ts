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

/** Messages that only staff read stand under this key of a plugin that customers meet too. */
const staffKey = 'staff'

const without = (messages: unknown, ...keys: readonly string[]): unknown =>
  messages instanceof Object
    ? Object.fromEntries(Object.entries(messages).filter(([key]) => !keys.includes(key)))
    : messages

const names = languages.flatMap((language) => [language, `${language}${ADMIN_MESSAGES}`])

const tableCode = (loaderOf: (name: string) => string) =>
  [
    'export const locales = (fetch) => ({',
    ...names.map((each) => `  ${JSON.stringify(each)}: ${loaderOf(each)},`),
    '})',
  ].join('\n')

/** A message file that does not arrive fails as a script would. */
const fetchCode = `
const fetchMessages = (fetch, url) => async () => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(url + ': ' + response.status)
  return { default: await response.json() }
}
`

const only = (messages: unknown, wanted: string): object =>
  messages instanceof Object
    ? Object.fromEntries(Object.entries(messages).filter(([key]) => key === wanted))
    : {}

/** The messages of one file: those of the administration, or everybody else's. */
async function readMessageFile(root: string, chunk: string): Promise<Messages> {
  const builtins = await readBuiltins(root, loadOnce)
  const ofStaff = new Set(
    builtins.map(({ manifest }) => manifest).flatMap((each) => (isAdministration(each) ? each.id : [])),
  )
  const isForStaff = chunk.endsWith(ADMIN_MESSAGES)
  const messages = Object.entries(readMessages(root, chunk.slice(0, 2))).map(([owner, tree]) => {
    if (isForStaff) return [owner, ofStaff.has(owner) ? without(tree, serverKey) : only(tree, staffKey)]
    // Customers see audit messages of administration plugins in their own activity.
    return [owner, ofStaff.has(owner) ? only(tree, 'audit') : without(tree, serverKey, staffKey)]
  })
  return Object.fromEntries(messages)
}

/**
 * One message file per language with what visitors and customers meet, and one with the messages of the administration:
 * JSON in the build, modules while the product is written.
 */
export function localeChunks({ root }: { readonly root: string }): Plugin {
  let isBuild = false
  return {
    name: 'spawnpoint:locale-chunks',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (source) =>
      source === name || source.startsWith(chunkPrefix.slice(1)) ? `\0${source}` : null,
    load: {
      filter: { id: /^\0virtual:locale/ },
      async handler(source) {
        const chunk = localeOfChunk(source)
        if (chunk !== null) {
          for (const file of localeFiles(root, chunk.slice(0, 2))) this.addWatchFile(file)
          return `export default ${JSON.stringify(await readMessageFile(root, chunk))}`
        }
        if (source !== id) return null
        if (!isBuild) return tableCode((each) => `() => import('virtual:locale/${each}')`)
        const files = new Map<string, string>()
        for (const each of names) {
          const content = JSON.stringify(await readMessageFile(root, each))
          files.set(each, this.emitFile({ type: 'asset', name: `${each}.json`, source: content }))
        }
        return (
          fetchCode +
          tableCode((each) => `fetchMessages(fetch, import.meta.ROLLUP_FILE_URL_${files.get(each)})`)
        )
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

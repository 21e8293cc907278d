import { commonPlaceholders, placeholdersIn } from '@spawnpoint/contracts/mail'
import type { MailPurpose } from '@spawnpoint/contracts/mail-templates'
import type { PluginsService } from '@spawnpoint/sdk/server'
import { sampleOf } from './samples.ts'

type Language = MailPurpose['language']
type Tree = Readonly<Record<string, unknown>>

const treeOf = (value: unknown): Tree => (typeof value === 'object' && value !== null ? { ...value } : {})
const textOf = (tree: Tree, key: string) => {
  const value = tree[key]
  return typeof value === 'string' ? value.trim() : ''
}

const emailsOf = (plugins: PluginsService, plugin: string, language: Language): Tree =>
  treeOf(treeOf(plugins.messages(plugin, language)['server'])['emails'])

/** A text with plural forms is shown in the one for many. */
const readText = (tree: Tree) => ({
  name: textOf(tree, 'name'),
  subject: textOf(tree, 'subject') || textOf(tree, 'subject_other'),
  body: textOf(tree, 'text') || textOf(tree, 'text_other'),
  action: textOf(tree, 'action') || null,
})

export const idOf = ({ plugin, kind }: { readonly plugin: string; readonly kind: string }) =>
  `${plugin}.${kind}`

export const placeOf = (id: string) => {
  const [plugin = '', kind = ''] = id.split('.')
  return { plugin, kind }
}

/** The emails that plugins declare in their messages, `server.emails.<kind>`. */
export function createMailCatalogue({ plugins }: { readonly plugins: PluginsService }) {
  const builtIn = (plugin: string, kind: string, language: Language) => {
    const own = readText(treeOf(emailsOf(plugins, plugin, language)[kind]))
    const english = readText(treeOf(emailsOf(plugins, plugin, 'EN')[kind]))
    if (english.body === '') return null
    return {
      english,
      title: own.name || own.subject || english.name || english.subject,
      text: {
        subject: own.subject || english.subject,
        body: own.body || english.body,
        action: english.action === null ? null : (own.action ?? english.action),
      },
    }
  }

  const find = (id: string, language: Language, app: string): MailPurpose | null => {
    const { plugin, kind } = placeOf(id)
    const found = builtIn(plugin, kind, language)
    if (!found) return null
    const { english, title, text } = found
    const used = [english, text].flatMap(({ subject, body, action }) =>
      placeholdersIn(`${subject}\n${body}\n${action ?? ''}`),
    )
    const names = [...new Set([...used, ...commonPlaceholders])]
    return {
      id,
      plugin,
      title,
      language,
      builtIn: text,
      placeholders: names.map((name) => ({
        name,
        sample: sampleOf(name, app),
        common: commonPlaceholders.some((each) => each === name),
      })),
    }
  }

  return {
    find,
    /** The emails of enabled plugins. */
    async list(language: Language) {
      const rows = await plugins.list()
      return rows
        .filter(({ enabled, isLeftover }) => enabled && !isLeftover)
        .flatMap(({ id: plugin }) =>
          Object.keys(emailsOf(plugins, plugin, 'EN')).flatMap((kind) => {
            const found = builtIn(plugin, kind, language)
            return found ? [{ id: idOf({ plugin, kind }), plugin, kind, title: found.title }] : []
          }),
        )
    },
  }
}

export type MailCatalogue = ReturnType<typeof createMailCatalogue>

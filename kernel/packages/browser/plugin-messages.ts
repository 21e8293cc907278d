import type { Language, PlanPlugin } from '../../common/plan.ts'
import type { Messages, MessageTree } from '../../browser/messages/messages.ts'
import type { Platform } from '../../browser/platform/platform.ts'

const isTree = (value: unknown): value is MessageTree => typeof value === 'object' && value !== null

/** Words of run-time plugins: English first, then the chosen language; each file once. */
export const createPluginMessages = (
  { fetch }: Pick<Platform, 'fetch'>,
  messages: Messages,
  logFailure: (plugin: string, error: unknown) => void,
) => {
  const files = new Map<string, Promise<void>>()
  const used = new Map<string, PlanPlugin>()

  const fetchFile = async (plugin: string, language: Language, url: string): Promise<void> => {
    try {
      const tree: unknown = await (await fetch(url)).json()
      const own = isTree(tree) && isTree(tree[plugin]) ? tree[plugin] : tree
      if (isTree(own)) messages.add(plugin, language, own)
    } catch (error) {
      files.delete(url)
      logFailure(plugin, error)
    }
  }
  const load = async (plugin: PlanPlugin, language: Language): Promise<void> => {
    const url = plugin.locales[language.toLowerCase()]
    if (!url) return
    const file = files.get(url) ?? fetchFile(plugin.id, language, url)
    files.set(url, file)
    await file
  }
  return {
    prepare: async (plugin: PlanPlugin): Promise<void> => {
      used.set(plugin.id, plugin)
      await load(plugin, 'EN')
      await load(plugin, messages.locale.getState())
    },
    /** Before the language changes, so that no plugin is caught without its words. */
    follow: async (language: Language): Promise<void> => {
      await Promise.all([...used.values()].map((plugin) => load(plugin, language)))
    },
  }
}

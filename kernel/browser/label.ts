import type { PlanPlugin } from '../common/plan.ts'
import type { Messages } from './messages/messages.ts'

/** Literal text as it is; `%key%` as the plugin's message, or as the server resolved it before its words are here. */
export const createLabels =
  (messages: Messages, findPlugin: (id: string) => PlanPlugin | null) =>
  (plugin: string, label: string): string => {
    const key = /^%(.+)%$/.exec(label)?.[1]
    if (key === undefined) return label
    if (messages.has(plugin, key)) return messages.translate(plugin, key)
    const labels = findPlugin(plugin)?.labels
    return labels?.[label] ?? labels?.[key] ?? key
  }

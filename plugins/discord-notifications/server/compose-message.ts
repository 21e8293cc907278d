import { wording, type Language, type NewsKind } from './wording.ts'

/** The body of Discord's "Execute Webhook", as far as it is used here. https://discord.com/developers/docs/resources/webhook#execute-webhook */
export interface Message {
  readonly embeds: readonly {
    readonly title: string
    readonly description: string
    readonly color: number
    readonly timestamp: string
  }[]
  /** Empty: a customer who is called `@everyone` wakes nobody up. */
  readonly allowed_mentions: { readonly parse: readonly [] }
}

const colors: Readonly<Record<NewsKind, number>> = {
  'users:created': 0x3b82f6,
  'server-queue:completed': 0x22c55e,
  'server-queue:failed': 0xef4444,
  'servers:deleted': 0xf59e0b,
  'store:purchased': 0x8b5cf6,
  test: 0x64748b,
}

// Discord reads Markdown: names and reasons are shown as they are.
const plain = (text: string) => text.replaceAll(/[\\*_~`|>[\]()#@-]/g, String.raw`\$&`).slice(0, 200)

export function composeMessage(
  kind: NewsKind,
  facts: Readonly<Record<string, string | number>>,
  { language, at }: { readonly language: Language; readonly at: Date },
): Message {
  const words = wording[language]
  const { title, text } = words[kind]
  const description = text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    plain(String(facts[name] ?? words.someone)),
  )
  return {
    embeds: [{ title, description, color: colors[kind], timestamp: at.toISOString() }],
    allowed_mentions: { parse: [] },
  }
}

import type { RemovalGround, ReportReason } from '@spawnpoint/contracts/image-reports/schemas'
import { createEmailTexts, joinSentences } from '@spawnpoint/sdk/server'
import { join } from 'node:path'

const locales = join(import.meta.dirname, '..', 'locales')

export const readEmail = createEmailTexts('image-reports', locales)

// Subject and text are the label and the hint of a field, or the title and the paragraph of a page.
const readPage = createEmailTexts('image-reports', locales, 'pages')

export const readText = (language: string, kind: string, values: Readonly<Record<string, string>> = {}) => {
  const { subject, paragraphs, action } = readPage(language, kind, values)
  return { title: subject, text: paragraphs.join('\n\n'), action }
}

export const reasonLabel = (language: string, reason: ReportReason): string =>
  readText(language, `reasons.${reason}`).title

/** The sentences of a statement of reasons: what the removal rests on, the reason, and what staff add. */
export const explain = (
  language: string,
  {
    reason,
    ground,
    facts,
  }: { readonly reason: ReportReason; readonly ground: RemovalGround; readonly facts: string },
) => ({
  ground: readText(language, `grounds.${ground}`).text,
  reason: joinSentences([readText(language, `reasons.${reason}`).text, facts]),
})

export const dayIn = (language: string, date: Date): string =>
  new Intl.DateTimeFormat(language.toLowerCase() === 'md' ? 'zh-Hans' : language.toLowerCase(), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(date)

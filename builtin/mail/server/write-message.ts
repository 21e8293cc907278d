import type { EmailDraft, WrittenEmail } from '@spawnpoint/contracts/mail'
import { fillPlaceholders } from '@spawnpoint/contracts/mail'
import type { InstanceService, SettingsService } from '@spawnpoint/sdk/server'
import { drawBody, drawParagraphs, escapeHtml } from './draw-body.ts'

/** An email as it is handed to the mail library. */
export interface Message extends WrittenEmail {
  readonly to: string
}

interface Content {
  readonly address: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The body as HTML; drawn from the paragraphs when it is null. */
  readonly bodyHtml?: string | null
  readonly actionLabel: string | null
  readonly actionUrl: string | null
}

/** The frame of every email: names, language and colors. */
export interface Layout {
  readonly app: string
  readonly site: string
  readonly locale: string
  readonly theme?: 'light' | 'dark'
  readonly footer?: EmailDraft['footer']
}

/** The name and the address of this dashboard, as every email shows them. */
export const layoutOf = (
  { settings, instance }: { readonly settings: SettingsService; readonly instance: InstanceService },
  locale: string,
): Layout => ({
  app: String(settings.describe().find(({ key }) => key === 'app_name')?.value ?? ''),
  site: instance.origin,
  locale,
})

// A line break in a header would begin another header.
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const buttonStyle =
  'display:inline-block;padding:11px 20px;border-radius:8px;background:#5646d8;color:#ffffff;text-decoration:none;font-weight:600'
const font = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.6"

// Important, because a mail reader keeps the colors in the tags above those of a style sheet.
const dark =
  '.page{background:#0f1117!important}.card{background:#181b23!important;border-color:#2b303c!important}.text,.text h1,.text h2,.text h3{color:#e8eaf0!important}.muted,.muted a{color:#9aa3b5!important}.link{color:#aba1ff!important}.line{border-color:#3a4050!important}.code{color:#d5d9e4!important}'

const sheetOf = (theme: Layout['theme']) => {
  if (theme === 'light') return ':root{color-scheme:light}'
  if (theme === 'dark') return `:root{color-scheme:dark}${dark}`
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}}`
}

const langOf = (locale: string) => (locale.toUpperCase() === 'MD' ? 'zh-Hans' : locale.toLowerCase())
const hostOf = (site: string) => site.replace(/^https?:\/\//, '')

const toHtml = (
  { subject, paragraphs, bodyHtml, actionLabel, actionUrl }: Content,
  { app, site, locale, theme, footer }: Layout,
) => {
  const body = bodyHtml ?? drawParagraphs(paragraphs)
  const url = actionUrl && escapeHtml(actionUrl)
  const button = url
    ? `<p style="margin:8px 0 20px"><a href="${url}" style="${buttonStyle}">${escapeHtml(actionLabel || (actionUrl ?? ''))}</a></p>`
    : ''
  const plain = url
    ? `<p class="muted" style="margin:0;color:#5b6475;font-size:13px;word-break:break-all">${url}</p>`
    : ''
  const end = footer
    ? `<br>${escapeHtml(footer.text)} <a href="${escapeHtml(footer.url)}" style="color:#5b6475">${escapeHtml(footer.label)}</a>`
    : ''
  const name = escapeHtml(app || hostOf(site))
  return [
    `<!doctype html><html lang="${escapeHtml(langOf(locale))}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(oneLine(subject))}</title><style>${sheetOf(theme)}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:#f3f4f7">`,
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f7"><tr><td align="center" style="padding:24px 12px">`,
    `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e1e4ea;border-radius:12px"><tr>`,
    `<td class="text" align="left" style="padding:24px 28px 28px;color:#14171f;${font};overflow-wrap:anywhere">`,
    `<p class="muted" style="margin:0 0 20px;color:#5b6475;font-size:13px;font-weight:600">${name}</p>`,
    `${body}${button}${plain}</td></tr></table>`,
    `<p class="muted" style="margin:16px 0 0;color:#5b6475;${font};font-size:12px"><a href="${escapeHtml(site)}" style="color:#5b6475">${escapeHtml(hostOf(site))}</a>${end}</p>`,
    '</td></tr></table></body></html>',
  ].join('\n')
}

/** An email as text and as HTML in which nothing of its content is markup. */
export const writeMessage = (content: Content, layout: Layout): Message => ({
  to: oneLine(content.address),
  subject: oneLine(content.subject),
  text: [
    ...content.paragraphs,
    ...(content.actionUrl ? [`${content.actionLabel ?? ''}\n${content.actionUrl}`] : []),
    ...(layout.footer ? [`--\n${layout.footer.text} ${layout.footer.label}: ${layout.footer.url}`] : []),
  ]
    .join('\n\n')
    .trim(),
  html: toHtml(content, layout),
})

/** The parts of an email that a template decides, with its placeholders filled. */
export const fillTemplate = (
  { subject, body, action }: Pick<EmailDraft, 'subject' | 'body' | 'action'>,
  values: EmailDraft['values'],
) => {
  const { html, paragraphs } = drawBody(body, values)
  return {
    subject: oneLine(fillPlaceholders(subject, values)),
    bodyHtml: html,
    paragraphs,
    actionLabel: fillPlaceholders(action, values),
  }
}

/** A draft as it would be sent. */
export const writeDraft = (draft: EmailDraft, layout: Layout): WrittenEmail => {
  const values = { app: layout.app, site: layout.site, ...draft.values }
  const { subject, text, html } = writeMessage(
    { address: '', ...fillTemplate(draft, values), actionUrl: draft.url ?? null },
    { ...layout, ...(draft.footer && { footer: draft.footer }) },
  )
  return { subject, text, html }
}

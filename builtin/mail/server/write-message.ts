/** An email as it is handed to the mail library. */
export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Content {
  readonly address: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly actionLabel: string | null
  readonly actionUrl: string | null
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

// A line break in a header would begin another header.
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const buttonStyle =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#5646d8;color:#ffffff;text-decoration:none;font-weight:600'
const pageStyle = "font:15px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif;color:#14171f;max-width:560px"

const toHtml = ({ paragraphs, actionLabel, actionUrl }: Content) => {
  const lines = paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`)
  const url = actionUrl && escapeHtml(actionUrl)
  const button = url
    ? `<p><a href="${url}" style="${buttonStyle}">${escapeHtml(actionLabel ?? actionUrl)}</a></p>`
    : ''
  const plain = url ? `<p style="color:#545c6b;font-size:13px;word-break:break-all">${url}</p>` : ''
  return `<!doctype html><html><body><div style="${pageStyle}">${lines.join('')}${button}${plain}</div></body></html>`
}

/** An email as text and as HTML in which nothing of its content is markup. */
export const writeMessage = (content: Content): Message => ({
  to: oneLine(content.address),
  subject: oneLine(content.subject),
  text: [
    ...content.paragraphs,
    ...(content.actionUrl ? [`${content.actionLabel ?? ''}\n${content.actionUrl}`] : []),
  ]
    .join('\n\n')
    .trim(),
  html: toHtml(content),
})

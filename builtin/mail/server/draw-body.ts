import { fillPlaceholders } from '@spawnpoint/contracts/mail'
import { readMarkdown, type Block, type Inline } from './read-markdown.ts'

type Values = Readonly<Record<string, string | number>>

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const styles = {
  p: 'margin:0 0 16px',
  heading: { 1: 'font-size:22px', 2: 'font-size:18px', 3: 'font-size:16px' },
  list: 'margin:0 0 16px;padding-left:24px',
  quote: 'margin:0 0 16px;padding-left:14px;border-left:3px solid #c9cdd6',
  code: 'font-family:ui-monospace,Consolas,monospace;font-size:13px',
  rule: 'border:0;border-top:1px solid #dfe2e8;margin:24px 0',
}

const isWeb = (href: string) => /^(?:https?:\/\/|mailto:)/i.test(href)

const inlineHtml =
  (values: Values) =>
  (piece: Inline): string => {
    const text = escapeHtml(fillPlaceholders(piece.text, values)).replaceAll('\n', '<br>')
    if (piece.kind === 'strong') return `<strong>${text}</strong>`
    if (piece.kind === 'em') return `<em>${text}</em>`
    if (piece.kind === 'code') return `<code class="code" style="${styles.code}">${text}</code>`
    if (piece.kind !== 'link') return text
    const href = fillPlaceholders(piece.href, values)
    // A value may stand where an address begins, so the result is looked at and not the template.
    return isWeb(href) ? `<a class="link" href="${escapeHtml(href)}" style="color:#5646d8">${text}</a>` : text
  }

const blockHtml = (block: Block, values: Values): string => {
  if (block.kind === 'rule') return `<hr class="line" style="${styles.rule}">`
  if (block.kind === 'code') {
    const text = escapeHtml(fillPlaceholders(block.text, values))
    return `<pre class="code" style="${styles.p};${styles.code};white-space:pre-wrap">${text}</pre>`
  }
  const lines = block.lines.map((line) => line.map(inlineHtml(values)).join(''))
  if (block.kind === 'list') {
    const tag = block.ordered ? 'ol' : 'ul'
    return `<${tag} style="${styles.list}">${lines.map((line) => `<li>${line}</li>`).join('')}</${tag}>`
  }
  const content = lines.join('<br>')
  if (block.kind === 'quote')
    return `<blockquote class="line" style="${styles.quote}">${content}</blockquote>`
  if (block.kind !== 'heading') return `<p style="${styles.p}">${content}</p>`
  const size = styles.heading[block.level]
  return `<h${block.level} style="margin:0 0 12px;${size};line-height:1.3">${content}</h${block.level}>`
}

const inlineText =
  (values: Values) =>
  (piece: Inline): string => {
    const text = fillPlaceholders(piece.text, values)
    if (piece.kind !== 'link') return text
    const href = fillPlaceholders(piece.href, values)
    return href === text || !isWeb(href) ? text : `${text} (${href.replace(/^mailto:/i, '')})`
  }

const blockText = (block: Block, values: Values): string => {
  if (block.kind === 'rule') return '---'
  if (block.kind === 'code') return fillPlaceholders(block.text, values)
  const lines = block.lines.map((line) => line.map(inlineText(values)).join(''))
  if (block.kind === 'quote') return lines.map((line) => `> ${line}`).join('\n')
  if (block.kind !== 'list') return lines.join('\n')
  return lines.map((line, index) => `${block.ordered ? `${index + 1}.` : '-'} ${line}`).join('\n')
}

/** A Markdown text with its values, as HTML in which no value is markup and as paragraphs of plain text. */
export function drawBody(source: string, values: Values) {
  const blocks = readMarkdown(source)
  return {
    html: blocks.map((block) => blockHtml(block, values)).join(''),
    paragraphs: blocks.map((block) => blockText(block, values)),
  }
}

/** Paragraphs of plain text as HTML. */
export const drawParagraphs = (paragraphs: readonly string[]) =>
  paragraphs.map((text) => `<p style="${styles.p}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('')

import { createHash } from 'node:crypto'

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for any place of a page between tags and in quoted attributes. */
export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

const style = [
  ':root{color-scheme:light dark;--bg:light-dark(#f6f7f9,#0b0d11);--card:light-dark(#fff,#14171d)',
  '--line:light-dark(#d9dde4,#2a2f3a);--text:light-dark(#15181e,#eceef2);--muted:light-dark(#5b6472,#9aa3b2)',
  '--accent:light-dark(#5646d8,#a79cff)}',
  'body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:16px;box-sizing:border-box',
  'background:var(--bg);color:var(--text);font:15px/1.5 system-ui,sans-serif}',
  'main{max-width:min(100%,1100px);background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}',
  'img{display:block;max-width:100%;max-height:78dvh;height:auto;margin:auto}',
  'div{padding:16px 20px}h1{font-size:17px;margin:0;overflow-wrap:anywhere}p{margin:4px 0 0;color:var(--muted)}',
  'a{color:var(--accent)}button{font:inherit;font-weight:600;margin-top:14px;padding:9px 16px;border:0;border-radius:9px',
  'background:var(--accent);color:light-dark(#fff,#0b0d11);cursor:pointer}',
  ':focus-visible{outline:2px solid var(--accent);outline-offset:2px}',
].join(';')

const hash = createHash('sha256').update(style).digest('base64')

/** Nothing but pictures of this host and these rules; a form may only go back to this host. */
export const pagePolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export interface PageParts {
  readonly language: string
  readonly title: string
  /** Tags for the head, escaped. */
  readonly head?: string
  /** Escaped. */
  readonly body: string
}

export const drawPage = ({ language, title, head = '', body }: PageParts): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="robots" content="noindex"><title>${escapeText(title)}</title>${head}<style>${style}</style></head><body><main>${body}</main></body></html>`

import { escapeText } from '@spawnpoint/contracts/image-hosting/schemas'
import { createHash } from 'node:crypto'

// Rules stand side by side: a semicolon between two of them would take the second one with it.
const style = [
  ':root{color-scheme:light dark;--bg:light-dark(#eceef3,#0b0d11);--card:light-dark(#fff,#171b23);--line:light-dark(#d9dde4,#2a2f3a);',
  '--text:light-dark(#15181e,#eceef2);--muted:light-dark(#5b6472,#9aa3b2);--accent:light-dark(#5646d8,#a79cff)}',
  'body{margin:0;min-height:100dvh;display:grid;grid-template-columns:minmax(0,auto);place-content:center;padding:16px;box-sizing:border-box;',
  'background:var(--bg);color:var(--text);font:15px/1.5 system-ui,sans-serif}',
  'main{max-width:1100px;min-width:0;background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}',
  'img{display:block;max-width:100%;max-height:78dvh;height:auto;margin:auto}',
  'div{padding:16px 20px}h1{font-size:17px;margin:0;overflow-wrap:anywhere}p{margin:4px 0 0;color:var(--muted)}a{color:var(--accent)}',
  'button{font:inherit;font-weight:600;margin-top:14px;padding:9px 16px;border:0;border-radius:9px;background:var(--accent);',
  'color:light-dark(#fff,#0b0d11);cursor:pointer}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}',
].join('')

const formStyle = [
  'form{display:grid;gap:14px;margin-top:14px;width:min(36rem,100%)}label{display:grid;gap:4px;font-weight:600}',
  'small{color:var(--muted);font-size:13px;font-weight:400}label.c{grid-template-columns:auto 1fr;gap:10px;font-weight:400}',
  'input:not([type=checkbox]),select,textarea{font:inherit;font-weight:400;color:inherit;background:var(--bg);width:100%;min-width:0;box-sizing:border-box;',
  'border:1px solid light-dark(#868f9d,#5f6878);border-radius:9px;padding:9px 11px}form button{margin:0;justify-self:start}',
  'p.e{color:light-dark(#b3261e,#ff9a90);font-weight:600}',
].join('')

const policyOf = (rules: string): string => {
  const hash = createHash('sha256').update(rules).digest('base64')
  return `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

const plain = { rules: style, policy: policyOf(style) }
const withForm = { rules: `${style}${formStyle}`, policy: policyOf(`${style}${formStyle}`) }

export interface PageParts {
  readonly language: string
  readonly title: string
  /** Tags for the head, escaped. */
  readonly head?: string
  /** Escaped. */
  readonly body: string
  /** With the rules for fields, which the page of an image has no room for. */
  readonly hasForm?: boolean
}

/** The policy allows pictures of this host and the rules of the page alone; a form may only go back to this host. */
export function drawPage({ language, title, head = '', body, hasForm = false }: PageParts) {
  const { rules, policy } = hasForm ? withForm : plain
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${escapeText(title)}</title>${head}<style>${rules}</style></head><body><main>${body}</main></body></html>`
  return { html, policy }
}

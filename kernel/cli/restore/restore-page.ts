import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createMessages } from '../../server/http/messages.ts'
import { htmlLanguage, type Language } from '../../common/plan.ts'
import { ROOT } from '../../server/version.ts'
import { isUnderWay, type RestoreRecord } from './restore-record.ts'

/** An HTML page that stands alone: it needs no asset, and its policy admits nothing but its own style and script. */
export interface PlainPage {
  readonly html: string
  readonly policy: string
}

const style = `:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--text:#14161a;--muted:#5b6270;--line:#dfe3e8;--accent:#2f6fed;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--bg:#0b0d11;--card:#14171d;--text:#eef0f3;--muted:#9aa3b2;--line:#262b34;--accent:#6d9bff;--on-accent:#0b0d11}}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:1rem;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:min(28rem,100%);min-width:0;padding:clamp(1.25rem,6vw,2rem);background:var(--card);border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
.name{font-weight:600;margin:0 0 1.25rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;letter-spacing:-.01em}p{margin:.5rem 0;color:var(--muted)}
[role=status]{color:var(--text);margin-top:1.25rem}progress{display:block;width:100%;height:.5rem;margin-top:.75rem;accent-color:var(--accent)}
progress[value]{appearance:none;border:0;border-radius:9px;background:var(--line);overflow:hidden}progress[value]::-webkit-progress-bar{background:var(--line)}progress[value]::-webkit-progress-value{background:var(--accent);border-radius:9px}progress[value]::-moz-progress-bar{background:var(--accent);border-radius:9px}
a{display:flex;align-items:center;justify-content:center;min-height:2.75rem;margin-top:1.5rem;padding:.5rem 1rem;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:600;text-align:center;text-decoration:none}a:focus-visible{outline:2px solid var(--text);outline-offset:2px}`

/** Asks the same address for its next state; a refused connection is the moment between two processes. */
const followScript = `const look=async()=>{try{const r=await fetch(location.href,{cache:'no-store'});const d=new DOMParser().parseFromString(await r.text(),'text/html');const m=d.querySelector('main[data-restore]');if(m){document.querySelector('main').replaceWith(m);document.title=d.title}}catch{}if(document.querySelector('main').dataset.restore!=='over')setTimeout(look,1000)};setTimeout(look,1000)`

/** Opens the page at the address once the product is back. */
const waitScript = `const look=async()=>{try{const r=await fetch('/api/health/ready',{cache:'no-store'});if(r.ok)return location.reload()}catch{}setTimeout(look,3000)};setTimeout(look,3000)`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const messages = createMessages(join(ROOT, 'locales'))

const wordsIn = (language: Language) => (key: string) => messages.label('shell', `%restore.${key}%`, language)

function page(given: {
  readonly title: string
  readonly main: string
  readonly script: string
  readonly language: Language
}): PlainPage {
  const { title, main, script, language } = given
  const html = `<!doctype html><html lang="${htmlLanguage(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="theme-color" content="#f6f7f9" media="(prefers-color-scheme:light)"><meta name="theme-color" content="#0b0d11" media="(prefers-color-scheme:dark)"><meta name="robots" content="noindex"><title>${escape(title)}</title><style>${style}</style></head><body>${main}<script>${script}</script></body></html>`
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}

/** As the language writes it, "42%" or "42 %", never broken. */
const percentIn = (language: Language) =>
  new Intl.NumberFormat(htmlLanguage(language), { style: 'percent', maximumFractionDigits: 0 })

/** How far a restore is, for the administrator who asked for it. `isServing`: the product itself answers again. */
export function renderProgress(
  record: RestoreRecord,
  { language, isServing }: { readonly language: Language; readonly isServing: boolean },
): PlainPage {
  const t = wordsIn(language)
  const { state, step, progress, name } = record
  const isOver = !isUnderWay(record) && isServing
  const title = isOver ? t(`${state}.title`) : t('title')
  const moment = isUnderWay(record) ? t(`steps.${step}`) : t('steps.starting')
  const percent = progress === null ? '' : ` ${percentIn(language).format(progress)}`
  const value = progress === null ? '' : ` value="${progress}"`
  const body = isOver
    ? `<p>${escape(t(`${state}.text`))}</p><a href="/mc-admin/backups">${escape(t('open'))}</a>`
    : `<p>${escape(t('text'))}</p><p role="status">${escape(moment + percent)}</p><progress${value} aria-label="${escape(moment)}"></progress>`
  const main = `<main data-restore="${isOver ? 'over' : 'on'}"><p class="name">${escape(name)}</p><h1>${escape(title)}</h1>${body}</main>`
  return page({ title: `${title} · ${name}`, main, script: followScript, language })
}

/** For everybody else, while no process of the product answers. */
export function renderWait(name: string, language: Language): PlainPage {
  const t = wordsIn(language)
  const title = t('wait.title')
  const main = `<main><p class="name">${escape(name)}</p><h1>${escape(title)}</h1><p>${escape(t('wait.text'))}</p></main>`
  return page({ title: `${title} · ${name}`, main, script: waitScript, language })
}

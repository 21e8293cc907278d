import { createHash } from 'node:crypto'
import { escapeHtml } from '../../server/page/page-template.ts'
import type { DemoOffer } from './demo-links.ts'

const style = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--line:#dfe3ea;--text:#12151c;--muted:#5a6272;--accent:#4f46e5}
@media (prefers-color-scheme:dark){:root{--page:#0c0e12;--card:#161a21;--line:#2a303b;--text:#eef0f4;--muted:#9aa3b2;--accent:#8b87ff}}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;place-content:center;padding:2rem 1rem;background:var(--page);color:var(--text);font:16px/1.5 ui-sans-serif,system-ui,sans-serif}
main{width:min(60rem,calc(100vw - 2rem))}
header{margin-bottom:2rem;text-align:center}
svg{width:3rem;height:3rem;color:var(--accent)}
h1{font-size:1.875rem;line-height:1.2}
p{color:var(--muted)}
ul{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem;padding:0;list-style:none}
form{height:100%}
button{width:100%;height:100%;padding:1.5rem;border:1px solid var(--line);border-radius:14px;background:var(--card);color:inherit;font:inherit;text-align:start;cursor:pointer}
button:hover,button:focus-visible{border-color:var(--accent);outline:2px solid var(--accent);outline-offset:-1px}
b,small,em{display:block}
b{font-size:1.125rem}
small{margin:.25rem 0 1rem;font-size:.9375rem;color:var(--muted)}
em{font-style:normal;font-weight:500;color:var(--accent)}
footer{margin-top:2rem;text-align:center;font-size:.875rem}
`

/** The page runs nothing, loads nothing and draws with this one stylesheet. */
export const demoPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

const sign =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round" aria-hidden="true"><path d="M12 2 20.7 7v10L12 22 3.3 17V7Z"/><path d="M12 12 20.7 7M12 12v10M12 12 3.3 7"/></svg>'

const draw = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Spawnpoint demo</title><style>${style}</style><main><header>${sign}${body}</main></html>`

const describe: Readonly<Record<string, string>> = {
  customer: 'Create servers, spend coins, redeem codes and read the transaction history.',
  'support agent': 'Find a customer by support PIN, look at servers and retry failed builds.',
  admin: 'Settings, plugins, roles, locations, games and the whole queue.',
}

const card = ({ guest: { username, role }, token }: DemoOffer, isFirst: boolean) =>
  `<li><form method="post" action="${token}"><button${isFirst ? ' autofocus' : ''}><b>${escapeHtml(role.charAt(0).toUpperCase() + role.slice(1))}</b>` +
  `<small>${escapeHtml(describe[role] ?? '')}</small><em>Continue as ${escapeHtml(username)}</em></button></form></li>`

/** Offers the roles to look at the product as, the one of the opened link first in focus. */
export const drawOffers = (offers: readonly DemoOffer[], opened: string): string =>
  draw(
    `<h1>Look around as …</h1><p>A small hosting company with customers, servers and a queue. Nothing you do here leaves this machine.</p></header>` +
      `<ul>${offers.map((offer) => card(offer, offer.token === opened)).join('')}</ul>` +
      `<footer><p>Each link works once, for 15 minutes. Press Enter in the terminal for new ones.</p></footer>`,
  )

/** Shown for a link that was used, has expired or never was one. */
export const drawGone = (): string =>
  draw(
    '<h1>This link no longer works</h1><p>It was used already or has expired. Press Enter in the terminal for new links.</p></header>',
  )

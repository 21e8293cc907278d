import { createHash } from 'node:crypto'

const style = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#111;color:#eee;font:16px sans-serif}
form{display:grid;gap:12px;width:320px;padding:24px;background:#222;border-radius:12px}
input,button{font:inherit;padding:8px;border-radius:6px;border:1px solid #444}`

/** The floor of the log-in page: a form that is nothing but HTML, with its style beside it. */
export const staticPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Log in</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${style}</style></head>
<body><main><form method="post"><h1>Log in</h1><label>Email <input name="email" type="email"></label>
<label>Password <input name="password" type="password"></label><button>Log in</button></form></main></body></html>`

export const plainHeaders = { 'content-type': 'text/html; charset=utf-8' }

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
/** Headers that belong to one answer only. */
const ofTheAnswer = ['connection', 'content-encoding', 'content-length', 'date', 'keep-alive', 'etag']

/**
 * The headers that the product sends with its log-in page, for the floor: every answer has to have them, a static page
 * of the product too. In Chromium `Cross-Origin-Opener-Policy` alone makes a page change its process once it has come.
 */
export async function headersOf(address: string): Promise<Record<string, string>> {
  const { headers } = await fetch(address)
  const kept = [...headers].filter(([name]) => !ofTheAnswer.includes(name))
  const policy = headers.get('content-security-policy')
  if (!policy?.includes("style-src 'sha256-")) throw new Error(`${address} has no style of its own`)
  return {
    ...Object.fromEntries(kept),
    'content-security-policy': policy.replace(/(?<=style-src )'sha256-[^']*'/, styleHash),
  }
}

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { REVERSE_PROXY_GUIDE_PATH } from '../../common/own-paths.ts'
import { commonHeaders } from './page-headers.ts'
import { escapeHtml } from './page-template.ts'
import { sendCompressed } from './send-compressed.ts'

const style = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}
body{margin:0 auto;padding:2rem 1rem;max-width:44rem}
pre{overflow:auto;padding:1rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.5rem}`

const caddy = `dash.example.com {
  encode zstd gzip
  reverse_proxy 127.0.0.1:5173
}`

const nginx = `server {
  listen 443 ssl;
  server_name dash.example.com;
  ssl_certificate /etc/letsencrypt/live/dash.example.com/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/dash.example.com/privkey.pem;

  location / {
    proxy_pass http://127.0.0.1:5173;
    proxy_http_version 1.1;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection upgrade;
  }
}`

const environment = `NODE_ENV=production
APP_URL=https://dash.example.com
TRUST_PROXY=1`

const code = (text: string) => `<pre><code>${escapeHtml(text)}</code></pre>`

// English, as the overlay that links here: it is shown before the messages are loaded.
const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Put Spawnpoint behind a reverse proxy</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Put Spawnpoint behind a reverse proxy</h1>
<p>The dashboard only runs on HTTPS, on a proper domain name, on port 80 or 443. A reverse proxy on the same machine does
all three and passes requests on to the port that Spawnpoint listens on.</p>
<h2 id="domain">1. Point a domain at your server</h2>
<p>Create an A or AAAA record for a name such as <code>dash.example.com</code>. An IP address, <code>localhost</code>
and a name without a dot don&#39;t work.</p>
<h2 id="proxy">2. Configure the proxy</h2>
<p>Caddy gets and renews the certificate by itself. This is a complete Caddyfile:</p>
${code(caddy)}
<p>With nginx, get a certificate first, for example with certbot:</p>
${code(nginx)}
<h2 id="environment">3. Tell Spawnpoint its address</h2>
<p>Set these environment variables and restart it. <code>TRUST_PROXY=1</code> makes it read the visitor&#39;s address from
the proxy; keep the port closed to everybody else.</p>
${code(environment)}
<h2 id="open">4. Open the domain</h2>
<p>Visit <code>https://dash.example.com</code>. For a first look without a domain, open
<code>http://127.0.0.1:5173</code> on the machine itself: it is the only address that is exempt.</p>
</main>
</body>
</html>
`

const hash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Answers the guide on any host, since it is read where the dashboard itself refuses to run. */
export const createReverseProxyGuide =
  (secure: boolean) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if ((request.url ?? '/').replace(/[?#].*$/, '') !== REVERSE_PROXY_GUIDE_PATH) return false
    await sendCompressed(request, response, {
      status: 200,
      headers: {
        ...commonHeaders(secure),
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
      },
      body,
    })
    return true
  }

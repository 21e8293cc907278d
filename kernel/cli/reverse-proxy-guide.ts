import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { REVERSE_PROXY_GUIDE_PATH } from '../common/own-paths.ts'
import { commonHeaders } from '../server/page/page-headers.ts'
import { sendCompressed } from '../server/page/send-compressed.ts'

// English, as the overlay that links here: it is shown before the messages are loaded.
const body = readFileSync(join(import.meta.dirname, 'reverse-proxy.html'), 'utf8')
const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
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

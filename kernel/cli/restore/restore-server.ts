import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { MAINTENANCE_HEADER } from '../../common/plan.ts'
import { apiHeaders } from '../../server/http/security-headers.ts'
import { pageLanguage } from '../../server/page/page-language.ts'
import type { LaunchConfig } from '../read-config.ts'
import { renderProgress, renderWait, type PlainPage } from './restore-page.ts'
import type { RestoreRecord } from './restore-record.ts'

/** Where the page about a restore stands, before the database is exchanged, meanwhile and afterwards. */
export const RESTORE_PAGE = '/restore/'

const RETRY_SECONDS = '5'
const SESSION = '/api/user/session'

/** Headers that let no proxy keep the page and no frame hold it. */
const pageHeaders = (secure: boolean, { policy }: PlainPage) => ({
  ...apiHeaders(secure),
  'content-security-policy': policy,
  'content-type': 'text/html; charset=utf-8',
})

function answerApi(path: string, response: ServerResponse, secure: boolean) {
  const isLive = path === '/api/health/live'
  const body = isLive
    ? { success: true }
    : {
        success: false,
        error_code: 'E_MAINTENANCE',
        message: 'A backup is being restored.',
        request_id: null,
      }
  response.writeHead(isLive ? 200 : 503, {
    ...apiHeaders(secure),
    'content-type': 'application/json; charset=utf-8',
    [MAINTENANCE_HEADER]: '1',
    ...(!isLive && { 'retry-after': RETRY_SECONDS }),
  })
  response.end(JSON.stringify(body))
}

/** Answers at the product's address while no process of it does. Resolves with the call that ends it. */
export async function serveRestore(
  { host, port, secure }: Pick<LaunchConfig, 'host' | 'port' | 'secure'>,
  read: () => RestoreRecord | null,
): Promise<() => Promise<void>> {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').replace(/[?#].*$/, '')
    // An answer would end the session of each open tab; without one they ask again.
    if (path === SESSION) return void request.socket.destroy()
    if (path.startsWith('/api/') || path.startsWith('/assets/')) return answerApi(path, response, secure)
    const [record, language] = [read(), pageLanguage(request.headers)]
    const isTheirs = record !== null && path === RESTORE_PAGE + record.token
    const page = isTheirs
      ? renderProgress(record, { language, isServing: false })
      : renderWait(record?.name ?? 'Spawnpoint', language)
    response.writeHead(isTheirs ? 200 : 503, {
      ...pageHeaders(secure, page),
      ...(!isTheirs && { 'retry-after': RETRY_SECONDS }),
    })
    response.end(page.html)
  }
  const server = createServer(handle)
  server.listen(port, host)
  await once(server, 'listening')
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}

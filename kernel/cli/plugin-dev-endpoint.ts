import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import {
  answerJson,
  idOfDevPath,
  PLUGIN_DEV_PATH,
  type OpenDevEndpoint,
} from '../../sdk/package/dev-endpoint.ts'

function passOn(request: IncomingMessage, response: ServerResponse, address: string) {
  const onward = ask(new URL(request.url ?? '/', address), {
    method: request.method,
    headers: { ...request.headers, host: new URL(address).host },
  })
  onward.on('response', (given) => {
    response.writeHead(given.statusCode ?? 502, given.headers)
    given.pipe(response)
  })
  onward.on('error', () =>
    answerJson(response, 502, { reason: 'the development server of the plugin has ended' }),
  )
  request.pipe(onward)
}

const isLocalName = (host: string | undefined) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '')

/** The shell's side of developing a plugin that lies elsewhere: tells where its package goes, and passes on its modules. */
export const pluginDevEndpoint = (endpoint: OpenDevEndpoint): Plugin => ({
  name: 'spawnpoint:plugin-dev-endpoint',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const url = request.url ?? ''
      const address = endpoint.serverOf(idOfDevPath(url) ?? '')
      const isAsked = url === PLUGIN_DEV_PATH && isLocalName(request.headers.host)
      if (isAsked) endpoint.describe().then((found) => answerJson(response, 200, found), next)
      else if (address !== null) passOn(request, response, address)
      else next()
    })
  },
})

import type { Plugin } from 'vite'

const connector = /^class Connector extends EventEmitter \{[\s\S]*?^\}$/m

/** Our messages are chunks that we load ourselves, so the part that asks servers for them is never reached. */
export function leanI18next(): Plugin {
  return {
    name: 'spawnpoint:lean-i18next',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]i18next[\\/]dist[\\/]esm[\\/]i18next\.js$/, code: connector },
      handler: (code) => ({
        code: code.replace(connector, 'class Connector extends EventEmitter { state = {} }'),
        map: null,
      }),
    },
  }
}

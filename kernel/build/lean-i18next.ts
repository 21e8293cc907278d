import type { Plugin } from 'vite'

const connector = /^class Connector extends EventEmitter \{[\s\S]*?^\}$/m
const formatter = /^class Formatter \{[\s\S]*?^\}$/m

/**
 * Our messages are chunks that we load ourselves, so the part that asks servers for them is never reached. Numbers and
 * dates come into a message as text, from `useFormat`, so the part that reads formats out of messages is not either.
 */
export function leanI18next(): Plugin {
  return {
    name: 'spawnpoint:lean-i18next',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]i18next[\\/]dist[\\/]esm[\\/]i18next\.js$/, code: connector },
      handler: (code) => ({
        code: code
          .replace(connector, 'class Connector extends EventEmitter { state = {} }')
          .replace(formatter, 'class Formatter { format(value) { return value } }'),
        map: null,
      }),
    },
  }
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'
import { findProgram } from '../find-program.ts'
import { ANSWERED_BY, moveSite, runProxy, SITE } from './run-proxy.ts'

/** Null where this machine has no Caddy. */
export const caddyProgram = findProgram('caddy')

/** The Caddyfile of the README for two processes: its line about one replaced as it says. */
export function readCaddyfile(): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^ *```\w*\n([\s\S]*?)^ *```$/gm)].map(([, text = '']) => text)
  const [site = '', balanced = ''] = blocks.filter((text) => text.includes('reverse_proxy'))
  const single = /^ *reverse_proxy 127\.0\.0\.1:5173\n/m
  if (!single.test(site)) throw new Error('the README has no Caddyfile with one process')
  return site.replace(single, balanced)
}

/** Runs Caddy with the Caddyfile of the README, before processes on these two ports. */
export function startCaddy(ports: readonly [number, number]) {
  if (caddyProgram === null) throw new Error('Caddy is not installed')
  return runProxy(caddyProgram, ({ folder, https, certificate, key }) => {
    const site = moveSite(readCaddyfile(), [
      [`${SITE} {\n`, `https://${SITE}:${https} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}\n`],
      ['127.0.0.1:5173', `127.0.0.1:${ports[0]}`],
      ['127.0.0.1:5174', `127.0.0.1:${ports[1]}`],
      // So that a test need not wait.
      ['health_interval 5s\n', 'health_interval 1s\n'],
      ['lb_try_duration 5s\n', `lb_try_duration 5s\n  header_down ${ANSWERED_BY} {upstream}\n`],
    ]).replace('{upstream}', '{http.reverse_proxy.upstream.hostport}')
    const path = join(folder, 'Caddyfile')
    writeFileSync(path, `{\n  admin off\n  auto_https off\n}\n${site}`)
    return ['run', '--config', path, '--adapter', 'caddyfile']
  })
}

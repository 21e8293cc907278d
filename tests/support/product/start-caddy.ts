import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'
import { findProgram } from '../find-program.ts'
import { ANSWERED_BY, moveSite, runProxy, SITE, type ProxyPlace } from './run-proxy.ts'

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

const runCaddy = (write: (place: ProxyPlace) => string) => {
  if (caddyProgram === null) throw new Error('Caddy is not installed')
  return runProxy(caddyProgram, (place) => {
    const path = join(place.folder, 'Caddyfile')
    writeFileSync(path, `{\n  admin off\n  auto_https off\n}\n${write(place)}`)
    return ['run', '--config', path, '--adapter', 'caddyfile']
  })
}

/** The Caddyfile of the compose file. */
export const readContainerCaddyfile = () => readFileSync(join(ROOT, '.docker/Caddyfile'), 'utf8')

/** Runs Caddy with the Caddyfile of the compose file, before a process on this port. */
export const startContainerCaddy = (port: number) =>
  runCaddy(({ https, certificate, key }) =>
    moveSite(readContainerCaddyfile(), [
      ['{$DOMAIN} {\n', `https://${SITE}:${https} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n`],
      ['product:5173', `127.0.0.1:${port}`],
      // So that a test need not wait.
      ['health_interval 5s\n', 'health_interval 1s\n'],
      ['lb_try_duration 5s\n', 'lb_try_duration 1s\n'],
    ]),
  )

/** Runs Caddy with the Caddyfile of the README, before processes on these two ports. */
export const startCaddy = (ports: readonly [number, number]) =>
  runCaddy(({ https, certificate, key }) =>
    moveSite(readCaddyfile(), [
      [`${SITE} {\n`, `https://${SITE}:${https} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}\n`],
      ['127.0.0.1:5173', `127.0.0.1:${ports[0]}`],
      ['127.0.0.1:5174', `127.0.0.1:${ports[1]}`],
      // So that a test need not wait.
      ['health_interval 5s\n', 'health_interval 1s\n'],
      ['lb_try_duration 5s\n', `lb_try_duration 5s\n  header_down ${ANSWERED_BY} {upstream}\n`],
    ]).replace('{upstream}', '{http.reverse_proxy.upstream.hostport}'),
  )

/** Runs Caddy with the lines of the README that lead an earlier address to the one of now. */
export const startRedirectingCaddy = () =>
  runCaddy(({ https, certificate, key }) => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const [lines = ''] = /^old\.example\.com \{[\s\S]+?^\}$/m.exec(readme) ?? []
    return moveSite(lines, [
      ['old.example.com {\n', `https://${SITE}:${https} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}\n`],
    ])
  })

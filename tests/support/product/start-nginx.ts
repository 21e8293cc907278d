import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { generate } from 'selfsigned'
import { ROOT } from '../../../kernel/server/version.ts'
import { findProgram } from '../find-program.ts'
import { isOpen } from '../is-open.ts'
import { freePort } from './start-product.ts'

/** The name of the site in `.docker/nginx.conf`. */
export const SITE = 'dash.example.com'

const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** All that a distribution has around a site. */
const frame = (folder: string, site: string) => `
${process.getuid?.() === 0 ? 'user root root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  log_format went '$upstream_addr|$status|$request';
  access_log ${folder}/access.log went;
  ${folders.map((each) => `${each}_temp_path ${folder}/${each};`).join('\n  ')}
  ${site}
}
`

/** The site with other ports and a certificate of the test; each of these texts has to be there. */
function moveSite(text: string, moves: readonly (readonly [string, string])[]): string {
  return moves.reduce((moved, [from, to]) => {
    if (!moved.includes(from)) throw new Error(`nginx.conf has no "${from}"`)
    return moved.replaceAll(from, to)
  }, text)
}

/** Null where this machine has no nginx. */
export const nginxProgram = findProgram('nginx')

/** Runs nginx with the site that the repository has, before processes on these two ports. */
export async function startNginx(ports: readonly [number, number]) {
  if (nginxProgram === null) throw new Error('nginx is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-nginx-'))
  for (const each of folders) mkdirSync(join(folder, each))
  const { private: key, cert } = await generate([{ name: 'commonName', value: SITE }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: SITE }] }],
  })
  writeFileSync(join(folder, 'key.pem'), key)
  writeFileSync(join(folder, 'cert.pem'), cert)
  const [http, https] = [await freePort(), await freePort()]
  const letsEncrypt = `/etc/letsencrypt/live/${SITE}`
  const site = moveSite(readFileSync(join(ROOT, '.docker/nginx.conf'), 'utf8'), [
    ['127.0.0.1:5173', `127.0.0.1:${ports[0]}`],
    ['127.0.0.1:5174', `127.0.0.1:${ports[1]}`],
    // A machine without IPv6 refuses its addresses.
    ['listen [::]:80;', ''],
    ['listen [::]:443 ssl http2;', ''],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
    [`${letsEncrypt}/fullchain.pem`, join(folder, 'cert.pem')],
    [`${letsEncrypt}/privkey.pem`, join(folder, 'key.pem')],
  ])
  writeFileSync(join(folder, 'nginx.conf'), frame(folder, site))
  const child = spawn(nginxProgram, ['-p', folder, '-c', 'nginx.conf', '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (piece: Buffer) => (told += piece.toString()))
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await isOpen(https))) await pause(20)
  if (child.exitCode !== null) throw new Error(`nginx did not start: ${told}`)
  const read = (name: string) => {
    const path = join(folder, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  return {
    http,
    https,
    cert,
    /** Every call that was answered: ports of the processes that were asked, status, and its first line. */
    calls: () =>
      read('access.log')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [addresses = '', status = '', request = ''] = line.split('|')
          return {
            ports: [...addresses.matchAll(/:(\d+)/g)].map(([, port]) => Number(port)),
            status: Number(status),
            request,
          }
        }),
    errors: () => read('error.log'),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

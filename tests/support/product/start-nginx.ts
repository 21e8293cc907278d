import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'
import { findProgram } from '../find-program.ts'
import { ANSWERED_BY, moveSite, runProxy, SITE } from './run-proxy.ts'

const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** All that a distribution has around a site. */
const frame = (folder: string, site: string) => `
${process.getuid?.() === 0 ? 'user root root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  add_header ${ANSWERED_BY} $upstream_addr always;
  ${folders.map((each) => `${each}_temp_path ${folder}/${each};`).join('\n  ')}
  ${site}
}
`

/** Null where this machine has no nginx. */
export const nginxProgram = findProgram('nginx')

/** Runs nginx with the site that the repository has, before processes on these two ports. */
export function startNginx(ports: readonly [number, number]) {
  if (nginxProgram === null) throw new Error('nginx is not installed')
  return runProxy(nginxProgram, ({ folder, http, https, certificate, key }) => {
    for (const each of folders) mkdirSync(join(folder, each))
    const letsEncrypt = `/etc/letsencrypt/live/${SITE}`
    const site = moveSite(readFileSync(join(ROOT, '.docker/nginx.conf'), 'utf8'), [
      ['127.0.0.1:5173', `127.0.0.1:${ports[0]}`],
      ['127.0.0.1:5174', `127.0.0.1:${ports[1]}`],
      // A machine without IPv6 refuses its addresses.
      ['listen [::]:80;', ''],
      ['listen [::]:443 ssl http2;', ''],
      ['listen 80;', `listen 127.0.0.1:${http};`],
      ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
      [`${letsEncrypt}/fullchain.pem`, certificate],
      [`${letsEncrypt}/privkey.pem`, key],
    ])
    writeFileSync(join(folder, 'nginx.conf'), frame(folder, site))
    return ['-p', folder, '-c', 'nginx.conf', '-e', join(folder, 'error.log')]
  })
}

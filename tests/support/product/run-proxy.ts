import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { generate } from 'selfsigned'
import { isOpen } from '../is-open.ts'
import { freePort } from './start-product.ts'

/** The name of the site in the examples of configurations. */
export const SITE = 'dash.example.com'

/** Tells which process answered; the configurations that operators copy have no such header. */
export const ANSWERED_BY = 'x-answered-by'

/** A proxy that runs before two processes. */
export interface RunningProxy {
  /** Where it listens without TLS; null where only one of its own ports would do. */
  readonly http: number | null
  readonly https: number
  readonly cert: string
  stop(): Promise<void>
}

export interface ProxyPlace {
  readonly folder: string
  readonly http: number
  readonly https: number
  readonly certificate: string
  readonly key: string
}

/** A configuration with the ports and the certificate of a test; each text that is replaced has to be there. */
export const moveSite = (text: string, moves: readonly (readonly [string, string])[]): string =>
  moves.reduce((moved, [from, to]) => {
    if (!moved.includes(from)) throw new Error(`the configuration has no "${from}"`)
    return moved.replaceAll(from, to)
  }, text)

/** Runs a proxy in a folder of its own, with a certificate for the site, until it listens. */
export async function runProxy(
  program: string,
  prepare: (place: ProxyPlace) => readonly string[],
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-proxy-'))
  const { private: key, cert } = await generate([{ name: 'commonName', value: SITE }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: SITE }] }],
  })
  const place: ProxyPlace = {
    folder,
    http: await freePort(),
    https: await freePort(),
    certificate: join(folder, 'cert.pem'),
    key: join(folder, 'key.pem'),
  }
  writeFileSync(place.certificate, cert)
  writeFileSync(place.key, key)
  const child = spawn(program, prepare(place), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  let told = ''
  child.stderr.on('data', (piece: Buffer) => (told += piece.toString()))
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await isOpen(place.https))) await pause(20)
  if (child.exitCode !== null) throw new Error(`${program} did not start: ${told}`)
  return {
    http: (await isOpen(place.http)) ? place.http : null,
    https: place.https,
    cert,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

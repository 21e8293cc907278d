import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './read-config.ts'

describe('readConfig', () => {
  it('is the development address of the specification when nothing is set', () => {
    const { origin, secure, host, port } = readConfig({})
    expect([origin, secure, host, port]).toEqual(['http://127.0.0.1:5173', false, '127.0.0.1', 5173])
  })

  it.each([
    ['PORT', '70000', /^PORT is not usable: give a number from 0 to 65535\.$/],
    ['APP_URL', 'dash.example.com', /^APP_URL is not usable: give the address people open/],
    ['DATABASE_URL', 'mysql://x', /^DATABASE_URL is not usable: give a PostgreSQL address/],
    ['DATABASE_POOL', '2', /^DATABASE_POOL is not usable: give a number of connections from 5 to 200\.$/],
    ['SECRET_KEY', 'short', /^SECRET_KEY is not usable: give at least 32 characters/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL is not usable: give one of/],
    ['PLUGIN_DEV', 'yes', /^PLUGIN_DEV is not usable: give 1 to take plugins that are being written/],
    ['METRICS_TOKEN', 'abc', /^METRICS_TOKEN is not usable/],
    ['HOST', 'a b', /^HOST is not usable: give the address to listen on/],
    ['HOST', 'http://127.0.0.1', /^HOST is not usable: give the address to listen on/],
    ['TRUST_PROXY', 'yes', /^TRUST_PROXY is not usable: give true, false, a number of proxies/],
    ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY is not usable/],
    ['TRUST_PROXY', '10.0.0.1,', /^TRUST_PROXY is not usable/],
    ['SECRET_KEY', ' '.repeat(40) + 'short', /^SECRET_KEY is not usable: give at least 32 characters/],
    ['SECRET_KEY', 'changeme'.repeat(5), /^SECRET_KEY is not usable: .*no repeated words/],
    ['SECRET_KEY', 'a'.repeat(64), /^SECRET_KEY is not usable: .*no repeated words/],
    [
      'SECRET_KEY',
      'secret-key secret-key secret-key secret',
      /^SECRET_KEY is not usable: .*no repeated words/,
    ],
    ['APP_URL', 'https://dash.example.com/panel', /^APP_URL is not usable: .+ without a path/],
    ['APP_URL', 'https://me:secret@dash.example.com', /^APP_URL is not usable/],
  ])('says in one sentence what %s takes', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
  })

  it('[OPS44] reads secrets from files that variables name, such as those of systemd and containers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-secrets-'))
    const file = (text: string) => {
      const path = join(folder, String(text.length))
      writeFileSync(path, text)
      return path
    }
    const key = 'mEC1cXn0q4yZk1vCw7Wb2gH5sT8uJ3aL'
    const url = 'postgres://me:secret@db:5432/name'
    expect(
      readConfig({ SECRET_KEY_FILE: file(`${key}\n`), DATABASE_URL_FILE: file(` ${url}\n`) }),
    ).toMatchObject({ secretKey: key, databaseUrl: url })
    expect(() => readConfig({ SECRET_KEY_FILE: file('short') })).toThrow(/^SECRET_KEY is not usable/)
    expect(() => readConfig({ SECRET_KEY_FILE: file(key), SECRET_KEY: key })).toThrow(
      'Set SECRET_KEY or SECRET_KEY_FILE, not both.',
    )
    expect(() => readConfig({ BACKUP_KEY_FILE: join(folder, 'none') })).toThrow(
      /^The file .+ of BACKUP_KEY_FILE cannot be read \(ENOENT\): /,
    )
    expect(() => readConfig({ BACKUP_KEY_FILE: file('\n') })).toThrow(/of BACKUP_KEY_FILE is empty\.$/)
  })

  it('never repeats a secret in the sentence', () => {
    expect(() => readConfig({ SECRET_KEY: 'hunter2' })).not.toThrow(/hunter2/)
  })

  it('takes an empty variable as not set', () => {
    expect(readConfig({ DATABASE_URL: '' }).databaseUrl).toBeNull()
    const { databaseUrl, port, dataDir } = readConfig({ DATABASE_URL: '  ', PORT: ' ', DATA_DIR: '\t' })
    expect([databaseUrl, port, dataDir]).toEqual([null, 5173, '.data'])
  })

  it('takes no white space at the ends of a variable for a part of it', () => {
    const key = '0123456789abcdefghijklmnopqrstuv'
    const given = {
      HOST: ' 127.0.0.2 ',
      DATA_DIR: ' data\n',
      SECRET_KEY: `${key}\n`,
      METRICS_TOKEN: ' 0123456789abcdef ',
      LOG_LEVEL: 'error ',
      TRUST_PROXY: ' true ',
    }
    const { host, dataDir, secretKey, metricsToken, logLevel, trustProxy } = readConfig(given)
    expect([host, dataDir, secretKey]).toEqual(['127.0.0.2', 'data', key])
    expect([metricsToken, logLevel, trustProxy]).toEqual(['0123456789abcdef', 'error', true])
  })

  it('takes an address of IPv6 to listen on', () => {
    expect(readConfig({ HOST: '::1', PORT: '6000' }).origin).toBe('http://[::1]:6000')
  })

  it.each(['10.0.0.1, 10.1.0.0/16', 'loopback', '::1,fc00::/7', 'false'])('trusts the proxies %s', (text) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(text === 'false' ? false : text)
  })

  const inProduction = (APP_URL: string) => () => readConfig({ NODE_ENV: 'production', APP_URL })

  it.each([
    ['http://panel.example.com', 'it is http'],
    ['http://panel.example.com:8080', 'it is http, it has a port'],
    ['http://192.168.1.4', 'it is http, it names no domain'],
    ['https://203.0.113.5', 'it names no domain'],
    ['https://panel.example.com:8443', 'it has a port'],
  ])('refuses %s in production, where nobody would get in', (address, reason) => {
    expect(inProduction(address)).toThrow(
      `APP_URL is not usable: at ${address} the access check lets nobody in (${reason}); give the https address`,
    )
    expect(readConfig({ APP_URL: address }).origin).toBe(address)
  })

  it.each(['https://panel.example.com', 'http://127.0.0.1:5173', 'http://localhost:8080'])(
    'takes %s in production',
    (address) => {
      expect(inProduction(address)().origin).toBe(address)
    },
  )

  it('counts trusted proxies when a number is given', () => {
    const { trustProxy } = readConfig({ TRUST_PROXY: '1' })
    expect(
      typeof trustProxy === 'function' && [trustProxy('10.0.0.1', 0), trustProxy('10.0.0.2', 1)],
    ).toEqual([true, false])
  })
})

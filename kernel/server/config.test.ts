import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('readConfig', () => {
  it('is the development address of the specification when nothing is set', () => {
    const { origin, secure, host, port } = readConfig({})
    expect([origin, secure, host, port]).toEqual(['http://127.0.0.1:5173', false, '127.0.0.1', 5173])
  })

  it.each([
    ['PORT', '70000', /^PORT is not usable: give a number from 0 to 65535\.$/],
    ['APP_URL', 'dash.example.com', /^APP_URL is not usable: give the address people open/],
    ['DATABASE_URL', 'mysql://x', /^DATABASE_URL is not usable: give a PostgreSQL address/],
    ['SECRET_KEY', 'short', /^SECRET_KEY is not usable: give at least 32 characters/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL is not usable: give one of/],
    ['PLUGIN_DEV', 'yes', /^PLUGIN_DEV is not usable: give 1 to take plugins that are being written/],
    ['METRICS_TOKEN', 'abc', /^METRICS_TOKEN is not usable/],
  ])('says in one sentence what %s takes', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
  })

  it('never repeats a secret in the sentence', () => {
    expect(() => readConfig({ SECRET_KEY: 'hunter2' })).not.toThrow(/hunter2/)
  })

  it('takes an empty variable as not set', () => {
    expect(readConfig({ DATABASE_URL: '' }).databaseUrl).toBeNull()
  })

  const inProduction = (APP_URL: string) => () => readConfig({ NODE_ENV: 'production', APP_URL })

  it.each([
    ['http://panel.example.com', 'it is http'],
    ['http://panel.example.com:8080', 'it is http, it has a port'],
    ['http://192.168.1.4', 'it is http, it names no domain'],
    ['https://203.0.113.5', 'it names no domain'],
    ['https://panel.example.com:8443', 'it has a port'],
  ])('[ACC1] refuses %s in production, where nobody would get in', (address, reason) => {
    expect(inProduction(address)).toThrow(
      `APP_URL is not usable: at ${address} the access check lets nobody in (${reason}); give the https address`,
    )
    expect(readConfig({ APP_URL: address }).origin).toBe(address)
  })

  it.each(['https://panel.example.com', 'http://127.0.0.1:5173', 'http://localhost:8080'])(
    '[ACC1] takes %s in production',
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

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

  it('counts trusted proxies when a number is given', () => {
    const { trustProxy } = readConfig({ TRUST_PROXY: '1' })
    expect(
      typeof trustProxy === 'function' && [trustProxy('10.0.0.1', 0), trustProxy('10.0.0.2', 1)],
    ).toEqual([true, false])
  })
})

import { describe, expect, it } from 'vitest'
import { findViolations } from '../common/access-rule.ts'
import { AccessDeniedError, checkAccess } from './access-check.ts'
import { createKernel } from './create-kernel.ts'
import { createMemoryPlatform } from '../../sdk/testing/memory-platform.ts'

const http = 'HTTP connection (use HTTPS)'
const domain = 'Invalid domain access (use proper domain)'
const texts = (address: string) => findViolations(new URL(address)).map(({ text }) => text)

describe('the access check', () => {
  it('lets a proper domain over HTTPS pass', () => {
    expect(texts('https://dash.example.com/auth/login')).toEqual([])
  })

  it('[ACC2] reports plain HTTP', () => {
    expect(texts('http://dash.example.com/')).toEqual([http])
  })

  it.each([
    ['[ACC3][ACC4] no dot', 'https://intranet/'],
    ['[ACC5] starts with a digit', 'https://4ever.example.com/'],
    ['[ACC6] localhost', 'https://localhost/'],
    ['[ACC7] an IPv4 literal', 'https://203.0.113.9/'],
    ['[ACC8] an IPv6 literal', 'https://[2001:db8:0:0:0:0:0:1]/'],
    ['[ACC8] a short IPv6 literal', 'https://[::1]/'],
    ['[ACC9] a top-level label of one character', 'https://dash.example.c/'],
    ['[ACC10] 192.168.', 'https://192.168.1.4/'],
    ['[ACC11] 10.', 'https://10.0.0.4/'],
    ['[ACC12] 172.', 'https://172.16.0.4/'],
  ])('%s is no proper domain', (_rule, address) => {
    expect(texts(address)).toEqual([domain])
  })

  it('[ACC13] reports any other port by its number', () => {
    expect(texts('https://dash.example.com:8443/')).toEqual(['Port 8443 (use reverse proxy)'])
  })

  it('[ACC13][CON6] permits no port, 80 and 443', () => {
    expect(texts('https://dash.example.com:80/')).toEqual([])
    expect(texts('https://dash.example.com:443/')).toEqual([])
    expect(texts('http://dash.example.com:443/')).toEqual([http])
  })

  it('[ACC14] exempts the development host on its two ports', () => {
    expect(texts('http://127.0.0.1:5173/')).toEqual([])
    expect(texts('http://127.0.0.1:5174/dashboard')).toEqual([])
  })

  it('[ACC15] checks that host on other ports, and other hosts on these', () => {
    expect(texts('http://127.0.0.1:5175/')).toHaveLength(3)
    expect(texts('http://127.0.0.2:5173/')).toHaveLength(3)
    expect(texts('http://localhost:5173/')).toHaveLength(3)
  })

  it('[ACC16] reports every violation', () => {
    expect(texts('http://192.168.1.4:3000/')).toEqual([http, domain, 'Port 3000 (use reverse proxy)'])
  })

  it('[ERR7] aborts with the exact error', () => {
    expect(new AccessDeniedError([]).message).toBe(
      'Access denied: the client cannot be used on HTTP, IP, or port access',
    )
  })

  const kernelAt = (url: string) =>
    createKernel({
      platform: createMemoryPlatform({ url }),
      chunks: {},
      modules: { builtin: {}, isListed: () => true, importModule: () => Promise.reject(new Error('none')) },
      loadAdded: () => Promise.reject(new Error('none')),
      showDialog: async () => undefined,
      log: () => undefined,
    })

  it('[ACC1] is the last tap of its hook, which no plugin can take away', async () => {
    const url = 'http://dash.example.com/'
    const { bus, unfinishedRules, gate } = kernelAt(url)
    gate.setActive('acme', true)
    const asked: string[] = []
    bus.on(
      'acme',
      'beforeAccessCheck',
      (probe) => {
        asked.push(probe.url.href)
        probe.report({ code: 'KIOSK', text: 'Use the kiosk' })
        probe.url.href = 'https://dash.example.com/'
      },
      { stage: 5000 },
    )
    const found = await checkAccess(new URL(url), bus, unfinishedRules)
    expect(asked).toEqual([url])
    expect(found.map(({ text }) => text)).toEqual(['Use the kiosk', http])
    const taps = bus.inspect().find(({ hook }) => hook === 'beforeAccessCheck')?.taps
    expect(taps?.at(-1)).toEqual({ owner: 'core', stage: 1000 })
  })

  it('[ACC14] is skipped at the development address, rules of plugins included', async () => {
    const { bus, unfinishedRules } = kernelAt('http://127.0.0.1:5173/')
    bus.on('core', 'beforeAccessCheck', ({ report }) => report({ code: 'KIOSK', text: 'Use the kiosk' }))
    expect(await checkAccess(new URL('http://127.0.0.1:5173/'), bus, unfinishedRules)).toEqual([])
  })

  it('[ACC1] fails while a rule of a plugin has not completed', async () => {
    const url = 'https://dash.example.com/'
    const { bus } = kernelAt(url)
    const texts = async (...unfinished: readonly string[]) =>
      (await checkAccess(new URL(url), bus, () => unfinished)).map(({ text }) => text)
    expect(await texts('acme')).toEqual(['The access rule of the plugin “acme” could not be checked'])
    expect(await texts()).toEqual([])
  })
})

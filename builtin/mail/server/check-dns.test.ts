import { generateKeyPairSync } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startNameServer } from '../../../tests/support/server/name-server.ts'
import { lookUpSender, senderDomain } from './check-dns.ts'
import { judgeDkim, judgeDmarc, judgeMx, judgeSpf } from './sender-records.ts'

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')
const key = keyOf(2_048)

let names: Awaited<ReturnType<typeof startNameServer>>

beforeAll(async () => {
  names = await startNameServer({
    'good.example': {
      txt: ['google-site-verification=x', 'v=spf1 include:_spf.google.com ~all'],
      mx: [
        [20, 'b.good.example'],
        [10, 'a.good.example'],
      ],
    },
    '_dmarc.good.example': { txt: ['v=DMARC1; p=reject; sp=none'] },
    's1._domainkey.good.example': { txt: [`v=DKIM1; k=rsa; p=${key}`] },
    'news.good.example': { txt: ['v=spf1 +all'] },
    'bare.example': {},
    'down.example': { broken: 'servfail' },
    '_dmarc.down.example': { broken: 'silent' },
    's1._domainkey.down.example': { broken: 'servfail' },
  })
})
afterAll(() => names.stop())

const look = async (domain: string, selector?: string, patienceMs?: number, host = 'smtp.gmail.com') => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers([names.address])
  const records = await lookUpSender({ domain, host, selector }, resolver, patienceMs)
  return Object.fromEntries(records.map((record) => [record.kind, record]))
}

it('[MAI16] finds good records, of all texts of the domain only those meant', async () => {
  const found = await look('good.example', 's1')
  expect(Object.values(found).map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(found['spf']?.found).toEqual(['v=spf1 include:_spf.google.com ~all'])
  expect(found['mx']?.found).toEqual(['10 a.good.example', '20 b.good.example'])
  expect(found['dkim']?.name).toBe('s1._domainkey.good.example')
})

it('[MAI16] suggests a record where one is missing, for the mail server that is set up', async () => {
  const found = await look('bare.example', 's1')
  expect(Object.values(found).map(({ verdict }) => verdict)).toEqual(
    Array.from({ length: 4 }, () => 'missing'),
  )
  expect(found['spf']?.suggested).toEqual({
    type: 'TXT',
    name: 'bare.example',
    value: 'v=spf1 include:_spf.google.com ~all',
  })
  expect(found['dkim']?.suggested).toMatchObject({ name: 's1._domainkey.bare.example', value: null })
  expect(found['dmarc']?.suggested).toMatchObject({ name: '_dmarc.bare.example' })
  expect(found['mx']?.suggested).toBeNull()
  const own = await look('bare.example', undefined, undefined, 'mail.bare.example')
  expect(own['spf']?.suggested?.value).toBe('v=spf1 mx a:mail.bare.example ~all')
  expect(own['mx']?.suggested).toMatchObject({ type: 'MX', value: '10 mail.bare.example' })
  expect(own['dkim']?.verdict).toBe('unchecked')
  const local = await look('bare.example', undefined, undefined, '127.0.0.1')
  expect(local['spf']?.suggested?.value).toBe('v=spf1 a mx ~all')
})

it('[MAI16] never calls missing what could not be looked up, and is done in time', async () => {
  const patient = look('down.example', 's1', 2_500)
  const limited = look('down.example', 's1', 300)
  const first = await Promise.race([patient.then(() => 'patient'), limited.then(() => 'limited')])
  expect(first).toBe('limited')
  await patient
  const found = await limited
  for (const kind of ['spf', 'dkim', 'dmarc', 'mx'])
    expect(found[kind]).toMatchObject({ verdict: 'failed', found: [], suggested: null })
})

it('[MAI16] takes the DMARC record of the domain above, whose rule for subdomains counts then', async () => {
  const { dmarc, spf } = await look('news.good.example')
  expect(dmarc).toMatchObject({ name: '_dmarc.good.example', verdict: 'weak', reason: 'none' })
  expect(spf).toMatchObject({ verdict: 'weak', reason: 'everyone', found: ['v=spf1 +all'] })
})

it.each([
  [['v=spf1 mx -all'], 'ok'],
  [['v=spf1 redirect=_spf.example.com'], 'ok'],
  [[], 'missing'],
  [['v=spf1 mx ~all', 'v=spf1 a ~all'], 'several'],
  [['v=spf1 all'], 'everyone'],
  [['v=spf1 mx +all'], 'everyone'],
  [['v=spf1 mx ?all'], 'neutral'],
  [['v=spf1 mx'], 'open'],
  [[`v=spf1 ${Array.from({ length: 11 }, (_, n) => `include:${n}.example.com`).join(' ')} ~all`], 'lookups'],
  [[`v=spf1 ${Array.from({ length: 11 }, (_, n) => `ip4:192.0.2.${n}`).join(' ')} ~all`], 'ok'],
])('[MAI16] judges SPF: %s is %s', (records, reason) => {
  expect(judgeSpf(records).reason).toBe(reason)
})

it.each([
  [['v=DMARC1; p=quarantine'], 'ok'],
  [['v=DMARC1;p=Reject'], 'ok'],
  [['v=DMARC1; p=none; rua=mailto:a@example.com'], 'none'],
  [['v=DMARC1; rua=mailto:a@example.com'], 'invalid'],
  [['v=DMARC1; p=reject', 'v=DMARC1; p=reject'], 'several'],
  [[], 'missing'],
])('[MAI16] judges DMARC: %s is %s', (records, reason) => {
  expect(judgeDmarc(records, false).reason).toBe(reason)
})

it.each([
  [[`v=DKIM1; p=${key}`], 'ok'],
  [[`k=ed25519; p=${Buffer.alloc(32, 7).toString('base64')}`], 'ok'],
  [[`v=DKIM1; t=s:y; p=${key}`], 'testing'],
  [['v=DKIM1; p='], 'revoked'],
  [[`v=DKIM1; p=${key.slice(0, 90)}`], 'invalid'],
  [[`v=DKIM1; p=${keyOf(512)}`], 'short'],
  [[`v=DKIM1; p=${key}`, 'v=DKIM1; p='], 'several'],
  [[], 'missing'],
])('[MAI16] judges DKIM: %s is %s', (records, reason) => {
  expect(judgeDkim(records).reason).toBe(reason)
})

it('[MAI16] judges MX: an empty name takes no emails', () => {
  expect(judgeMx([{ priority: 0, exchange: '' }]).reason).toBe('refuses')
  expect(judgeMx([{ priority: 10, exchange: 'mail.example.com' }]).reason).toBe('ok')
})

it.each([
  ['Example <noreply@Example.com>', 'example.com'],
  ['"Me @ home" <me@news.example.com>', 'news.example.com'],
  ['noreply@bücher.example', 'xn--bcher-kva.example'],
  ['root@localhost', null],
  ['root@[192.0.2.1]', null],
  ['root@192.0.2.1', null],
  ['nobody', null],
  ['', null],
])('[MAI16] reads the domain of the sender %s', (from, domain) => {
  expect(senderDomain(from)).toBe(domain)
})

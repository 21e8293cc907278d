import type { DnsRecord } from '@spawnpoint/contracts/mail'
import dns from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import {
  findDkim,
  findDmarc,
  findSpf,
  judgeDkim,
  judgeDmarc,
  judgeMx,
  judgeSpf,
  suggest,
  type MxRecord,
} from './sender-records.ts'

const PATIENCE_MS = 5_000
const MOST_SHOWN = 5
const LONGEST_SHOWN = 500
const MOST_PARENTS = 4

/** The questions that a check asks the DNS. */
export type DnsResolver = Pick<Resolver, 'resolveTxt' | 'resolveMx' | 'cancel'>

/** Asks the servers of this machine; answers that are late count as failed. */
export function createResolver(): DnsResolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  // Asked of the module itself: an import by name keeps the servers of the start.
  resolver.setServers(dns.getServers())
  return resolver
}

/** The domain of a sender such as `Example <noreply@example.com>`; null where it has none. */
export function senderDomain(from: string): string | null {
  const address = /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from
  const at = address.lastIndexOf('@')
  if (at < 1) return null
  const domain = domainToASCII(address.slice(at + 1).trim())
  return /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain)
    ? domain
    : null
}

/** Null where the DNS gave no answer. Only an answer that says that there is nothing means nothing. */
async function ask<T>(question: Promise<T[]>): Promise<readonly T[] | null> {
  try {
    return await question
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}

interface Sender {
  readonly domain: string
  readonly host: string
  readonly selector: string | undefined
}

type Found = Pick<DnsRecord, 'name' | 'verdict' | 'reason'> & { readonly texts: readonly string[] }

const failedAt = (name: string): Found => ({ name, verdict: 'failed', reason: 'failed', texts: [] })

const show = (kind: DnsRecord['kind'], { texts, ...found }: Found, { host, domain }: Sender): DnsRecord => ({
  kind,
  ...found,
  found: texts.slice(0, MOST_SHOWN).map((text) => text.slice(0, LONGEST_SHOWN)),
  suggested: found.verdict === 'missing' ? suggest(kind, found.name, host, domain) : null,
})

/** The domains whose DMARC record counts for this one, nearest first; no top-level domain. */
const domainAndParents = (domain: string) => {
  const labels = domain.split('.')
  return labels
    .slice(0, -1)
    .map((_label, index) => labels.slice(index).join('.'))
    .slice(0, MOST_PARENTS)
}

const createLookups = (resolver: DnsResolver) => {
  const texts = async (name: string) =>
    (await ask(resolver.resolveTxt(name)))?.map((parts) => parts.join('')) ?? null
  return {
    async spf({ domain: name }: Sender): Promise<Found> {
      const all = await texts(name)
      if (!all) return failedAt(name)
      const found = findSpf(all)
      return { name, ...judgeSpf(found), texts: found }
    },
    async dkim({ domain, selector }: Sender): Promise<Found> {
      const name = `${selector ?? 'selector'}._domainkey.${domain}`
      if (selector === undefined) return { name, verdict: 'unchecked', reason: 'unchecked', texts: [] }
      const all = await texts(name)
      if (!all) return failedAt(name)
      const found = findDkim(all)
      return { name, ...judgeDkim(found), texts: found }
    },
    async dmarc({ domain }: Sender): Promise<Found> {
      for (const each of domainAndParents(domain)) {
        const name = `_dmarc.${each}`
        const all = await texts(name)
        // The record of a parent counts only where the domain has none of its own, which is not known now.
        if (!all) return failedAt(name)
        const found = findDmarc(all)
        if (found.length > 0) return { name, ...judgeDmarc(found, each !== domain), texts: found }
      }
      return { name: `_dmarc.${domain}`, ...judgeDmarc([], false), texts: [] }
    },
    async mx({ domain: name }: Sender): Promise<Found> {
      const all: readonly MxRecord[] | null = await ask(resolver.resolveMx(name))
      if (!all) return failedAt(name)
      const found = all.toSorted((one, other) => one.priority - other.priority)
      return {
        name,
        ...judgeMx(found),
        texts: found.map(({ priority, exchange }) => `${priority} ${exchange || '.'}`),
      }
    },
  }
}

/** Looks up what decides whether emails of this sender arrive. */
export async function lookUpSender(
  sender: Sender,
  resolver: DnsResolver = createResolver(),
  patienceMs: number = PATIENCE_MS,
): Promise<readonly DnsRecord[]> {
  const lookups = createLookups(resolver)
  // Ends the questions that are still open: each of them counts as failed.
  const timer = setTimeout(() => resolver.cancel(), patienceMs)
  try {
    const kinds = ['spf', 'dkim', 'dmarc', 'mx'] as const
    return await Promise.all(kinds.map(async (kind) => show(kind, await lookups[kind](sender), sender)))
  } finally {
    clearTimeout(timer)
  }
}

import { z } from 'zod'
import type { LookupFailure } from '@spawnpoint/contracts/admin-home'
import { callOut, type OutgoingReply } from '@spawnpoint/sdk/server'
import type { LookupKey } from './lookup-queries.ts'

const LARGEST = 1_000_000
// Leads a visitor on, so nothing but a web page.
const webPage = z.url({ protocol: /^https$/ })

export const release = z
  .object({
    tag_name: z.string().min(1).max(200),
    html_url: webPage,
    published_at: z.iso.datetime().nullish(),
  })
  .transform((from) => ({
    version: from.tag_name,
    url: from.html_url,
    publishedAt: from.published_at ?? null,
  }))

const amount = z.number().int().nonnegative()

export const repositoryFacts = z
  .object({
    full_name: z.string().max(200),
    description: z.string().nullish(),
    html_url: webPage,
    stargazers_count: amount,
    forks_count: amount,
    open_issues_count: amount,
  })
  .transform((from) => ({
    name: from.full_name,
    description: from.description?.slice(0, 300) ?? null,
    url: from.html_url,
    stars: from.stargazers_count,
    forks: from.forks_count,
    openIssues: from.open_issues_count,
  }))

const schemas = { release, repository: repositoryFacts }
const pathOf = { release: '/releases/latest', repository: '' }

export type Finding =
  | { readonly kind: 'found'; readonly answer: unknown; readonly etag: string | null }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly failure: LookupFailure }

const failed = (failure: LookupFailure): Finding => ({ kind: 'failed', failure })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page in place of the answer.
    return undefined
  }
}

function judge({ kind }: LookupKey, { status, headers, text }: OutgoingReply): Finding {
  if (status === 304) return { kind: 'unchanged' }
  if (status === 404) return failed('NOT_FOUND')
  if (status === 403 || status === 429) return failed('RATE_LIMITED')
  if (status !== 200) return failed(status >= 500 ? 'UNREACHABLE' : 'UNREADABLE')
  const parsed = schemas[kind].safeParse(parseJson(text))
  if (!parsed.success) return failed('UNREADABLE')
  return { kind: 'found', answer: parsed.data, etag: headers.etag ?? null }
}

export interface GithubApi {
  readonly base: string
  readonly timeoutMs: number
}

/** Asks the public REST API, with no key: what it answers, anybody may know. */
export async function readGithub(
  { base, timeoutMs }: GithubApi,
  key: LookupKey,
  { etag, version }: { etag: string | null; version: string },
): Promise<Finding> {
  try {
    const reply = await callOut({
      url: `${base}/repos/${key.repository}${pathOf[key.kind]}`,
      method: 'GET',
      headers: {
        accept: 'application/vnd.github+json',
        'user-agent': `spawnpoint/${version}`,
        'x-github-api-version': '2022-11-28',
        ...(etag === null ? {} : { 'if-none-match': etag }),
      },
      timeoutMs,
      largest: LARGEST,
    })
    return judge(key, reply)
  } catch {
    // No connection, no answer in time, or one without end: told in words, and tried again later.
    return failed('UNREACHABLE')
  }
}

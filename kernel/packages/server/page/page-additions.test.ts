import { defineManifest, type Manifest } from '@spawnpoint/sdk/common'
import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { PAGE_MARKS, type PageParts, type PlanPlugin } from '../../../common/plan.ts'
import { createPage } from '../../../server/page/page.ts'
import { planEntry } from '../../../server/plan.ts'
import { pageAdditions } from './page-additions.ts'

const importMap = '{"imports":{"react":"/assets/react-1.js"},"integrity":{}}'
const parts: PageParts = {
  html: `<html><head>${PAGE_MARKS.importMap}</head><body>${PAGE_MARKS.entry}</body></html>`,
  importMap,
  importMapHash: createHash('sha256').update(importMap).digest('base64'),
  locales: {},
  integrity: {},
  modules: {},
  firstViews: {},
}

const manifest = defineManifest({
  id: 'acme',
  version: '1.0.0',
  title: 'Acme',
  description: 'Acme',
}) as Manifest
const entry = {
  id: 'acme',
  folder: '',
  source: 'folder',
  manifest,
  problem: null,
  loadServer: async () => null,
} as const
const aPlugin = (over: Partial<PlanPlugin>): PlanPlugin => ({ ...planEntry(entry), ...over })

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function openPage(...plugins: readonly PlanPlugin[]) {
  const page = createPage({
    origin: 'https://dash.example.com',
    isStaff: async () => false,
    plan: () => ({ version: 1, plugins, settings: {}, safeMode: false }),
    additions: pageAdditions,
    parts,
  })
  const server = http.createServer((request, response) => void page(request, response))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/`)
  return { body: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
}

it('adds hosts granted to plugins in the page, and nothing that is no origin', async () => {
  const hosts = ['http.external:api.acme.test', 'http.external:*.cdn.test', "http.external:x; script-src 'x'"]
  const { policy } = await openPage(
    aPlugin({ capabilities: ['notify', ...hosts] }),
    aPlugin({ capabilities: ['http.external:framed.test'], isolated: true }),
  )
  expect(policy).toContain("connect-src 'self' https://api.acme.test https://*.cdn.test; frame-src 'self';")
})

it('puts the integrity of run-time plugins into the import map, and its hash into the policy', async () => {
  const integrity = { '/assets/plugins/a/1/p.js': 'sha384-p' }
  const { body, policy } = await openPage(aPlugin({ integrity }))
  const text = /<script type="importmap"[^>]*>(.*?)<\/script>/.exec(body)?.[1] ?? ''
  expect(JSON.parse(text).integrity).toEqual(integrity)
  expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
})

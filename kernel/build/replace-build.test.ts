import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createAssets } from '../server/page/assets.ts'
import { readEarlier } from '../server/page/earlier-builds.ts'
import { placesBeside, replaceBuild, settle } from './replace-build.ts'

const day = 86_400_000
const now = new Date('2026-11-29T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

function newPlace() {
  const base = mkdtempSync(join(tmpdir(), 'spawnpoint-build-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const dist = join(base, 'dist')
  const write = (folder: string, names: readonly string[]) => {
    for (const name of names) {
      const file = join(folder, 'assets', name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `content of ${name}`)
    }
  }
  return { dist, write, make: (names: readonly string[]) => write(placesBeside(dist).next, names) }
}

/** A version that has started on a folder: asks it for files, and for its icon. */
async function startVersion(dist: string) {
  const earlier = new Set(Object.keys(readEarlier(dist)))
  const assets = createAssets({ distDir: dist, earlier, secure: false, findPlugin: () => null })
  const server = http.createServer((request, response) => void assets(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return answer.status === 200 ? answer.text() : answer.status
  }
}

it('[OPS36] the version that runs goes on serving its files while a new build takes their place', async () => {
  const { dist, write, make } = newPlace()
  write(dist, ['index-1.js', 'index-1.js.br', 'lazy-1.js', 'same-1.js', 'favicon-1.svg'])
  const running = await startVersion(dist)
  make(['index-2.js', 'same-1.js', 'favicon-2.svg'])
  expect(await running('/assets/index-1.js')).toBe('content of index-1.js')
  await replaceBuild(dist, now)
  // It had not read this one before.
  expect(await running('/assets/lazy-1.js')).toBe('content of lazy-1.js')

  const next = await startVersion(dist)
  for (const name of ['index-2.js', 'lazy-1.js', 'same-1.js'])
    expect(await next(`/assets/${name}`)).toBe(`content of ${name}`)
  expect(await next('/favicon.svg')).toBe('content of favicon-2.svg')
  expect(Object.keys(readEarlier(dist)).toSorted()).toEqual([
    'favicon-1.svg',
    'index-1.js',
    'index-1.js.br',
    'lazy-1.js',
  ])
  expect(readdirSync(dirname(dist))).toEqual(['dist'])
})

it('[OPS36] files of earlier builds stay for a day after they were replaced', async () => {
  const { dist, write, make } = newPlace()
  write(dist, ['index-1.js'])
  make(['index-2.js'])
  await replaceBuild(dist, now)
  make(['index-3.js'])
  await replaceBuild(dist, later(day / 2))
  expect(readdirSync(join(dist, 'assets')).toSorted()).toEqual(['index-1.js', 'index-2.js', 'index-3.js'])
  make(['index-4.js'])
  await replaceBuild(dist, later(day + 1))
  expect(readdirSync(join(dist, 'assets')).toSorted()).toEqual(['index-2.js', 'index-3.js', 'index-4.js'])
})

it('[OPS36] a build that was killed in the middle leaves the one before', async () => {
  const { dist, write, make } = newPlace()
  make(['index-2.js'])
  write(placesBeside(dist).before, ['index-1.js'])
  await settle(dist)
  expect(readFileSync(join(dist, 'assets/index-1.js'), 'utf8')).toBe('content of index-1.js')
  expect(Object.values(placesBeside(dist)).some((folder) => existsSync(folder))).toBe(false)
})

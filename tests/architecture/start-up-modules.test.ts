import { existsSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { transformWithOxc } from 'vite'
import { expect, it } from 'vitest'
import { createImportGraph } from '../../kernel/build/import-graph.ts'
import { repositoryRoot } from './source-tree.ts'

const { exports: entries } = JSON.parse(readFileSync(join(repositoryRoot, 'sdk/package.json'), 'utf8')) as {
  exports: Readonly<Record<string, string>>
}

const sdkFile = (request: string): string | null => {
  const file = entries[request.replace('@spawnpoint/sdk', '.')]
  return file === undefined ? null : join(repositoryRoot, 'sdk', file)
}

/** The modules of ours that run before the first one that is loaded on need; types leave nothing behind. */
async function findStartUpModules(main: string): Promise<readonly string[]> {
  const graph = createImportGraph({ isPackage: () => false })
  const seen = new Set<string>()
  const add = async (id: string): Promise<void> => {
    if (seen.has(id) || !/\.tsx?$/.test(id) || !existsSync(id)) return
    seen.add(id)
    const { code } = await transformWithOxc(readFileSync(id, 'utf8'), id)
    const requests = [...code.matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(([, request = '']) => request)
    await graph.add(id, code, async (request) => sdkFile(request))
    for (const request of requests) {
      const file = request.startsWith('.') ? posix.join(posix.dirname(id), request) : sdkFile(request)
      if (file !== null) await add(file)
    }
  }
  await add(main)
  return [...graph.reach([main])].map((id) => relative(repositoryRoot, id))
}

it('starts in the browser with 100 modules at most', async () => {
  const modules = await findStartUpModules(join(repositoryRoot, 'kernel/browser/main.tsx'))
  expect(modules).toEqual(expect.arrayContaining(['kernel/browser/app/app.tsx', 'sdk/browser/host.ts']))
  expect(modules).not.toContain('kernel/browser/shell/shell-frame.tsx')
  expect(modules.length).toBeLessThanOrEqual(100)
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { expect, it } from 'vitest'
import { tapableWithoutEval } from './tapable-without-eval.ts'

const packages = join(import.meta.dirname, '../../node_modules')

/** Runs the plugin's transform; null for a file it does not handle. */
function change({ transform }: Plugin, pattern: string): string {
  if (typeof transform !== 'object') throw new Error('no transform')
  const [file = ''] = globSync(pattern, { cwd: packages })
  const handler = transform.handler as unknown as (code: string) => { code: string }
  return handler(readFileSync(join(packages, file), 'utf8')).code
}

it('takes the compilers of callers out of tapable', () => {
  const code = change(tapableWithoutEval(), 'tapable/lib/AsyncParallelBailHook.js')
  expect(code).not.toContain('_checkDone')
  expect(code).toContain('class AsyncParallelBailHookCodeFactory extends HookCodeFactory {}')
})

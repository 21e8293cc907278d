import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const checkout = join(import.meta.dirname, '../..')

/** A small project for tests, inside of the checkout so that its packages are found. */
export function createFixtureProject(files: Readonly<Record<string, string>>) {
  const cache = join(checkout, '.cache')
  mkdirSync(cache, { recursive: true })
  const root = mkdtempSync(join(cache, 'build-test-'))
  const write = (more: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(more)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
  }
  write(files)
  return {
    root,
    write,
    /** Runs a script of the checkout in a process of its own. */
    run(script: string, ...args: readonly string[]) {
      const { NODE_ENV: _testing, VITEST: _vitest, ...env } = process.env
      const done = spawnSync(process.execPath, [join(checkout, script), ...args], {
        encoding: 'utf8',
        env,
      })
      return { status: done.status, text: `${done.stdout}${done.stderr}` }
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 10 }),
  }
}

/** The least that the shell's build takes: an entry, a stylesheet and one built-in with a log-in page. */
export const smallShell: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html><html lang="%LANGUAGE%"><head><title>%TITLE%</title><!--import-map--><link rel="stylesheet" href="/app.css"><!--preload--><!--custom-style--><!--plan--><script type="module" src="/main.tsx"></script></head><body><div id="app"><!--first-view--></div></body></html>`,
  'app.css': 'body { margin: 0 }',
  'main.tsx': `
import { holds } from '@spawnpoint/sdk/common'
import { createElement, lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { builtinModules, loadAdminModules } from 'virtual:builtin-modules'
import { locales } from 'virtual:locales'
const { default: messages } = await locales(fetch)[document.documentElement.lang]()
const Page = lazy(builtinModules.gate.login)
document.title = String(holds([], 'x'))
globalThis.loadAdminModules = loadAdminModules
createRoot(document.getElementById('app')).render(<Suspense><Page words={messages.gate} /></Suspense>)
const plan = JSON.parse(document.getElementById('plan').textContent)
for (const { modules } of plan.plugins.filter(({ kind }) => kind === 'plugin'))
  for (const url of Object.values(modules)) import(/* @vite-ignore */ url).then((module) => {
    document.body.dataset.plugin = String(module.sameReact(createElement))
  })
`,
  'builtin/gate/manifest.ts': `
import { defineBuiltin } from '@spawnpoint/sdk/common'
export default defineBuiltin({ id: 'gate', title: 'Gate', description: 'A fixture', modules: { login: 'browser/login.tsx' },
  contributes: { routes: [{ id: 'login', path: '/auth/login', area: 'guest', module: 'login', title: '%title%', wellKnown: 'login' }] } })
`,
  'builtin/gate/contract/index.ts': `
import { defineEndpoint, defineService } from '@spawnpoint/sdk/common'
import { z } from 'zod'
export const body = z.strictObject({ login: z.string() })
export const logIn = defineEndpoint({ method: 'POST', path: '/api/gate/log-in', access: { public: 'log-in' }, summary: 's', body, reply: z.object({}), fails: { GATE_BAD: 401 } })
export const Gate = defineService('gate.gate')
`,
  'builtin/gate/browser/login.tsx': `
import { logIn } from '@spawnpoint/contracts/gate'
import { useState } from 'react'
export default function Login({ words }) {
  const [count, setCount] = useState(0)
  return <main><h1>{words.title}</h1><button onClick={() => setCount(count + 1)}>{count} {logIn.path}</button></main>
}
`,
  'builtin/gate/browser/first-view.tsx': `
import { useHost, useT } from '@spawnpoint/sdk/browser'
export default function FirstView() {
  const t = useT()
  return <form method="post"><a href={useHost().pathToWellKnown('login')}>{t('title')}</a></form>
}
`,
  'builtin/gate/locales/en.yml': 'gate:\n  title: Log in\n',
  'builtin/gate/locales/de.yml': 'gate:\n  title: Anmelden\n',
  'locales/en.yml': 'shell:\n  ok: OK\n',
}

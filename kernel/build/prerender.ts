import type { WellKnownRoute } from '@spawnpoint/sdk/common'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, normalizePath } from 'vite'
import { createFirstViewHost } from './first-view-host.ts'
import { languages, readMessages } from './locale-chunks.ts'
import type { Builtin } from './read-builtins.ts'
import { prerenderConfig } from './prerender-config.ts'

type FirstViews = Readonly<Record<string, Readonly<Record<string, string>>>>

interface FirstView {
  readonly plugin: string
  readonly wellKnown: WellKnownRoute
  readonly file: string
}

/** By convention `browser/first-view.tsx`: what stands in the HTML of a plugin's log-in well-known route, else of its first. */
export const findFirstViews = (builtins: readonly Builtin[]): FirstView[] =>
  builtins.flatMap(({ manifest, folder }) => {
    const file = join(folder, 'browser', 'first-view.tsx')
    if (!existsSync(file)) return []
    const wellKnownRoutes = manifest.contributes.routes.flatMap(({ wellKnown }) =>
      wellKnown ? [wellKnown] : [],
    )
    const wellKnown = wellKnownRoutes.includes('login') ? 'login' : wellKnownRoutes[0]
    if (!wellKnown)
      throw new Error(`E_FIRST_VIEW builtin/${manifest.id}: has a first view and no route with a wellKnown`)
    return [{ plugin: manifest.id, wellKnown, file: normalizePath(file) }]
  })

/** The module that draws; as text, because the kernel's build may not import what runs in a browser. */
export const drawingCode = (views: readonly FirstView[]): string => `
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
${views.map(({ file }, index) => `import View${index} from ${JSON.stringify(file)}`).join('\n')}
const views = { ${views.map(({ plugin }, index) => `${JSON.stringify(plugin)}: View${index}`).join(', ')} }
export const draw = (plugin, host) =>
  renderToStaticMarkup(createElement(HostProvider, { value: host },
    createElement(PluginProvider, { value: plugin }, createElement(views[plugin]))))
`

type Draw = (plugin: string, host: unknown) => string

async function buildDraw(root: string, views: readonly FirstView[]): Promise<Draw> {
  const cache = join(root, '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'first-view-'))
  try {
    await build(prerenderConfig({ root, outDir: folder, code: drawingCode(views) }))
    const module: { draw: Draw } = await import(pathToFileURL(join(folder, 'draw.js')).href)
    return module.draw
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Draws each first view once per language, so that it paints before any script runs. */
export async function prerenderFirstViews(root: string, builtins: readonly Builtin[]): Promise<FirstViews> {
  const views = findFirstViews(builtins)
  if (views.length === 0) return {}
  const draw = await buildDraw(root, views)
  const english = readMessages(root, 'en')
  const hosts = languages.map((language) => {
    const messages = readMessages(root, language)
    return { language, host: createFirstViewHost({ language, messages, english, builtins }) }
  })
  return Object.fromEntries(
    views.map(({ plugin, wellKnown }) => [
      wellKnown,
      Object.fromEntries(hosts.map(({ language, host }) => [language, draw(plugin, host)])),
    ]),
  )
}

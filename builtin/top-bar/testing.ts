import { HostProvider, Link, PluginProvider } from '@spawnpoint/sdk/browser'
import { createBrowserHost } from '@spawnpoint/sdk/testing'
import { LinkProvider } from '@spawnpoint/sdk/ui'
import { render } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import manifest from './manifest.ts'

type Options = NonNullable<Parameters<typeof createBrowserHost>[0]>

/** Draws a part of the top bar in the product, beside other plugins. */
export async function drawInTopBar(part: ReactNode, { plugins = [], ...options }: Options = {}) {
  const own = { manifest, folder: import.meta.dirname, modules: {} }
  const app = await createBrowserHost({ ...options, plugins: [own, ...plugins] })
  const linked = createElement(LinkProvider, { value: Link }, part)
  const owned = createElement(PluginProvider, { value: manifest.id }, linked)
  render(createElement(HostProvider, { value: app.host }, owned))
  return app
}

// @vitest-environment jsdom
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen } from '@testing-library/react'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import Forbidden from './browser/forbidden-page.tsx'
import NotFound from './browser/not-found-page.tsx'
import ServerError from './browser/server-error-page.tsx'
import manifest from './manifest.ts'

const pages = {
  'browser/forbidden-page.tsx': Forbidden,
  'browser/server-error-page.tsx': ServerError,
  'browser/not-found-page.tsx': NotFound,
}
/** The modules as the manifest names them. */
const modules = Object.fromEntries(
  Object.entries(manifest.modules).map(([name, file]) => [name, pages[file as keyof typeof pages]]),
)

afterEach(cleanup)

it('[ERR11] keeps menu and top bar around the error pages', () => {
  expect(manifest.contributes.routes.filter(({ bare }) => bare)).toEqual([])
})

it.each([
  ['/errors/403', '403', 'forbidden'],
  ['/errors/500', '500', 'serverError'],
  ['/no/such/page', '404', 'notFound'],
])('[ERR11] %s shows the error page %s', async (at, code, name) => {
  const app = await renderPlugin({ manifest, folder: join(import.meta.dirname), modules }, { at })
  const title = app.host.translate('errors', `${name}.title`)
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeTruthy()
  expect(screen.getByText(code)).toBeTruthy()
})

// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { showFallbackScreen } from './fallback-screen.ts'

it('[OVL11][OVL12][ERR8] replaces the application by the exact words', () => {
  document.body.innerHTML = '<div id="app"><p>half a page</p></div>'
  showFallbackScreen(document)
  const app = document.getElementById('app')
  expect(app?.querySelector('h1')?.textContent).toBe('Application Error')
  expect(app?.querySelector('p')?.textContent).toBe(
    'Sorry, something went wrong. Please try refreshing the page.',
  )
  expect(app?.textContent).not.toContain('half a page')
  expect(app?.querySelector('main')?.lang).toBe('en')
})

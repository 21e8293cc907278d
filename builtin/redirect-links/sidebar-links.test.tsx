// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import SidebarLinks from './browser/sidebar-links.tsx'

afterEach(cleanup)

const show = (links: unknown, path = '/dashboard') => {
  const { host } = createFakeHost({
    plugin: 'redirect-links',
    path,
    session: { stats: { sidebar_links: links } },
  })
  render(
    <HostProvider value={host}>
      <PluginProvider value="redirect-links">
        <SidebarLinks />
      </PluginProvider>
    </HostProvider>,
  )
}

it('[RDL7] shows customers the links of their session, each in a tab of its own', () => {
  show([{ name: 'discord', label: 'Our chat', icon: 'chat' }, { name: 'odd', icon: 'no such icon' }, 7])
  const [link, ...others] = screen.getAllByRole('link')
  expect(others).toEqual([])
  expect(link?.textContent).toBe('Our chat (opens in a new tab)')
  expect([link?.getAttribute('href'), link?.getAttribute('target')]).toEqual(['/discord', '_blank'])
  expect(link?.getAttribute('rel')).toContain('noopener')
  // Headings and regions of a menu would come before those of the page.
  expect(screen.getByRole('list').getAttribute('aria-label')).toBeTruthy()
  expect([...screen.queryAllByRole('heading'), ...screen.queryAllByRole('region')]).toEqual([])
})

it('[RDL7] shows nothing where there are none, and nothing in the administration', () => {
  show(undefined)
  show([{ name: 'discord', label: 'Discord', icon: 'chat' }], '/mc-admin/users')
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('list')).toBeNull()
})

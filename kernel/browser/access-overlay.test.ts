// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { showAccessOverlay } from './access-overlay.ts'

const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  document.body.innerHTML = '<div id="app"><p>the log-in form</p></div>'
  showAccessOverlay(document, {
    product: 'Acme Hosting',
    url: new URL('http://192.168.1.4:3000/auth/login'),
    violations: [
      { code: 'HTTP', text: 'HTTP connection (use HTTPS)' },
      { code: 'PORT', text: 'Port 3000 (use reverse proxy)' },
    ],
    reload,
  })
})

it('[OVL4] stands in the place of the application', () => {
  expect(screen.getByRole('alertdialog').getAttribute('aria-modal')).toBe('true')
  expect(screen.queryByText('the log-in form')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Refresh Page')
})

it('[OVL5] is titled with the product name', () => {
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Acme Hosting Access Denied')
})

it('[OVL6][ERR6] says what is not possible', () => {
  expect(screen.getByText("You can't use the client on a port or local connection")).toBeTruthy()
})

it('[OVL6] is spoken whole, and as English whatever the language of the page', () => {
  const overlay = screen.getByRole('alertdialog')
  const described = (overlay.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.tagName)).toEqual(['P', 'UL'])
  expect(overlay.lang).toBe('en')
})

it('[OVL7][ERR6] lists the issues', () => {
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'HTTP connection (use HTTPS)',
    'Port 3000 (use reverse proxy)',
  ])
})

it('[OVL8] shows the address', () => {
  expect(screen.getByText('http://192.168.1.4:3000/auth/login')).toBeTruthy()
})

it('[OVL9] says what to do, with a link to the documentation', () => {
  expect(screen.getByText(/behind a reverse proxy/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Read the documentation' }).getAttribute('href')).toBe(
    '/docs/reverse-proxy',
  )
})

it('[OVL10] reloads with its button', () => {
  screen.getByRole('button', { name: 'Refresh Page' }).click()
  expect(reload).toHaveBeenCalledOnce()
})

it('[OVL9] leads from localhost to the address that is let in, and from nowhere else', () => {
  expect(screen.queryByText(/On this computer/)).toBeNull()
  document.body.innerHTML = ''
  const url = new URL('http://localhost:5173/store?from=1')
  showAccessOverlay(document, { product: 'Acme', url, violations: [], reload })
  expect(screen.getByText(/On this computer, open/)).toBeTruthy()
  const address = 'http://127.0.0.1:5173/store?from=1'
  expect(screen.getByRole('link', { name: address }).getAttribute('href')).toBe(address)
})

it('[OVL6] says nothing of ports and proxies where a plugin alone has found something', () => {
  document.body.innerHTML = ''
  showAccessOverlay(document, {
    product: 'Acme Hosting',
    url: new URL('https://kiosk.example.com/'),
    violations: [{ code: 'DAILY_SPIN_KIOSK', text: 'Open the address without "kiosk." at its start.' }],
    reload,
  })
  expect(screen.getByText("You can't use the client at this address")).toBeTruthy()
  expect(screen.getByText(/without "kiosk\."/)).toBeTruthy()
  expect(screen.queryByText(/reverse proxy|port or local/)).toBeNull()
})

import type { AccessViolation } from '../../sdk/common/hooks.ts'
import { element } from './fallback-screen.ts'
import { findViolations, isDevelopmentAddress } from '../common/access-rule.ts'
import { REVERSE_PROXY_GUIDE_PATH } from '../common/own-paths.ts'

export interface AccessOverlay {
  readonly product: string
  readonly url: URL
  readonly violations: readonly AccessViolation[]
  readonly reload: () => void
}

// The check runs before the messages are loaded, so these texts are English for everybody.
const texts = {
  title: 'Access Denied',
  sentence: "You can't use the client on a port or local connection",
  /** A plugin alone has found something. */
  refused: "You can't use the client at this address",
  issues: 'Detected issues',
  address: 'Current URL',
  guidance:
    'Put the client behind a reverse proxy such as nginx, Caddy or Traefik that serves it over HTTPS on a proper domain name, and open that address instead.',
  refresh: 'Refresh Page',
} as const

/** Puts the full-page overlay in the place of the application. Plain DOM: nothing else may be needed for it. */
export const showAccessOverlay = (document: Document, overlay: AccessOverlay): HTMLElement => {
  const { product, url, violations, reload } = overlay
  const title = `${product} ${texts.title}`
  const issues = violations.map(({ text }) => element(document, 'li', {}, text))
  // The address itself may be fine: then a reverse proxy is no help.
  const isAddress = findViolations(url).length > 0
  const link = (href: string, text: string) =>
    element(document, 'a', { href, rel: 'noreferrer', target: '_blank', className: 'sp-link' }, text)
  const advice = [`${texts.guidance} `, link(REVERSE_PROXY_GUIDE_PATH, 'Read the documentation')]
  const here = url.href.replace('//localhost:', '//127.0.0.1:')
  if (here !== url.href && isDevelopmentAddress(new URL(here)))
    advice.push(' On this computer, open ', link(here, here))
  const refresh = element(
    document,
    'button',
    { type: 'button', className: 'sp-button sp-button-primary', onclick: reload },
    texts.refresh,
  )
  const card = element(
    document,
    'div',
    { className: 'sp-card m-auto grid w-[min(36rem,100%)] gap-3 p-6' },
    element(document, 'h1', { id: 'access-title', className: 'text-2xl' }, title),
    element(
      document,
      'p',
      { id: 'access-text', className: 'text-danger' },
      isAddress ? texts.sentence : texts.refused,
    ),
    element(document, 'h2', { className: 'mt-2 text-base' }, texts.issues),
    element(document, 'ul', { id: 'access-issues', className: 'list-disc ps-5 text-danger' }, ...issues),
    element(document, 'h2', { className: 'mt-2 text-base' }, texts.address),
    element(
      document,
      'code',
      { className: 'rounded-md bg-sunken p-2 font-mono text-sm wrap-anywhere' },
      url.href,
    ),
    ...(isAddress ? [element(document, 'p', {}, ...advice)] : []),
    refresh,
  )
  const page = element(
    document,
    'div',
    {
      className: 'fixed inset-0 z-(--z-toast) grid overflow-auto bg-bg p-4',
      role: 'alertdialog',
      lang: 'en',
    },
    card,
  )
  page.setAttribute('aria-modal', 'true')
  page.setAttribute('aria-labelledby', 'access-title')
  page.setAttribute('aria-describedby', 'access-text access-issues')
  document.title = title
  document.getElementById('app')?.replaceChildren()
  document.body.append(page)
  refresh.focus()
  return page
}

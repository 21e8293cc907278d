import type { AccessViolation } from '../../sdk/common/hooks.ts'
import { REVERSE_PROXY_GUIDE_PATH } from '../common/own-paths.ts'

export interface AccessOverlay {
  readonly product: string
  readonly url: URL
  readonly violations: readonly AccessViolation[]
  readonly reload: () => void
}

// The check stands before the languages are loaded, so these words are English for everybody.
const words = {
  title: 'Access Denied',
  sentence: "You can't use the client on a port or local connection",
  issues: 'Detected issues',
  address: 'Current URL',
  guidance:
    'Put the client behind a reverse proxy such as nginx, Caddy or Traefik that serves it over HTTPS on a proper domain name, and open that address instead.',
  documentation: 'Read the documentation',
  refresh: 'Refresh Page',
} as const

const element = (document: Document, tag: string, text: string, className = ''): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  if (className) made.className = className
  return made
}

const issueList = (document: Document, violations: readonly AccessViolation[]): HTMLElement => {
  const list = element(document, 'ul', '', 'access-issues')
  list.append(...violations.map(({ text }) => element(document, 'li', text)))
  return list
}

const documentationLink = (document: Document): HTMLElement => {
  const link = document.createElement('a')
  link.href = REVERSE_PROXY_GUIDE_PATH
  link.rel = 'noreferrer'
  link.target = '_blank'
  link.className = 'sp-link'
  link.textContent = words.documentation
  return link
}

const refreshButton = (document: Document, reload: () => void): HTMLElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'sp-button sp-button-primary'
  button.textContent = words.refresh
  button.addEventListener('click', reload)
  return button
}

/** Puts the full-page overlay in the place of the application. Plain DOM: nothing else may be needed for it. */
export const showAccessOverlay = (document: Document, overlay: AccessOverlay): HTMLElement => {
  const { product, url, violations, reload } = overlay
  const title = `${product} ${words.title}`
  const heading = element(document, 'h1', title)
  heading.id = 'access-title'
  const guidance = element(document, 'p', `${words.guidance} `)
  guidance.append(documentationLink(document))
  const card = element(document, 'div', '', 'access-card')
  card.append(
    heading,
    element(document, 'p', words.sentence, 'access-sentence'),
    element(document, 'h2', words.issues),
    issueList(document, violations),
    element(document, 'h2', words.address),
    element(document, 'code', url.href),
    guidance,
    refreshButton(document, reload),
  )
  const page = element(document, 'div', '', 'access-overlay')
  page.setAttribute('role', 'alertdialog')
  page.setAttribute('aria-modal', 'true')
  page.setAttribute('aria-labelledby', heading.id)
  page.append(card)
  document.title = title
  document.getElementById('app')?.replaceChildren()
  document.body.append(page)
  card.querySelector('button')?.focus()
  return page
}

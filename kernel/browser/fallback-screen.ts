const texts = {
  title: 'Application Error',
  text: 'Sorry, something went wrong. Please try refreshing the page.',
} as const

/** Creates an element with properties and content. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  document: Document,
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...content)
  return made
}

/** Replaces the app area when mounting fails. Plain DOM and English: neither React nor the messages are certain. */
export const showFallbackScreen = (document: Document): void => {
  const app = document.getElementById('app') ?? document.body
  const title = element(document, 'h1', {}, texts.title)
  const text = element(document, 'p', {}, texts.text)
  const page = element(document, 'main', { className: 'sp-notice', role: 'alert', lang: 'en' }, title, text)
  app.replaceChildren(page)
}

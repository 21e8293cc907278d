const words = {
  title: 'Application Error',
  text: 'Sorry, something went wrong. Please try refreshing the page.',
} as const

/** Replaces the app area when mounting fails. Plain DOM and English: neither React nor the messages are certain. */
export const showFallbackScreen = (document: Document): void => {
  const app = document.getElementById('app') ?? document.body
  const page = document.createElement('main')
  page.className = 'sp-notice'
  page.setAttribute('role', 'alert')
  const title = document.createElement('h1')
  title.textContent = words.title
  const text = document.createElement('p')
  text.textContent = words.text
  page.append(title, text)
  app.replaceChildren(page)
}

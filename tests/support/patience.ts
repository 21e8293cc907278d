import { afterAll, vi } from 'vitest'

// A busy machine may take longer than the second that the libraries allow; what passes does not wait for these.
const PATIENT_MS = Number(process.env['TEST_PATIENCE_MS'] ?? 120_000)

const { waitFor } = vi
const waitPatiently: typeof waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENT_MS, ...options })
// Files of one worker share `vi`.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENT_MS })
  // The document of the tests does not scroll, and a list that keeps its focused row in view asks it to.
  Object.assign(Element.prototype, { scrollTo: () => undefined })
  // Files of one worker share the document, its stores and the messages over it; each starts without those of the file before.
  for (const part of [document.head, document.body]) part.replaceChildren()
  for (const part of [document.documentElement, document.body])
    for (const name of part.getAttributeNames()) part.removeAttribute(name)
  const { speakEnglish } = await import('../../sdk/ui/testing.ts')
  speakEnglish()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  const { dialogs } = await import('../../sdk/ui/dialogs.ts')
  for (const { answer } of dialogs.getState()) answer(false)
  const { connection } = await import('../../sdk/browser/connection.ts')
  connection.restore()
  const { toasts } = await import('../../sdk/ui/toasts.ts')
  for (const { id } of toasts.getState()) toasts.close(id)
}

/** The elements that an application is still drawn in: React marks them by a property. */
const drawnIn = (): string[] =>
  [document.documentElement, ...document.querySelectorAll('*')].flatMap((element) =>
    Object.entries(element).some(([name, root]) => name.startsWith('__reactContainer$') && root !== null)
      ? [`<${element.localName} id="${element.id}">`]
      : [],
  )

// Files share their worker: what one of them stands in for is real again in the next.
afterAll(async () => {
  vi.unstubAllGlobals()
  if (typeof document === 'undefined') return
  const { cleanup } = await import('@testing-library/react')
  cleanup()
  // It would listen to the stores of the next file, and draw in its dialogs.
  const left = drawnIn()
  if (left.length > 0) throw new Error(`unmount the application that this file drew in ${left.join(', ')}`)
})

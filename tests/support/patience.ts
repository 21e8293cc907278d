import { vi } from 'vitest'

// A busy machine may take longer than the second that the libraries allow; what passes does not wait for these.
const PATIENT_MS = 120_000

const { waitFor } = vi
const waitPatiently: typeof waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENT_MS, ...options })
// Files of one worker share `vi`.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENT_MS })
  // Files of one worker share the document and the toasts; each starts without those of the file before.
  document.head.replaceChildren()
  document.body.replaceChildren()
  const { toasts } = await import('../../sdk/ui/toasts.ts')
  for (const { id } of toasts.getState()) toasts.close(id)
}

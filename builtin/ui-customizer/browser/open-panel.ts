import { panel } from './panel-store.ts'

/** Opens the panel over the page that is shown. */
export default function openPanel(): Promise<void> {
  panel.setState({ isOpen: true })
  return Promise.resolve()
}

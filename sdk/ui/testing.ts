import { createInstance } from 'i18next'
import { setI18n } from 'react-i18next'
import { uiTextDefaults } from './ui-text-defaults.ts'

/** Gives the kit its English texts where no `I18nextProvider` is around it: in tests of single parts. @example beforeAll(speakEnglish) */
export const speakEnglish = (): void => {
  const i18n = createInstance()
  void i18n.init({
    lng: 'en',
    resources: { en: { shell: { ...uiTextDefaults } } },
    initAsync: false,
    keySeparator: false,
    interpolation: { escapeValue: false },
  })
  setI18n(i18n)
}

/** Adds the dialog and popover methods that jsdom lacks; for tests only. @example beforeAll(supportOverlays) */
export const supportOverlays = () => {
  const { HTMLDialogElement: dialog, HTMLElement: element } = window
  Object.assign(dialog.prototype, {
    showModal(this: HTMLDialogElement) {
      this.setAttribute('open', '')
    },
    close(this: HTMLDialogElement) {
      this.removeAttribute('open')
    },
  })
  const toggle = (target: HTMLElement, newState: 'open' | 'closed') => {
    for (const type of ['beforetoggle', 'toggle'])
      target.dispatchEvent(Object.assign(new Event(type), { newState }))
  }
  const open = new WeakSet<HTMLElement>()
  const matches = element.prototype.matches
  Object.assign(element.prototype, {
    matches(this: HTMLElement, selector: string) {
      return selector === ':popover-open' ? this.isConnected && open.has(this) : matches.call(this, selector)
    },
    showPopover(this: HTMLElement) {
      if (!this.isConnected) throw new DOMException('The element is not in a document', 'InvalidStateError')
      open.add(this)
      this.style.display = 'block'
      toggle(this, 'open')
    },
    hidePopover(this: HTMLElement) {
      open.delete(this)
      this.style.removeProperty('display')
      toggle(this, 'closed')
    },
  })
}

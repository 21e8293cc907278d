import type { PlatformClock } from './platform/platform.ts'

const styleMs = 5000

/** A first view comes before the stylesheets, which nothing else is drawn without; unless one does not come at all. */
export const stylesArrived = async (document: Document, clock: PlatformClock): Promise<void> => {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const waited = new Promise<void>((resolve) => void clock.setTimeout(resolve, styleMs))
  const loads = links.map((link) => {
    if (link.sheet) return null
    return new Promise<void>((resolve) => {
      for (const end of ['load', 'error']) link.addEventListener(end, () => resolve(), { once: true })
    })
  })
  await Promise.race([Promise.all(loads), waited])
}

interface Typed {
  readonly name: string
  readonly value: string
  readonly checked: boolean
  readonly hasFocus: boolean
}

type Field = HTMLInputElement | HTMLTextAreaElement

const patienceMs = 5000

const fieldsIn = (area: Element): readonly Field[] => [
  ...area.querySelectorAll<Field>('input[name], textarea[name]'),
]

/** Values typed into the server-rendered form before the application started. */
export const readTyped = (area: Element): readonly Typed[] =>
  fieldsIn(area)
    .map((field) => ({
      name: field.name,
      value: field.value,
      checked: field instanceof HTMLInputElement && field.checked,
      hasFocus: field === field.ownerDocument.activeElement,
    }))
    .filter(({ value, checked, hasFocus }) => value !== '' || checked || hasFocus)

const write = (field: Field, { value, checked, hasFocus }: Typed): void => {
  const isBox = field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
  if (isBox && field.checked !== checked) field.click()
  if (!isBox && value !== '' && field.value !== value) {
    // React watches the property; only the prototype's setter and an event tell it of a change from outside.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (hasFocus) field.focus()
}

/** Puts it into the application's own form as soon as that is drawn. */
export const restoreTyped = (
  window: Window & typeof globalThis,
  area: Element,
  typed: readonly Typed[],
): void => {
  if (typed.length === 0) return
  let left = typed
  const restore = (): void => {
    const fields = fieldsIn(area)
    left = left.filter((each) => {
      const field = fields.find(({ name }) => name === each.name)
      if (field) write(field, each)
      return !field
    })
    if (left.length === 0) stop()
  }
  const drawn = new window.MutationObserver(restore)
  const timer = window.setTimeout(() => drawn.disconnect(), patienceMs)
  const stop = (): void => {
    drawn.disconnect()
    window.clearTimeout(timer)
  }
  drawn.observe(area, { childList: true, subtree: true })
}

import type { FrameLook } from './frame-protocol.ts'

export const readLook = ({ documentElement: root, body }: Document): FrameLook => ({
  language: root.lang,
  theme: root.dataset['theme'] ?? null,
  bodyClass: body.className,
  properties: [...root.style].flatMap((name) =>
    name.startsWith('--') ? [[name, root.style.getPropertyValue(name)] as const] : [],
  ),
})

/** Hears of every change of the look; returns its undo. */
export const watchLook = ({ documentElement, body }: Document, listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener)
  const attributeFilter = ['lang', 'data-theme', 'class', 'style']
  for (const each of [documentElement, body]) observer.observe(each, { attributes: true, attributeFilter })
  return () => observer.disconnect()
}

export const applyLook = ({ documentElement: root, body }: Document, look: FrameLook): void => {
  root.lang = look.language
  if (look.theme === null) delete root.dataset['theme']
  else root.dataset['theme'] = look.theme
  body.className = look.bodyClass
  for (const [name, value] of look.properties) root.style.setProperty(name, value)
}

import type { Page } from '@playwright/test'

export type Value = boolean | number | string

/** One setting of the interface, and where its effect is seen. */
export interface SettingEffect {
  /** Group and field of `ui-settings`, or the key of local storage. */
  readonly setting: string
  /** Minimum, maximum and step, where the setting is a number. */
  readonly bounds?: readonly [min: number, max: number, step: number]
  readonly effect: string
  /** Each value beside what is seen with it, the default first. */
  readonly seen: readonly (readonly [value: Value, seen: Value])[]
  /** Other settings without which the effect cannot be seen. */
  readonly needs?: Readonly<Record<string, Readonly<Record<string, Value>>>>
  /** Reads the effect from the page as a visitor would see it. */
  readonly look: (page: Page) => Promise<Value>
}

/** The settings whose effects are seen on one screen. */
export interface Scene {
  readonly screen: string
  readonly person?: 'admin' | 'customer'
  readonly address: string
  /** The page has to be loaded with the setting, since it is read when something begins. */
  readonly loads?: true
  readonly motion?: true
  /** Before the address is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** Once the screen is drawn. */
  readonly open?: (page: Page) => Promise<unknown>
  readonly effects: readonly SettingEffect[]
}

/** The computed value of a property of the first element that fits. */
export const styleOf =
  (selector: string, property: string, pseudo?: '::before' | '::after') =>
  (page: Page): Promise<string> =>
    page.evaluate(
      ([fits, name, part]) => {
        const element = document.querySelector(fits ?? '')
        return element ? getComputedStyle(element, part).getPropertyValue(name ?? '') : 'no element'
      },
      [selector, property, pseudo],
    )

/** How opaque the ground of an element is: 1 is opaque. */
export const opacityOf = (selector: string) => async (page: Page) => {
  const color = await styleOf(selector, 'background-color')(page)
  return Number(/(?:\/|,[^,]+,[^,]+,) ?([\d.]+)\)$/.exec(color)?.[1] ?? 1)
}

/** Whether the edge of an element has more of the accent than one in the plain color has. */
export const glowOf =
  (selector: string, plainColor = 'var(--color-border)') =>
  (page: Page) =>
    page.evaluate(
      ([fits = '', color = '']) => {
        const element = document.querySelector(fits)
        if (!element) return 'no element'
        const plain = element.appendChild(document.createElement('i'))
        plain.style.cssText = `position: absolute; border-top: 1px solid ${color}`
        const [own, usual] = [element, plain].map((each) => getComputedStyle(each).borderTopColor)
        plain.remove()
        // A mixture is written as color(srgb …) from 0 to 1, a plain color as rgb(…) to 255.
        const read = (text = '') => {
          const scale = text.startsWith('color(') ? 255 : 1
          return [...text.matchAll(/[\d.]+/g)].slice(0, 3).map(([part]) => Number(part) * scale)
        }
        const others = read(usual)
        return read(own).some((each, index) => Math.abs(each - (others[index] ?? 0)) > 2)
      },
      [selector, plainColor],
    )

/** A color as the page has it, on a probe: what stands on a screen may be a mixture of several, or still be changing. */
export const tokenOf = (name: string) => (page: Page) =>
  page.evaluate((property) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(${property})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)

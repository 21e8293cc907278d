import { SHELL, useFormat, useOpenPath, useTranslation } from '@spawnpoint/sdk/browser'

interface HealthLine {
  readonly plugin: string
  readonly name: string
  readonly detail: string
  readonly todo?: string | undefined
  readonly code?: string | undefined
  readonly values?: Readonly<Record<string, string | number>> | undefined
  readonly page?: { readonly route: string; readonly tab?: string | undefined } | undefined
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const isDay = /^\d{4}-\d{2}-\d{2}$/

/** Name, detail and advice of a health check in the messages of its plugin: `staff.health.<name>.name`, `.<code>` and `.todo.<code>`. */
export function useHealthTexts() {
  const { i18n } = useTranslation(SHELL)
  const { number, day } = useFormat()
  const say = (value: string | number) => {
    if (typeof value === 'number') return number(value)
    return isDay.test(value) ? day(value) : value
  }
  return ({ plugin, name, detail, todo, code, values = {} }: HealthLine) => {
    const shown = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, say(value)]))
    const text = (key: string, fallback: string) =>
      i18n.t(`staff.health.${name}.${key}`, { ...shown, ns: plugin, defaultValue: fallback })
    return {
      name: text('name', capital(name)),
      detail: code ? text(code, detail) : detail,
      todo: todo && code ? text(`todo.${code}`, todo) : (todo ?? null),
    }
  }
}

/** The address where the advice of a health check is followed; null where it names none, or one that the reader may not open. */
export function useHealthPath() {
  const openPath = useOpenPath()
  return ({ page }: HealthLine) => {
    const path = page ? openPath(page.route) : null
    return path !== null && page?.tab ? `${path}#${page.tab}` : path
  }
}

/** The name of a scheduled job in the messages of its plugin: `staff.jobs.<name>`; without one, its id after the title of the plugin. */
export function useJobName() {
  const { i18n } = useTranslation(SHELL)
  return ({
    plugin,
    name,
    title,
  }: {
    readonly plugin: string
    readonly name: string
    readonly title: string | null
  }) =>
    i18n.t(`staff.jobs.${name}`, {
      ns: plugin === 'kernel' ? SHELL : plugin,
      defaultValue: title === null ? name : `${title}: ${name}`,
    })
}

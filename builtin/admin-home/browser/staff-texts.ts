import { SHELL, useTranslation } from '@spawnpoint/sdk/browser'

interface HealthLine {
  readonly plugin: string
  readonly name: string
  readonly detail: string
  readonly code?: string | undefined
  readonly values?: Readonly<Record<string, string | number>> | undefined
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Name and detail of a health check in the messages of its plugin: `staff.health.<name>.name` and `staff.health.<name>.<code>`. */
export function useHealthTexts() {
  const { i18n } = useTranslation(SHELL)
  return ({ plugin, name, detail, code, values }: HealthLine) => {
    const text = (key: string, fallback: string) =>
      i18n.t(`staff.health.${name}.${key}`, { ...values, ns: plugin, defaultValue: fallback })
    return { name: text('name', capital(name)), detail: code ? text(code, detail) : detail }
  }
}

/** The name of a scheduled job in the messages of its plugin: `staff.jobs.<name>`. */
export function useJobName() {
  const { i18n } = useTranslation(SHELL)
  return ({ plugin, name }: { readonly plugin: string; readonly name: string }) =>
    i18n.t(`staff.jobs.${name}`, { ns: plugin === 'kernel' ? SHELL : plugin, defaultValue: name })
}

import { routeOf, type Resource } from '@spawnpoint/sdk/resource'
import { useMemo } from 'react'
import type { FormTexts } from '../form/form-texts.ts'
import { useSetting, useT } from '../hooks.ts'
import { SHELL } from '../host.ts'

type Values = Readonly<Record<string, unknown>>

/** The messages of a resource: its plugin's own, else those of the shell. @example texts.title */
export interface ResourceTexts extends FormTexts {
  readonly title: string
  readonly description: string | undefined
  /** The header of a column. */
  column(name: string): string
  /** The title of the create, edit or delete page. */
  pageTitle(page: 'create' | 'edit' | 'delete'): string
  /** A message that the plugin may replace, such as `list.empty`. */
  text(key: string, values?: Values): string
}

const humanized = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)

const isMissing = (plugin: string, key: string, text: string) => text === key || text === `${plugin}.${key}`

/** The messages of a resource in the chosen language. @example const texts = useResourceTexts(departments) */
export function useResourceTexts(resource: Pick<Resource, 'plugin' | 'messages'>): ResourceTexts {
  const { plugin, messages } = resource
  const ownT = useT(plugin)
  const shellT = useT(SHELL)
  const timeZone = String(useSetting('app_timezone') ?? 'UTC')
  return useMemo(() => {
    const own = (key: string, values?: Values) => {
      const text = ownT(`${messages}${key}`, values)
      return isMissing(plugin, `${messages}${key}`, text) ? undefined : text
    }
    const shared = (key: string, values?: Values) => {
      const text = shellT(`resource.${key}`, values)
      return isMissing(SHELL, `resource.${key}`, text) ? undefined : text
    }
    // The failure of a call may be about one field, such as that it exists already.
    const failure = (code: string) => {
      const text = shellT(`errors.${code}`)
      return isMissing(SHELL, `errors.${code}`, text) ? undefined : text
    }
    const either = (key: string, values?: Values) => own(key, values) ?? shared(key, values)
    const column = (name: string) => either(`fields.${name}`) ?? humanized(name)
    return {
      title: own('title') ?? plugin,
      description: own('description'),
      column,
      label: (name) => own(`labels.${name}`) ?? column(name),
      hint: (name) => own(`hints.${name}`, { timeZone }),
      value: (name, value) => own(`values.${name}.${value}`) ?? shared(`values.${value}`) ?? value,
      problem: (code, values) =>
        own(`errors.${code}`, values) ??
        shared(`problems.${code}`, values) ??
        failure(code) ??
        shellT('resource.problems.invalid_value'),
      pageTitle: (page) => either(page) ?? page,
      text: (key, values) => either(key, values) ?? key,
    }
  }, [plugin, messages, ownT, shellT, timeZone])
}

/** The breadcrumbs of a page below the list. */
export const crumbsOf = (
  resource: Resource,
  texts: ResourceTexts,
  pathTo: (route: string) => string,
  title: string,
) => [{ label: texts.title, to: pathTo(routeOf(resource, 'list')) }, { label: title }]

import { SHELL, useHost, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { readPluginConfig } from '@spawnpoint/contracts/plugin-manager'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import type { FormTexts } from '@spawnpoint/sdk/form'

const humanize = (name: string) => {
  const text = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.-]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
}

const propertyOf = (schema: Readonly<Record<string, unknown>>, name: string): object => {
  const properties = schema['properties']
  const property: unknown = properties instanceof Object ? Reflect.get(properties, name) : undefined
  return property instanceof Object ? property : {}
}

type Tree = Readonly<Record<string, unknown>>

const textAt = (tree: Tree | undefined, ...path: readonly string[]): string | undefined => {
  const found = path.reduce<unknown>(
    (at, key) => (at instanceof Object ? Reflect.get(at, key) : undefined),
    tree,
  )
  return typeof found === 'string' ? found : undefined
}

/** Texts of a configuration: the plugin's messages `config.<name>.label` and `.hint`, else the schema's, else the name. */
export function useConfigTexts({
  plugin: { id: plugin },
  messages,
  schema,
}: Pick<ReplyOf<typeof readPluginConfig>, 'plugin' | 'messages'> & { readonly schema: Tree }): FormTexts {
  const { i18n } = useTranslation()
  const t = useT()
  const host = useHost()
  const find = (from: string, key: string, values?: Readonly<Record<string, unknown>>) => {
    const text = host.translate(from, key, values)
    return text === key || text === `${from}.${key}` ? undefined : text
  }
  const fromSchema = (name: string, key: 'title' | 'description') => {
    const text: unknown = Reflect.get(propertyOf(schema, name), key)
    return typeof text === 'string' ? text : undefined
  }
  const own = (...path: readonly string[]) =>
    textAt(messages[i18n.language], ...path) ??
    textAt(messages['en'], ...path) ??
    find(plugin, ['config', ...path].join('.'))
  return {
    label: (name) => own(name, 'label') ?? fromSchema(name, 'title') ?? humanize(name),
    hint: (name) => own(name, 'hint') ?? fromSchema(name, 'description'),
    value: (name, value) => own(name, 'values', value) ?? value,
    problem: (code, values) =>
      find('plugin-manager', `problems.${code}`, values) ??
      find(SHELL, `resource.problems.${code}`, values) ??
      t('problems.invalid'),
  }
}

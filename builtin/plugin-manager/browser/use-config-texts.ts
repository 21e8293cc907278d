import { SHELL, useHost, useT } from '@spawnpoint/sdk/browser'
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

/** Texts of a configuration: the plugin's messages `config.<name>.label` and `.hint`, else the schema's, else the name. */
export function useConfigTexts(plugin: string, schema: Readonly<Record<string, unknown>>): FormTexts {
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
  return {
    label: (name) => find(plugin, `config.${name}.label`) ?? fromSchema(name, 'title') ?? humanize(name),
    hint: (name) => find(plugin, `config.${name}.hint`) ?? fromSchema(name, 'description'),
    value: (name, value) => find(plugin, `config.${name}.values.${value}`) ?? value,
    problem: (code, values) =>
      find('plugin-manager', `problems.${code}`, values) ??
      find(SHELL, `resource.problems.${code}`, values) ??
      t('problems.invalid'),
  }
}

import type { SettingView } from '@spawnpoint/contracts/settings'
import { SHELL, useFormat, useHost, useT, type BrowserHost } from '@spawnpoint/sdk/browser'
import { useMemo } from 'react'
import { issueOfValue, readIssue, type FormField, type FormTexts } from '@spawnpoint/sdk/form'
import { settingField } from './setting-field.ts'

type Translate = ReturnType<typeof useT>

const scales = {
  megabytes: { per: 1024, step: 1, key: 'units.gigabytes' },
  percent: { per: 1, step: 25, key: 'units.percent' },
} as const

/** The server does not say of what a size is; the schema does. */
const codeOfSize = (schema: SettingView['schema'], code: string): string => {
  const ofText = schema['type'] === 'string'
  if (code === 'too_small') return ofText ? 'too_short' : 'number_too_small'
  if (code === 'too_big') return ofText ? 'too_long' : 'number_too_big'
  return code
}

/** `smtp_from` reads as `Smtp from` where no language has a word for it. */
const humanise = (key: string): string => {
  const text = key.replaceAll(/[_.-]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Words of settings: those of the plugin that declares one, else our own (the kernel has none), else its key. */
export function createSettingTexts(
  host: Pick<BrowserHost, 'translate'>,
  t: Translate,
  number: (value: number) => string,
) {
  const known = (text: string, plugin: string, key: string) =>
    text === key || text === `${plugin}.${key}` ? undefined : text
  const find = (plugin: string, key: string, values?: Readonly<Record<string, unknown>>) =>
    known(host.translate(plugin, key, values), plugin, key)
  const own = (key: string, values?: Readonly<Record<string, unknown>>) =>
    known(t(key, values), 'settings', key)
  const ask = ({ plugin }: SettingView, key: string, values?: Readonly<Record<string, unknown>>) =>
    find(plugin, key, values) ?? own(key, values)
  const choice = (setting: SettingView, value: string) =>
    ask(setting, `settings.${setting.key}.options.${value}`) ?? value

  /** A number with its unit: megabytes from one GB on as GB. */
  const amount = ({ unit }: SettingView, value: number): string => {
    if (!unit) return String(value)
    if (unit === 'megabytes' && value < 1024) return t('units.megabytes', { value: number(value) })
    return t(scales[unit].key, { value: number(value / scales[unit].per) })
  }
  const field = (setting: SettingView): FormField => {
    const scale = setting.unit && scales[setting.unit]
    if (!scale) return settingField(setting)
    const unit = t(scale.key, { value: '' }).trim()
    return { ...settingField(setting), amount: { per: scale.per, step: scale.step, unit, plain: true } }
  }
  const bound = (setting: SettingView, size: unknown) =>
    typeof size === 'number' ? amount(setting, size) : ''
  /** By its code; the server's own sentence stays as it is. */
  const problem = (setting: SettingView, coded: string): string => {
    const { plugin, schema } = setting
    // A code may carry what was measured: `contrast_dark:3.2`.
    const [code = coded, measured] = coded.includes(' ') ? [coded] : coded.split(':')
    const limits = {
      minimum: bound(setting, schema['minimum'] ?? schema['minLength']),
      maximum: bound(setting, schema['maximum'] ?? schema['maxLength']),
      measured,
    }
    return (
      find(plugin, `problems.${code}`, limits) ??
      find(plugin, `errors.${code}`, limits) ??
      own(`problems.${code}`, limits) ??
      find(SHELL, `resource.problems.${codeOfSize(schema, code)}`, limits) ??
      (code.includes(' ') ? code : t('problems.invalid'))
    )
  }
  /** Names addresses whole, as other programs want them pasted. */
  const hint = (setting: SettingView) =>
    ask(setting, `settings.${setting.key}.hint`, { origin: window.location.origin })
  const label = (setting: SettingView) =>
    ask(setting, `settings.${setting.key}.label`) ?? humanise(setting.key)
  const value = (setting: SettingView, given: unknown): string => {
    if (setting.audience === 'secret') return t(given === '' ? 'notSet' : 'newSecret')
    if (typeof given === 'boolean') return t(given ? 'on' : 'off')
    if (given === '' || given === null || given === undefined) return t('nothing')
    if (typeof given === 'number') return amount(setting, given)
    return typeof given === 'object' ? JSON.stringify(given) : choice(setting, String(given))
  }
  const head = ({ plugin, table }: SettingView, kind: 'row' | 'column') =>
    table ? host.translate(plugin, `settings.tables.${table.id}.${kind}s.${table[kind]}`) : ''
  return {
    choice,
    field,
    head,
    problem,
    label,
    hint,
    owner: (plugin: string) => own(`owners.${plugin}`) ?? find(plugin, 'title') ?? humanise(plugin),
    value,
    /** A value as the log has it: of a secret only whether it was set. */
    logged: (setting: SettingView, given: unknown): string =>
      setting.audience === 'secret' ? t(given === 'not set' ? 'notSet' : 'set') : value(setting, given),
    /** Checks a value before the server does; returns an error code. */
    check(setting: SettingView, value: unknown): string | undefined {
      const issue = issueOfValue(field(setting), value)
      return issue ? readIssue(issue, value)[0] : undefined
    },
    /** The messages of a setting's form field. */
    texts: (setting: SettingView): FormTexts => ({
      marksOptional: false,
      label: () => label(setting),
      hint: () => hint(setting),
      value: (_name, value) => choice(setting, value),
      problem: (code) => problem(setting, code),
    }),
  }
}

export type SettingTexts = ReturnType<typeof createSettingTexts>

export function useSettingTexts(): SettingTexts {
  const host = useHost()
  const t = useT()
  const { number } = useFormat()
  return useMemo(() => createSettingTexts(host, t, number), [host, t, number])
}

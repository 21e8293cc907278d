import type { SettingView } from '@spawnpoint/contracts/settings'
import { useHost, useT, type BrowserHost } from '@spawnpoint/sdk/browser'
import { useMemo } from 'react'
import { findProblem, limitsOf } from './field-kind.ts'

type Translate = ReturnType<typeof useT>

/** `smtp_from` reads as `Smtp from` where no language has a word for it. */
const humanise = (key: string): string => {
  const text = key.replaceAll(/[_.-]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Words of settings: those of the plugin that declares one, else our own (the kernel has none), else its key. */
export function createSettingWords(host: Pick<BrowserHost, 'translate'>, t: Translate) {
  const known = (text: string, plugin: string, key: string) =>
    text === key || text === `${plugin}.${key}` ? undefined : text
  const find = (plugin: string, key: string, values?: Readonly<Record<string, unknown>>) =>
    known(host.translate(plugin, key, values), plugin, key)
  const own = (key: string, values?: Readonly<Record<string, unknown>>) =>
    known(t(key, values), 'settings', key)
  const ask = ({ plugin }: SettingView, key: string) => find(plugin, key) ?? own(key)
  const choice = (setting: SettingView, value: string) =>
    ask(setting, `settings.${setting.key}.options.${value}`) ?? value

  /** By its code; the server's own sentence stays as it is. */
  const problem = ({ plugin, schema }: SettingView, code: string): string => {
    const { ofText, ...limits } = limitsOf(schema)
    return (
      find(plugin, `problems.${code}`, limits) ??
      find(plugin, `errors.${code}`, limits) ??
      (ofText ? own(`problems.${code}_text`, limits) : undefined) ??
      own(`problems.${code}`, limits) ??
      (code.includes(' ') ? code : t('problems.invalid'))
    )
  }
  return {
    choice,
    problem,
    label: (setting: SettingView) => ask(setting, `settings.${setting.key}.label`) ?? humanise(setting.key),
    hint: (setting: SettingView) => ask(setting, `settings.${setting.key}.hint`),
    owner: (plugin: string) => own(`owners.${plugin}`) ?? find(plugin, 'title') ?? humanise(plugin),
    value(setting: SettingView, value: unknown): string {
      if (setting.audience === 'secret') return t(value === '' ? 'notSet' : 'newSecret')
      if (typeof value === 'boolean') return t(value ? 'on' : 'off')
      if (value === '' || value === null || value === undefined) return t('nothing')
      return typeof value === 'object' ? JSON.stringify(value) : choice(setting, String(value))
    },
    /** Client-side validation; returns an error code. */
    check: (setting: SettingView, value: unknown) => findProblem(setting.schema, value),
  }
}

export type SettingWords = ReturnType<typeof createSettingWords>

export function useSettingWords(): SettingWords {
  const host = useHost()
  const t = useT()
  return useMemo(() => createSettingWords(host, t), [host, t])
}

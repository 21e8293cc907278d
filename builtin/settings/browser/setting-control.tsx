import type { SettingView } from '@spawnpoint/contracts/settings'
import { Select, Switch, TextArea, TextField } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { choicesOf, fieldKind, type FieldKind } from './field-kind.ts'
import { SecretField } from './secret-field.tsx'
import type { SettingWords } from './setting-words.ts'

export interface SettingControlProps {
  readonly setting: SettingView
  readonly words: SettingWords
  /** The value to show: the edit, else what is stored. For a secret the edit alone. */
  readonly value: unknown
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (value: unknown) => void
  readonly onUndo: () => void
}

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const limit = (schema: SettingView['schema'], name: string) =>
  typeof schema[name] === 'number' ? schema[name] : undefined

const wordsOf = ({ setting, words, error }: SettingControlProps) => ({
  label: words.label(setting),
  hint: words.hint(setting),
  error,
})

const TextControl = (props: SettingControlProps) => {
  const { setting, value, disabled, onChange } = props
  const isAddress = /(_url|_website)$/.test(setting.key)
  return (
    <TextField
      {...wordsOf(props)}
      name={setting.key}
      inputMode={isAddress ? 'url' : undefined}
      placeholder={isAddress ? 'https://' : undefined}
      maxLength={limit(setting.schema, 'maxLength')}
      disabled={disabled}
      value={asText(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const NumberControl = (props: SettingControlProps) => {
  const { setting, value, disabled, onChange } = props
  return (
    <TextField
      {...wordsOf(props)}
      name={setting.key}
      type="number"
      inputMode="numeric"
      min={limit(setting.schema, 'minimum')}
      max={limit(setting.schema, 'maximum')}
      step={setting.schema['type'] === 'integer' ? 1 : 'any'}
      disabled={disabled}
      value={asText(value)}
      onChange={({ target }) => onChange(target.value === '' ? '' : Number(target.value))}
    />
  )
}

const LinesControl = (props: SettingControlProps) => {
  const { setting, value, disabled, onChange } = props
  const isCode = setting.rootOnly
  return (
    <TextArea
      {...wordsOf(props)}
      name={setting.key}
      rows={isCode ? 12 : 5}
      className={isCode ? 'font-mono' : ''}
      spellCheck={!isCode}
      disabled={disabled}
      value={asText(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const ListControl = (props: SettingControlProps) => {
  const { setting, value, disabled, onChange } = props
  const lines = Array.isArray(value) ? value.join('\n') : asText(value)
  return (
    <TextArea
      {...wordsOf(props)}
      name={setting.key}
      disabled={disabled}
      value={lines}
      onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
    />
  )
}

const ChoiceControl = (props: SettingControlProps) => {
  const { setting, words, value, disabled, onChange } = props
  return (
    <Select
      {...wordsOf(props)}
      name={setting.key}
      disabled={disabled}
      options={choicesOf(setting).map((choice) => ({ value: choice, label: words.choice(setting, choice) }))}
      value={asText(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const SwitchControl = (props: SettingControlProps) => (
  <Switch
    {...wordsOf(props)}
    name={props.setting.key}
    disabled={props.disabled}
    checked={props.value === true}
    onChange={({ target }) => props.onChange(target.checked)}
  />
)

const SecretControl = (props: SettingControlProps) => (
  <SecretField
    {...wordsOf(props)}
    isSet={props.setting.isSet}
    canEmpty={!limit(props.setting.schema, 'minLength')}
    disabled={props.disabled}
    pending={typeof props.value === 'string' ? props.value : undefined}
    onChange={props.onChange}
    onKeep={props.onUndo}
  />
)

const controls: Readonly<Record<FieldKind, (props: SettingControlProps) => ReactNode>> = {
  switch: SwitchControl,
  number: NumberControl,
  choice: ChoiceControl,
  lines: LinesControl,
  list: ListControl,
  text: TextControl,
  secret: SecretControl,
}

export const SettingControl = (props: SettingControlProps) => {
  const Control = controls[fieldKind(props.setting)]
  return <Control {...props} />
}

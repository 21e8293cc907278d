import { useHost, useT } from '@spawnpoint/sdk/browser'
import { PasswordField, Select, Switch, TextArea, TextField } from '@spawnpoint/sdk/ui'
import type { ConfigField } from './config-schema.ts'

const humanise = (name: string) => {
  const text = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.-]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
}

/** Labels of a configuration: the plugin's message `config.<name>.label`, else the schema's title, else the name. */
function useFieldWords(plugin: string, field: ConfigField) {
  const host = useHost()
  const find = (part: string) => {
    const key = `config.${field.name}.${part}`
    const text = host.translate(plugin, key)
    return text === key || text === `${plugin}.${key}` ? undefined : text
  }
  return {
    label: find('label') ?? field.title ?? humanise(field.name),
    hint: find('hint') ?? field.description,
  }
}

export const ConfigFieldControl = ({
  plugin,
  field,
  value,
  error,
  isSet,
  disabled,
  onChange,
}: {
  plugin: string
  field: ConfigField
  value: string | boolean
  error: string | undefined
  isSet: boolean
  disabled: boolean
  onChange: (value: string | boolean) => void
}) => {
  const t = useT()
  const { label, hint } = useFieldWords(plugin, field)
  const shared = { label, hint, error, name: field.name, disabled, required: field.isRequired }
  if (field.kind === 'switch')
    return (
      <Switch
        {...shared}
        required={false}
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
    )
  const bound = {
    ...shared,
    value: String(value),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (field.kind === 'secret')
    return (
      <PasswordField
        {...bound}
        required={field.isRequired && !isSet}
        autoComplete="new-password"
        placeholder={t(isSet ? 'config.secretSet' : 'config.secretNotSet')}
      />
    )
  if (field.kind === 'choice')
    return (
      <Select
        {...bound}
        {...(field.isRequired ? {} : { placeholder: t('config.noChoice') })}
        options={field.choices.map((choice) => ({ value: choice, label: choice }))}
      />
    )
  if (field.kind === 'lines' || field.kind === 'json')
    return <TextArea {...bound} spellCheck={false} className={field.kind === 'json' ? 'font-mono' : ''} />
  if (field.kind === 'number') return <TextField {...bound} inputMode="decimal" />
  return <TextField {...bound} />
}

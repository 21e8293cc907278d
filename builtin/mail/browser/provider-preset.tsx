import { smtpPresets } from '@spawnpoint/contracts/mail'
import { useT } from '@spawnpoint/sdk/browser'
import { Select } from '@spawnpoint/sdk/ui'

interface ProviderPresetProps {
  readonly edits: Readonly<Record<string, unknown>>
  readonly edit: (key: string, value: unknown) => void
}

const filled = ['smtp_host', 'smtp_port', 'smtp_encryption', 'smtp_user'] as const

/** Fills the form in for a common provider; nothing is saved by it. */
export const ProviderPreset = ({ edits, edit }: ProviderPresetProps) => {
  const t = useT()
  const chosen = smtpPresets.find(({ smtp_host }) => smtp_host === edits['smtp_host'])
  const choose = (id: string) => {
    const preset = smtpPresets.find((each) => each.id === id)
    if (!preset) return
    for (const key of filled) if (preset[key] !== undefined) edit(key, preset[key])
  }
  return (
    <Select
      label={t('staff.presets.label')}
      hint={chosen ? t(`staff.presets.hints.${chosen.id}`) : t('staff.presets.hint')}
      placeholder={t('staff.presets.choose')}
      value={chosen?.id ?? ''}
      options={smtpPresets.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ target }) => choose(target.value)}
    />
  )
}

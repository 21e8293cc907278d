import { defaultUiSettings, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { IconButton } from '@spawnpoint/sdk/ui'
import { RefreshCw } from '@spawnpoint/sdk/ui/icons'
import { useId, type ReactNode } from 'react'
import { SettingField, type GroupName } from './setting-field.tsx'

/** A group of the settings that can be put back by itself. */
export const SettingGroup = ({
  group,
  fields,
  children,
}: {
  group: GroupName
  fields: readonly string[]
  children?: ReactNode
}) => {
  const t = useT()
  const id = useId()
  const { uiSettings } = useHost()
  const isUsual = useStore(
    uiSettings,
    (settings) => JSON.stringify(settings[group]) === JSON.stringify(defaultUiSettings[group]),
  )
  const name = t(`groups.${group}.title`)
  return (
    <section aria-labelledby={id} className="border-b border-border py-4 first:pt-0 last:border-b-0">
      <header className="flex items-center gap-2 pb-3">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="text-sm">
            {name}
          </h3>
          <p className="sp-hint">{t(`groups.${group}.text`)}</p>
        </div>
        <IconButton
          size="sm"
          label={t('reset.group', { name })}
          icon={<RefreshCw aria-hidden />}
          aria-disabled={isUsual}
          onClick={() => uiSettings.setState({ [group]: defaultUiSettings[group] })}
        />
      </header>
      <div className="grid gap-3">
        {fields.map((field) => (
          <SettingField key={field} group={group} field={field} />
        ))}
        {children}
      </div>
    </section>
  )
}

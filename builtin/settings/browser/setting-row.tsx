import type { SettingView } from '@spawnpoint/contracts/settings'
import { useT } from '@spawnpoint/sdk/browser'
import { FieldControl } from '@spawnpoint/sdk/form'
import { Button, classNames } from '@spawnpoint/sdk/ui'
import type { SettingTexts } from './setting-texts.ts'

interface SettingRowProps {
  readonly setting: SettingView
  readonly words: SettingTexts
  /** The value to show: the edit, else the stored one. For a secret the edit alone. */
  readonly value: unknown
  readonly error: string | undefined
  readonly disabled: boolean
  readonly isPending: boolean
  readonly onChange: (value: unknown) => void
  readonly onUndo: () => void
}

/** A setting with the ways back: to what is stored, and to the default. */
export const SettingRow = (props: SettingRowProps) => {
  const t = useT()
  const { setting, words, value, error, disabled, isPending, onChange, onUndo } = props
  const isSecret = setting.audience === 'secret'
  // Where undoing leads to the default anyway, one way back is enough.
  const goal = isPending ? [value, setting.value] : [value]
  const isDefault = isSecret || goal.some((each) => JSON.stringify(each) === JSON.stringify(setting.default))
  return (
    <div
      className={classNames(
        'grid gap-1.5 border-s-2 px-4 py-3',
        isPending
          ? 'border-s-accent bg-accent/5'
          : 'border-s-transparent forced-colors:border-s-[color:Canvas]',
      )}
    >
      <div className={setting.rootOnly ? '' : 'max-w-2xl'}>
        <FieldControl
          field={words.field(setting)}
          texts={words.texts(setting)}
          error={error}
          bound={{
            name: setting.key,
            value,
            disabled,
            onChange: (next) => (next === undefined ? onUndo() : onChange(next ?? '')),
          }}
        />
      </div>
      {setting.rootOnly && disabled && <p className="text-xs text-warning">{t('rootOnly')}</p>}
      {!disabled && (isPending || !isDefault) && (
        <div className="flex flex-wrap items-center gap-2">
          {isPending && !isSecret && (
            <Button size="sm" onClick={onUndo}>
              {t('undo')}
              <span className="sp-hidden">: {words.label(setting)}</span>
            </Button>
          )}
          {!isDefault && (
            <Button size="sm" onClick={() => onChange(setting.default)}>
              {t('useDefault', { value: words.value(setting, setting.default) })}{' '}
              <span className="sp-hidden">({words.label(setting)})</span>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

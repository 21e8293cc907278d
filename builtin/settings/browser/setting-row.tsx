import { useT } from '@spawnpoint/sdk/browser'
import { Button, classNames } from '@spawnpoint/sdk/ui'
import { SettingControl, type SettingControlProps } from './setting-control.tsx'

interface SettingRowProps extends SettingControlProps {
  readonly isPending: boolean
}

/** A setting with the ways back: to what is stored, and to the default. */
export const SettingRow = ({ isPending, ...props }: SettingRowProps) => {
  const t = useT()
  const { setting, words, value, disabled, onChange, onUndo } = props
  const isSecret = setting.audience === 'secret'
  // Where undoing leads to the default anyway, one way back is enough.
  const goal = isPending ? [value, setting.value] : [value]
  const isDefault = isSecret || goal.some((each) => JSON.stringify(each) === JSON.stringify(setting.default))
  return (
    <div
      className={classNames(
        'grid gap-1.5 border-s-2 px-4 py-3',
        isPending ? 'border-s-accent bg-accent/5' : 'border-s-transparent',
      )}
    >
      <div className={setting.rootOnly ? '' : 'max-w-2xl'}>
        <SettingControl {...props} />
      </div>
      {setting.rootOnly && disabled && <p className="text-xs text-warning">{t('rootOnly')}</p>}
      {!disabled && (isPending || !isDefault) && (
        <div className="-ms-2 flex flex-wrap items-center gap-1">
          {isPending && !isSecret && (
            <Button size="sm" variant="ghost" onClick={onUndo}>
              {t('undo')}
              <span className="sp-hidden">: {words.label(setting)}</span>
            </Button>
          )}
          {!isDefault && (
            <Button size="sm" variant="ghost" onClick={() => onChange(setting.default)}>
              {t('useDefault', { value: words.value(setting, setting.default) })}
              <span className="sp-hidden">: {words.label(setting)}</span>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

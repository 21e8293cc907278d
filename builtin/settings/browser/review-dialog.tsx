import type { SettingView } from '@spawnpoint/contracts/settings'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Dialog, FormError } from '@spawnpoint/sdk/ui'
import type { SettingTexts } from './setting-texts.ts'
import { hasChangedMeanwhile, type Draft, type PendingChange } from './settings-draft.ts'

const LONG = 160

const cut = (text: string) => (text.length > LONG ? `${text.slice(0, LONG)}…` : text)

/** Two values of a setting, the earlier one crossed out. */
export const ValueChange = ({ before, after }: { before: string; after: string }) => (
  <span className="text-sm text-muted wrap-anywhere">
    <del>{cut(before)}</del> <span aria-hidden="true">→</span>{' '}
    <ins className="text-text no-underline">{cut(after)}</ins>
  </span>
)

const ChangeLine = ({
  setting,
  change,
  words,
}: {
  setting: SettingView
  change: PendingChange
  words: SettingTexts
}) => {
  const t = useT()
  const { ago } = useFormat()
  const { lastChange } = setting
  const before =
    setting.audience === 'secret' ? t(setting.isSet ? 'set' : 'notSet') : words.value(setting, setting.value)
  return (
    <li className="grid gap-1 border-b border-border py-3 last:border-0">
      <span className="text-sm font-medium">{words.label(setting)}</span>
      <ValueChange before={before} after={words.value(setting, change.value)} />
      {hasChangedMeanwhile(setting, change) && (
        <Alert tone="warning">
          {t('review.meanwhile', {
            name: lastChange?.by ?? t('review.somebody'),
            ago: lastChange ? ago(lastChange.at) : '',
            value: cut(words.value(setting, setting.value)),
          })}
        </Alert>
      )}
    </li>
  )
}

/** All that will be saved, before it is. */
export const ReviewDialog = ({
  open,
  draft,
  settings,
  words,
  saving,
  error,
  onSave,
  onClose,
}: {
  open: boolean
  draft: Draft
  settings: readonly SettingView[]
  words: SettingTexts
  saving: boolean
  error: string | null
  onSave: () => void
  onClose: () => void
}) => {
  const t = useT()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('review.title')}
      description={t('review.text')}
      dismissable={!saving}
      footer={
        <>
          <Button onClick={onClose} disabled={saving}>
            {t('review.back')}
          </Button>
          <Button variant="primary" loading={saving} onClick={onSave} data-autofocus>
            {t('review.save')}
          </Button>
        </>
      }
    >
      <FormError message={error} />
      <ul>
        {settings.map((setting) => {
          const change = draft[setting.key]
          return change && <ChangeLine key={setting.key} {...{ setting, change, words }} />
        })}
      </ul>
    </Dialog>
  )
}

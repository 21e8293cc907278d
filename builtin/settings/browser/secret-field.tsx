import { useT } from '@spawnpoint/sdk/browser'
import { Button, PasswordField, Status } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

interface SecretFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly isSet: boolean
  readonly canEmpty: boolean
  readonly disabled: boolean
  /** The new value; undefined keeps the stored secret. */
  readonly pending: string | undefined
  readonly onChange: (value: string) => void
  readonly onKeep: () => void
}

/** A secret is written, never read: set or not, replaced or emptied. */
export const SecretField = (props: SecretFieldProps) => {
  const { label, hint, error, isSet, canEmpty, disabled, pending, onChange, onKeep } = props
  const t = useT()
  const [isTyping, setTyping] = useState(false)
  const keep = () => {
    setTyping(false)
    onKeep()
  }
  const isThere = isSet && pending === undefined
  if (isTyping || pending)
    return (
      <div className="grid gap-1.5">
        <PasswordField
          label={label}
          hint={hint}
          error={error}
          autoComplete="new-password"
          value={pending ?? ''}
          onChange={({ target }) => (target.value === '' ? onKeep() : onChange(target.value))}
        />
        <div>
          <Button size="sm" variant="ghost" onClick={keep}>
            {t('keep')}
          </Button>
        </div>
      </div>
    )
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <div className="flex flex-wrap items-center gap-2">
        <Status tone={isThere ? 'success' : 'neutral'}>{t(isThere ? 'set' : 'notSet')}</Status>
        <Button size="sm" disabled={disabled} onClick={() => setTyping(true)}>
          {t(isSet ? 'replace' : 'enter')}
          <span className="sp-hidden">: {label}</span>
        </Button>
        {isThere && canEmpty && (
          <Button size="sm" variant="ghost" disabled={disabled} onClick={() => onChange('')}>
            {t('remove')}
            <span className="sp-hidden">: {label}</span>
          </Button>
        )}
      </div>
      {error && <p className="text-xs text-danger">{error}</p>}
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </div>
  )
}

import { Button, PasswordField, Status } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { useT } from '../hooks.ts'
import { SHELL } from '../host.ts'
import type { FieldInput } from './field-input.ts'

/** A secret is written, never read: it is set or not, and can be replaced or removed. An undefined value keeps it. */
export const SecretField = ({ field, bound, texts }: FieldInput) => {
  const t = useT(SHELL)
  const [isTyping, setTyping] = useState(false)
  const { label, hint, error } = texts
  const { stored = false, spec } = field
  const value = typeof bound.value === 'string' ? bound.value : undefined
  const keep = () => {
    setTyping(false)
    bound.onChange(undefined)
  }
  const isThere = value === undefined
  if (isTyping || value || !stored)
    return (
      <div className="grid gap-1.5">
        <PasswordField
          {...texts}
          {...bound}
          autoComplete="new-password"
          value={value ?? ''}
          onChange={({ target }) => bound.onChange(target.value === '' ? undefined : target.value)}
        />
        {stored && (
          <div>
            <Button size="sm" variant="ghost" onClick={keep}>
              {t('resource.secret.keep')}
            </Button>
          </div>
        )}
      </div>
    )
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <div className="flex flex-wrap items-center gap-2">
        <Status tone={isThere ? 'success' : 'neutral'}>
          {t(isThere ? 'resource.secret.set' : 'resource.secret.notSet')}
        </Status>
        <Button size="sm" disabled={bound.disabled} onClick={() => setTyping(true)}>
          {t('resource.secret.replace')}
          <span className="sp-hidden">: {label}</span>
        </Button>
        {isThere && spec.optional && (
          <Button size="sm" variant="ghost" disabled={bound.disabled} onClick={() => bound.onChange('')}>
            {t('resource.secret.remove')}
            <span className="sp-hidden">: {label}</span>
          </Button>
        )}
      </div>
      {error && <p className="sp-field-error">{error}</p>}
      {hint !== undefined && <p className="sp-hint">{hint}</p>}
    </div>
  )
}

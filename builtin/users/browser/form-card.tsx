import { useT } from '@spawnpoint/sdk/browser'
import { Button, Card } from '@spawnpoint/sdk/ui'
import type { FormEvent, ReactNode } from 'react'
import type { UserForm } from './use-user-form.ts'

/** A part of the one form; each part can save all of it. */
export const FormCard = ({ form, children }: { form: UserForm; children: ReactNode }) => {
  const t = useT()
  const locked = !form.base.editable
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.dirty && !form.saving) void form.save()
  }
  return (
    <Card>
      <form className="sp-form" noValidate onSubmit={submit}>
        {children}
        <div className="sp-form-actions">
          <Button disabled={!form.dirty || form.saving} onClick={form.reset}>
            {t('form.reset')}
          </Button>
          <Button type="submit" variant="primary" disabled={!form.dirty || locked} loading={form.saving}>
            {t('form.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

import { readUserLimits } from '@spawnpoint/contracts/servers'
import { useT } from '@spawnpoint/sdk/browser'
import { LoadFailure } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, ConfirmDialog, FormError, Skeleton, TextField } from '@spawnpoint/sdk/ui'
import type { FormEvent } from 'react'
import { LimitFields } from './limit-fields.tsx'
import { useLimitsForm, type UserLimits } from './use-limits-form.ts'

type Form = ReturnType<typeof useLimitsForm>

const Notices = ({ form, limits }: { form: Form; limits: UserLimits }) => {
  const t = useT()
  if (!limits.editable)
    return (
      <Alert tone="warning">{t(limits.self ? 'errors.SERVERS_SELF' : 'errors.SERVERS_EXCEEDS_OWN')}</Alert>
    )
  if (!form.stale || form.saving) return null
  const take = <Button onClick={() => form.adopt(limits.total)}>{t('userLimits.reload')}</Button>
  return (
    <Alert tone="warning" action={take}>
      {t('userLimits.stale')}
    </Alert>
  )
}

const Actions = ({ form, locked }: { form: Form; locked: boolean }) => {
  const t = useT()
  return (
    <div className="sp-form-actions">
      <Button disabled={!form.dirty || form.saving} onClick={() => form.adopt(form.base)}>
        {t('userLimits.reset')}
      </Button>
      <Button type="submit" variant="primary" disabled={!form.dirty || locked} loading={form.saving}>
        {t('userLimits.save')}
      </Button>
    </div>
  )
}

const Fields = ({ form, limits }: { form: Form; limits: UserLimits }) => {
  const t = useT()
  const disabled = !limits.editable
  const locked = disabled || form.stale
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.dirty && !locked && !form.saving) form.submit()
  }
  return (
    <form className="sp-form" onSubmit={submit} noValidate>
      <Notices form={form} limits={limits} />
      <FormError message={form.problem} />
      <LimitFields
        values={form.values}
        used={limits.used}
        bad={form.tried ? form.bad : []}
        below={form.below}
        disabled={disabled}
        onChange={form.setValues}
      >
        <TextField
          label={t('userLimits.reason')}
          hint={t('userLimits.reasonHint')}
          value={form.reason}
          maxLength={200}
          error={form.tried && form.reason.trim() === '' ? t('userLimits.noReason') : undefined}
          disabled={disabled}
          required
          onChange={(event) => form.setReason(event.target.value)}
        />
      </LimitFields>
      <Actions form={form} locked={locked} />
    </form>
  )
}

const LimitsForm = (props: { user: string; limits: UserLimits; refresh: () => void }) => {
  const t = useT()
  const { user, limits, refresh } = props
  const form = useLimitsForm(user, limits, refresh)
  return (
    <>
      <Fields form={form} limits={limits} />
      <ConfirmDialog
        open={form.asking}
        onClose={() => form.setAsking(false)}
        onConfirm={() => form.save(true)}
        title={t('userLimits.belowTitle')}
        text={t('userLimits.belowText')}
        confirmLabel={t('userLimits.save')}
        danger
      />
    </>
  )
}

/** A customer's limits over all servers, for staff to edit. */
export default function UserLimitsTab({ user }: { user: string }) {
  const t = useT()
  const { data, error, refetch } = useEndpoint(readUserLimits, { params: { user } })
  const refresh = () => void refetch()
  if (error && !data) return <LoadFailure error={error} onRetry={refresh} />
  return (
    <Card title={t('userLimits.title')} description={t('userLimits.description')}>
      {data ? (
        <LimitsForm key={user} user={user} limits={data} refresh={refresh} />
      ) : (
        <Skeleton shape="block" className="h-96" />
      )}
    </Card>
  )
}

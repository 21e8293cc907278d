import { listUserRoles } from '@spawnpoint/contracts/users'
import { useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Select, Switch, TextArea } from '@spawnpoint/sdk/ui'
import { FormCard } from './form-card.tsx'
import type { UserForm } from './use-user-form.ts'

/** Role and ban: nobody changes their own. */
export const RoleTab = ({ form }: { form: UserForm }) => {
  const t = useT()
  const { data } = useEndpoint(listUserRoles)
  const { base, values } = form
  const disabled = base.self || !base.editable
  const roles = data?.roles ?? [base.role]
  return (
    <FormCard form={form}>
      {base.self && <Alert>{t('form.self')}</Alert>}
      <Select
        name="role"
        label={t('columns.role')}
        hint={t('fields.roleHint')}
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.role}
        error={form.errorOf('role')}
        disabled={disabled}
        onChange={(event) => form.set({ role: event.target.value })}
      />
      <Switch
        name="banned"
        label={t('fields.banned')}
        hint={t('fields.bannedHint')}
        checked={values.banned}
        disabled={disabled}
        onChange={(event) => form.set({ banned: event.target.checked })}
      />
      {values.banned && (
        <TextArea
          name="bannedReason"
          label={t('fields.bannedReason')}
          hint={t('fields.bannedReasonHint')}
          rows={3}
          maxLength={500}
          value={values.bannedReason}
          error={form.errorOf('bannedReason')}
          disabled={disabled}
          required
          onChange={(event) => form.set({ bannedReason: event.target.value })}
        />
      )}
    </FormCard>
  )
}

import { useCan, useFormat, useT } from '@spawnpoint/sdk/browser'
import { Card, Code, CopyButton, KeyValue, Switch, TextField } from '@spawnpoint/sdk/ui'
import { FormCard } from './form-card.tsx'
import type { UserForm } from './use-user-form.ts'

const texts = [
  { name: 'firstName', type: 'text' },
  { name: 'lastName', type: 'text' },
  { name: 'email', type: 'email' },
] as const

const Facts = ({ form }: { form: UserForm }) => {
  const t = useT()
  const format = useFormat()
  const { id, username, createdAt, lastSeenAt, firstIp, lastIp } = form.base
  return (
    <Card title={t('facts.title')}>
      <KeyValue
        items={[
          {
            label: t('facts.id'),
            value: (
              <span className="sp-actions">
                <Code>{id}</Code> <CopyButton value={id} />
              </span>
            ),
          },
          { label: t('columns.username'), value: username },
          { label: t('facts.createdAt'), value: format.dateTime(createdAt) },
          { label: t('facts.lastSeenAt'), value: format.dateTime(lastSeenAt) },
          { label: t('facts.firstIp'), value: <Code>{firstIp}</Code> },
          { label: t('facts.lastIp'), value: <Code>{lastIp}</Code> },
        ]}
      />
    </Card>
  )
}

/** Names, e-mail and whether it is verified, and what the product knows besides. */
export const BasicTab = ({ form }: { form: UserForm }) => {
  const t = useT()
  const disabled = !form.base.editable
  const mayEmail = useCan('admin.users.email')
  const isMoved = form.values.email.toLowerCase() !== form.base.email.toLowerCase()
  return (
    <div className="sp-form">
      <FormCard form={form}>
        {texts.map(({ name, type }) => (
          <TextField
            key={name}
            name={name}
            type={type}
            label={t(`fields.${name}`)}
            value={form.values[name]}
            error={form.errorOf(name)}
            disabled={disabled || (name === 'email' && !mayEmail)}
            hint={name === 'email' ? t(mayEmail ? 'fields.emailHint' : 'fields.emailRight') : undefined}
            autoComplete="off"
            required
            onChange={(event) => form.set({ [name]: event.target.value })}
          />
        ))}
        <Switch
          name="verified"
          label={t('fields.verified')}
          hint={t('fields.verifiedHint')}
          checked={form.values.verified && !isMoved}
          disabled={disabled || !mayEmail || isMoved}
          onChange={(event) => form.set({ verified: event.target.checked })}
        />
      </FormCard>
      <Facts form={form} />
    </div>
  )
}

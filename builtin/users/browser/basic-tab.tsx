import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Card, Code, CopyButton, KeyValue } from '@spawnpoint/sdk/ui'
import type { UserDetails, UserForm } from './use-user-form.ts'
import { UserFields } from './user-fields.tsx'

const Facts = ({ user }: { user: UserDetails }) => {
  const t = useT()
  const format = useFormat()
  const { id, username, createdAt, lastSeenAt, firstIp, lastIp } = user
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

/** Names, email and whether it is verified, and what the product knows besides. */
export const BasicTab = ({ edit }: { edit: UserForm }) => {
  const email = String(edit.form.methods.watch('email'))
  // A new address starts as not verified.
  const isMoved = email.toLowerCase() !== edit.base.email.toLowerCase()
  return (
    <div className="sp-form max-w-[45rem]">
      <UserFields
        edit={edit}
        names={['firstName', 'lastName', 'email', 'verified']}
        change={(name) => (name === 'verified' && isMoved ? { disabled: true, shown: false } : {})}
      />
      <Facts user={edit.base} />
    </div>
  )
}

import { useT } from '@spawnpoint/sdk/browser'
import { Alert } from '@spawnpoint/sdk/ui'
import type { UserForm } from './use-user-form.ts'
import { UserFields } from './user-fields.tsx'

/** Role and ban: nobody changes their own. */
export const RoleTab = ({ edit }: { edit: UserForm }) => {
  const t = useT()
  const { self } = edit.base
  const isBanned = edit.form.methods.watch('banned') === true
  return (
    <UserFields
      edit={edit}
      names={['role', 'banned', ...(isBanned ? ['bannedReason'] : [])]}
      change={() => ({ disabled: self })}
    >
      {self && <Alert>{t('form.self')}</Alert>}
    </UserFields>
  )
}

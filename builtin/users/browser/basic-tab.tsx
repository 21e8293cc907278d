import { USER_PROFILE_SLOT } from '@spawnpoint/contracts/users'
import { Slot } from '@spawnpoint/sdk/browser'
import type { UserForm } from './use-user-form.ts'
import { UserFacts } from './user-facts.tsx'
import { UserFields } from './user-fields.tsx'

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
      <Slot name={USER_PROFILE_SLOT} user={edit.base} />
      <UserFacts user={edit.base} />
    </div>
  )
}

import { getUser, listUserRoles, listUsers, listUserSessions, updateUser } from '@spawnpoint/contracts/users'
import { SHELL, useCall, useCan, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useEditForm, type FormField, type FormTexts, type FormValues } from '@spawnpoint/sdk/form'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'

export type UserDetails = ReplyOf<typeof getUser>['item']
type Role = UserDetails['role']

const valuesOf = ({ role, ...user }: UserDetails): FormValues => ({ ...user, role: role.id })

const loadSchema = async () => (await import('@spawnpoint/contracts/users/schemas')).userFields.partial()

const fieldsFor = (roles: readonly Role[], mayEmail: boolean): readonly FormField[] => [
  { name: 'firstName', spec: { kind: 'text', min: 1, max: 64 } },
  { name: 'lastName', spec: { kind: 'text', min: 1, max: 64 } },
  { name: 'email', spec: { kind: 'email' }, disabled: !mayEmail },
  { name: 'verified', spec: { kind: 'boolean' }, disabled: !mayEmail },
  { name: 'role', spec: { kind: 'choice', values: roles.map(({ id }) => id) } },
  { name: 'banned', spec: { kind: 'boolean' } },
  { name: 'bannedReason', spec: { kind: 'multiline', min: 1, max: 500 } },
]

function useUserTexts(roles: readonly Role[], mayEmail: boolean): FormTexts {
  const t = useT()
  const { translate } = useHost()
  const hints: Readonly<Record<string, string>> = {
    email: mayEmail ? 'emailHint' : 'emailRight',
    verified: 'verifiedHint',
    role: 'roleHint',
    banned: 'bannedHint',
    bannedReason: 'bannedReasonHint',
  }
  return {
    label: (name) => t(name === 'role' ? 'columns.role' : `fields.${name}`),
    hint: (name) => (hints[name] === undefined ? undefined : t(`fields.${hints[name]}`)),
    value: (name, value) => (name === 'role' ? (roles.find(({ id }) => id === value)?.name ?? value) : value),
    problem: (code, values, name) => {
      // The server's own codes are in capitals.
      if (/^[A-Z]/.test(code)) return t(`errors.${code}`)
      return name === 'email' && code === 'invalid_format'
        ? t('problems.email')
        : translate(SHELL, `resource.problems.${code}`, values)
    },
  }
}

/** One form over all tabs, saved at once against the version it began with. */
export function useUserForm(user: UserDetails) {
  const t = useT()
  const host = useHost()
  const call = useCall()
  const reauthenticate = useReauthenticate()
  const mayEmail = useCan('admin.users.email')
  const roles = useEndpoint(listUserRoles).data?.roles ?? [user.role]
  const fields = fieldsFor(roles, mayEmail)
  const texts = useUserTexts(roles, mayEmail)
  const params = { id: user.id }
  const update = useAction(updateUser, { refreshes: [listUsers, getUser, listUserSessions] })
  const save = async (changes: FormValues, { version, banned }: UserDetails) => {
    // A reason is stored together with the ban that it is for.
    const isBanned = 'bannedReason' in changes && (changes['banned'] ?? banned) === true
    const body = { ...changes, ...(isBanned && { banned: true }), version }
    const { item } = await reauthenticate(() => update.mutateAsync({ params, body }))
    host.notify.toast({ title: t('form.saved'), tone: 'success' })
    if (item.self) await host.refreshSession('refresh')
    return item
  }
  const edit = useEditForm({
    fields,
    row: user,
    texts,
    valuesOf,
    schema: loadSchema,
    onlyChanges: true,
    save,
    reread: async () => (await call(getUser, { params })).item,
  })
  return { ...edit, fields, texts }
}

export type UserForm = ReturnType<typeof useUserForm>

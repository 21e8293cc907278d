import { getUser, listUsers, listUserSessions, updateUser } from '@spawnpoint/contracts/users'
import { CallError, useExplain, useHost, useT, useReauthenticate } from '@spawnpoint/sdk/browser'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { useState } from 'react'
import {
  changesOf,
  problemsOf,
  valuesOf,
  type UserDetails,
  type UserErrors,
  type UserValues,
} from './user-changes.ts'

const check = async (changes: Partial<UserValues>, values: UserValues): Promise<UserErrors> => {
  const { userFields } = await import('@spawnpoint/contracts/users/schemas')
  const read = userFields.partial().safeParse(changes)
  return read.success ? {} : problemsOf(read.error.issues, values)
}

/** Typed values compared with the server's last answer. */
function useUserDraft(user: UserDetails) {
  const t = useT()
  const [base, setBase] = useState(user)
  const [values, setValues] = useState(() => valuesOf(user))
  const [errors, setErrors] = useState<UserErrors>({})
  // The server's own codes are in capitals and have a sentence anyway.
  const wordFor = (code: string) => t(`${/^[A-Z]/.test(code) ? 'errors' : 'problems'}.${code}`)
  return {
    base,
    values,
    changes: changesOf(valuesOf(base), values),
    setErrors,
    hasErrors: Object.keys(errors).length > 0,
    errorOf: (name: keyof UserValues) => (errors[name] === undefined ? undefined : wordFor(errors[name])),
    set: (part: Partial<UserValues>) => setValues({ ...values, ...part }),
    /** Takes what the server has now; what was typed is dropped. */
    adopt(item: UserDetails) {
      setBase(item)
      setValues(valuesOf(item))
      setErrors({})
    },
  }
}

/** One draft over all tabs, saved at once against the version it began with. */
export function useUserForm(user: UserDetails) {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const { setErrors, ...draft } = useUserDraft(user)
  const { base, values, changes, adopt } = draft
  const [problem, setProblem] = useState<string | null>(null)
  const update = useAction(updateUser, { refreshes: [listUsers, getUser, listUserSessions] })

  const send = async () => {
    const body = { ...changes, version: base.version }
    const { item } = await reauthenticate(() => update.mutateAsync({ params: { id: base.id }, body }))
    adopt(item)
    host.notify.toast({ title: t('form.saved'), tone: 'success' })
    if (item.self) await host.refreshSession('refresh')
  }
  const fail = (error: unknown) => {
    const fields = error instanceof CallError ? error.fields : {}
    setErrors(fields)
    if (Object.keys(fields).length === 0) setProblem(explain(error))
  }
  const save = async () => {
    setProblem(null)
    const found = await check(changes, values)
    setErrors(found)
    if (Object.keys(found).length === 0) await send().catch(fail)
  }
  const dirty = Object.keys(changes).length > 0
  useUnsavedGuard(dirty)
  return { ...draft, problem, dirty, saving: update.isPending, save, reset: () => adopt(base) }
}

export type UserForm = ReturnType<typeof useUserForm>

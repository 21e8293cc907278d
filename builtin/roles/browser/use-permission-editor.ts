import {
  changePermissions,
  grantPermissions,
  listRolePermissions,
  revokePermissions,
  roleEndpoints,
} from '@spawnpoint/contracts/roles'
import { useCan, useHost, useReauthenticate } from '@spawnpoint/sdk/browser'
import { useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { useEffect, useState } from 'react'
import {
  isGranted,
  toChange,
  withChange,
  type Draft,
  type PermissionLine,
  type RolePermissions,
} from './permission-draft.ts'

const refreshes = [listRolePermissions, roleEndpoints.list]
const nothing: Draft = new Map()

/** The draft of a role's permissions, what may be done to it, and how it is saved. */
export function usePermissionEditor({ role, editable }: RolePermissions) {
  const host = useHost()
  const reauthenticate = useReauthenticate()
  const { restored, keep } = useKeptDraft<Draft>('permissions')
  const [draft, setDraft] = useState(restored ?? nothing)
  const [saving, setSaving] = useState(false)
  const can = {
    give: useCan('admin.permissions.create'),
    take: useCan('admin.permissions.delete'),
    both: useCan('admin.permissions.edit'),
  }
  const change = useAction(changePermissions, { refreshes })
  const give = useAction(grantPermissions, { refreshes })
  const take = useAction(revokePermissions, { refreshes })
  const params = { id: role.id }
  useUnsavedGuard(draft.size > 0 && !saving)
  useEffect(() => keep(draft.size > 0 ? draft : null), [keep, draft])

  const send = async ({ grant, revoke }: ReturnType<typeof toChange>) => {
    if (can.both) return change.mutateAsync({ params, body: { grant, revoke } })
    if (grant.length > 0) await give.mutateAsync({ params, body: { permissions: grant } })
    if (revoke.length > 0) await take.mutateAsync({ params, body: { permissions: revoke } })
  }
  const save = async () => {
    setSaving(true)
    try {
      await reauthenticate(() => send(toChange(draft)))
      setDraft(nothing)
      // It may have been the own role.
      await host.refreshSession('refresh')
    } finally {
      setSaving(false)
    }
  }
  const canFlip = (line: PermissionLine) =>
    editable && line.allowed && (can.both || (isGranted(nothing, line) ? can.take : can.give))
  return {
    draft,
    saving,
    save,
    canFlip,
    flip: (lines: readonly PermissionLine[], granted: boolean) => setDraft(withChange(draft, lines, granted)),
    reset: () => setDraft(nothing),
  }
}

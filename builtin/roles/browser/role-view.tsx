import { useCan, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { defineResourceView, type ViewRow } from '@spawnpoint/sdk/resource/browser'
import { LinkButton, RoleBadge } from '@spawnpoint/sdk/ui'
import { KeyRound } from '@spawnpoint/sdk/ui/icons'
import type { roles } from '../resource.ts'

type Row = ViewRow<typeof roles>

const PermissionsLink = ({ row }: { row: Row }) => {
  const host = useHost()
  const t = useT('roles')
  if (!useCan('admin.permissions.list')) return null
  return (
    <LinkButton
      to={host.pathTo('roles-permissions', { id: row.id })}
      variant="ghost"
      size="sm"
      icon={<KeyRound aria-hidden />}
      aria-label={t('permissions.openFor', { name: row.name })}
    >
      {t('permissions.open')}
    </LinkButton>
  )
}

const Members = ({ row: { members } }: { row: Row }) => {
  const t = useT('roles')
  const format = useFormat()
  return typeof members === 'number' ? format.number(members) : t('everybodyElse')
}

export default defineResourceView<typeof roles>({
  cells: {
    name: ({ name, color }) => <RoleBadge name={name} color={color} />,
    members: (row) => <Members row={row} />,
  },
  keptBecause: ({ core }) => (core ? 'errors.ROLES_CORE' : null),
  RowActions: PermissionsLink,
})

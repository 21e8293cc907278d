import { roleEndpoints, roles } from '@spawnpoint/contracts/roles'
import { useCan, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { resourcePages, type Row } from '@spawnpoint/sdk/resource/browser'
import { LinkButton, RoleBadge } from '@spawnpoint/sdk/ui'
import { KeyRound } from '@spawnpoint/sdk/ui/icons'

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
      aria-label={t('permissions.openFor', { name: row['name'] })}
    >
      {t('permissions.open')}
    </LinkButton>
  )
}

const Members = ({ row }: { row: Row }) => {
  const t = useT('roles')
  const format = useFormat()
  const { members } = row
  return typeof members === 'number' ? format.number(members) : t('everybodyElse')
}

export const rolePages = resourcePages(roles, {
  endpoints: roleEndpoints,
  schema: () => import('@spawnpoint/contracts/roles/schemas').then((schemas) => schemas.roleFields),
  form: [
    { name: 'name', kind: 'text' },
    { name: 'realName', kind: 'text' },
    { name: 'color', kind: 'color', initial: '#6b7280' },
  ],
  cells: {
    name: (row) => <RoleBadge name={String(row['name'])} color={String(row['color'])} />,
    members: (row) => <Members row={row} />,
  },
  RowActions: PermissionsLink,
})

import { listUserRoles, listUsers } from '@spawnpoint/contracts/users'
import { useSearchParams, useT } from '@spawnpoint/sdk/browser'
import { DataList, type ListFilter } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Page } from '@spawnpoint/sdk/ui'
import { SupportPinButton } from './support-pin-dialog.tsx'
import { useUserColumns, type ListedUser } from './use-user-columns.tsx'
import { UserView } from './user-view.tsx'

const useFilters = (): readonly ListFilter[] | null => {
  const t = useT()
  const { data, isError } = useEndpoint(listUserRoles)
  if (!data && !isError) return null
  const roles = data?.roles ?? []
  return [
    {
      key: 'role',
      label: t('columns.role'),
      values: roles.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      key: 'banned',
      label: t('list.banFilter'),
      values: [
        { value: 'false', label: t('list.notBanned') },
        { value: 'true', label: t('list.banned') },
      ],
    },
  ]
}

const UserList = () => {
  const t = useT()
  const columns = useUserColumns()
  const filters = useFilters()
  return (
    <Page
      title={t('pages.list.title')}
      description={t('pages.list.description')}
      actions={<SupportPinButton />}
    >
      <DataList<ListedUser>
        endpoint={listUsers}
        caption={t('pages.list.title')}
        columns={columns}
        rowKey={({ id }) => id}
        searchable
        searchLabel={t('list.search')}
        filters={filters ?? []}
        ready={filters !== null}
        sorted={{ column: 'createdAt', order: 'desc' }}
        empty={<Empty title={t('list.empty')} />}
      />
    </Page>
  )
}

/** All users, or the read-only page of the one that the address names. */
const ListPage = () => {
  const [address] = useSearchParams()
  const user = address.get('user')
  return user === null ? <UserList /> : <UserView id={user} />
}

export default ListPage

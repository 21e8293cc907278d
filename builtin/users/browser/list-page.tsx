import { listUserRoles, listUsers } from '@spawnpoint/contracts/users'
import { useFormat, useSearchParams, useT } from '@spawnpoint/sdk/browser'
import { DataList, type ListFilter } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Page } from '@spawnpoint/sdk/ui'
import { SupportPinButton } from './support-pin-dialog.tsx'
import { useUserColumns, type ListedUser } from './use-user-columns.tsx'
import { UserView } from './user-view.tsx'

/** The filters, which have their places before the roles are loaded. */
const useFilters = (): { readonly filters: readonly ListFilter[]; readonly ready: boolean } => {
  const t = useT()
  const { data, isError } = useEndpoint(listUserRoles)
  const roles = data?.roles ?? []
  const filters = [
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
  return { filters, ready: data !== undefined || isError }
}

const UserList = () => {
  const t = useT()
  const columns = useUserColumns()
  const { filters, ready } = useFilters()
  const { number } = useFormat()
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
        filters={filters}
        ready={ready}
        sorted={{ column: 'createdAt', order: 'desc' }}
        total={({ total }) => total !== undefined && t('list.total', { count: total, value: number(total) })}
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

import { fieldsOf, resourceCalls, routeOf } from '@spawnpoint/sdk/resource'
import { Empty, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { Plus } from '@spawnpoint/sdk/ui/icons'
import { useCan, useFormat } from '../hooks.ts'
import { useHost } from '../host.ts'
import { DataList } from '../list/data-list.tsx'
import type { ListFilter } from '../list/list-toolbar.tsx'
import { listColumns } from './list-columns.tsx'
import { useResourceTexts, type ResourceTexts } from './resource-texts.ts'
import type { Drawn, Row } from './resource-view.ts'

const CreateButton = ({ drawn: { resource }, texts }: { drawn: Drawn; texts: ResourceTexts }) => {
  const host = useHost()
  if (!useCan(resource.permissions.create)) return null
  return (
    <LinkButton variant="primary" to={host.pathTo(routeOf(resource, 'create'))} icon={<Plus aria-hidden />}>
      {texts.pageTitle('create')}
    </LinkButton>
  )
}

const filtersOf = ({ resource }: Drawn, texts: ResourceTexts): readonly ListFilter[] =>
  fieldsOf(resource, ({ column }) => column?.filter === true).map(
    ([key, { values = ['true', 'false'] }]) => ({
      key,
      label: texts.column(key),
      values: values.map((value) => ({ value, label: texts.value(key, value) })),
    }),
  )

/** The list page of a resource. */
export const ListView = ({ drawn }: { drawn: Drawn }) => {
  const { resource, view } = drawn
  const texts = useResourceTexts(resource)
  const calls = resourceCalls(resource)
  const { number } = useFormat()
  const create = <CreateButton {...{ drawn, texts }} />
  const actions = (
    <>
      {view.ListActions && <view.ListActions />}
      {create}
    </>
  )
  return (
    <Page title={texts.title} description={texts.description} actions={actions}>
      {view.BeforeList && <view.BeforeList />}
      <DataList<Row>
        endpoint={calls.list}
        caption={texts.title}
        columns={listColumns(drawn, texts)}
        rowKey={({ id }) => id}
        searchable={fieldsOf(resource, ({ column }) => column?.search === true).length > 0}
        filters={filtersOf(drawn, texts)}
        total={({ total }) =>
          total !== undefined &&
          texts.text('list.total', { count: total, value: number(total), total: number(total) })
        }
        {...(resource.plugin === resource.id && { exportHref: calls.exportCsv.path })}
        empty={<Empty title={texts.text('list.empty')} text={texts.text('list.emptyText')} action={create} />}
      />
    </Page>
  )
}

import { resourceCalls, routeOf } from '@spawnpoint/sdk/resource'
import { LinkButton, Page } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { DeclaredForm } from '../form/declared-form.tsx'
import type { FormValues } from '../form/form-values.ts'
import { StaleEditDialog } from '../form/stale-edit-dialog.tsx'
import { useEditForm } from '../form/use-edit-form.ts'
import { useNotices } from '../form/use-notices.ts'
import { useCall, useCan } from '../hooks.ts'
import { useHost } from '../host.ts'
import { useAction } from '../query.ts'
import { formFields, loadBodySchema } from './create-view.tsx'
import { crumbsOf, useResourceTexts, type ResourceTexts } from './resource-texts.ts'
import type { Drawn, Row } from './resource-view.ts'
import { StoredRow } from './stored-row.tsx'

/** Saves the changes against a version of the row, and reads what someone else saved. */
const useStored = ({ resource }: Drawn, texts: ResourceTexts, { id }: Row) => {
  const calls = resourceCalls(resource)
  const host = useHost()
  const call = useCall()
  const { toast } = useNotices()
  const { mutateAsync } = useAction(calls.update, { refreshes: [calls.list, calls.get] })
  const params = { id }
  const save = async (body: FormValues, { version }: Row) => {
    if (Object.keys(body).length > 0) await mutateAsync({ params, body: { ...body, version } })
    toast({ title: texts.text('form.saved'), tone: 'success' })
    host.navigate(host.pathTo(routeOf(resource, 'list')))
    return undefined
  }
  const reread = async () => (await call(calls.get, { params })).item
  return { save, reread }
}

const EditForm = ({ drawn, texts, row }: { drawn: Drawn; texts: ResourceTexts; row: Row }) => {
  const { resource, view } = drawn
  const host = useHost()
  const fields = formFields(resource).filter(({ spec }) => !spec.createOnly)
  const { form, base, staleDialog } = useEditForm({
    fields,
    row,
    texts,
    schema: () => loadBodySchema(resource),
    onlyChanges: true,
    ...useStored(drawn, texts, row),
  })
  return (
    <>
      {view.BeforeForm && <view.BeforeForm row={base} />}
      <DeclaredForm
        {...{ form, fields, texts }}
        options={resourceCalls(resource).options}
        cancelTo={host.pathTo(routeOf(resource, 'list'))}
        submitLabel={texts.text('form.save')}
      />
      {view.AfterForm && <view.AfterForm row={base} />}
      <StaleEditDialog {...staleDialog} />
    </>
  )
}

/** The list draws these beside a row; a phone has no place for them there. */
const RowActions = ({
  drawn: { resource, view },
  texts,
  row,
}: {
  drawn: Drawn
  texts: ResourceTexts
  row: Row
}) => {
  const host = useHost()
  const canDelete = useCan(resource.permissions.delete)
  const isKept = (view.keptBecause?.(row) ?? null) !== null
  return (
    <>
      {view.RowActions && <view.RowActions row={row} />}
      {canDelete && !isKept && (
        <LinkButton
          to={host.pathTo(routeOf(resource, 'delete'), { id: row.id })}
          variant="danger-quiet"
          icon={<Trash2 aria-hidden />}
        >
          {texts.text('list.delete')}
        </LinkButton>
      )}
    </>
  )
}

/** The edit page of a resource. */
export const EditView = ({ drawn }: { drawn: Drawn }) => {
  const host = useHost()
  const { resource } = drawn
  const texts = useResourceTexts(resource)
  const title = texts.pageTitle('edit')
  return (
    <StoredRow {...{ drawn, texts }}>
      {(row) => (
        <Page
          title={title}
          subject={String(row[resource.title] ?? '')}
          description={String(row[resource.title] ?? '')}
          breadcrumbs={crumbsOf(resource, texts, host.pathTo, title)}
          width="narrow"
          actions={<RowActions {...{ drawn, texts, row }} />}
        >
          <EditForm key={row.id} {...{ drawn, texts, row }} />
        </Page>
      )}
    </StoredRow>
  )
}

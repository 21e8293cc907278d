import { resourceCalls, routeOf } from '@spawnpoint/sdk/resource'
import { Page } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { CallError } from '../call-error.ts'
import { DeclaredForm } from '../form/declared-form.tsx'
import { rowValues, type FormValues } from '../form/form-values.ts'
import { StaleEditDialog, type StaleEdit } from '../form/stale-edit-dialog.tsx'
import { useDeclaredForm } from '../form/use-declared-form.ts'
import { useNotices } from '../form/use-notices.ts'
import { useCall } from '../hooks.ts'
import { useHost } from '../host.ts'
import { useAction } from '../query.ts'
import { formFields, loadBodySchema } from './create-view.tsx'
import { crumbsOf, useResourceTexts, type ResourceTexts } from './resource-texts.ts'
import type { Drawn, Row } from './resource-view.ts'
import { StoredRow } from './stored-row.tsx'

const isStale = (error: unknown) => error instanceof CallError && error.code === 'STALE_EDIT'

/** Saves the changes against the version that the form started from, or that the person chose to overwrite. */
const useSave = (
  { resource }: Drawn,
  texts: ResourceTexts,
  base: Row,
  onStale: (theirs: Row, mine: FormValues) => void,
) => {
  const calls = resourceCalls(resource)
  const host = useHost()
  const call = useCall()
  const { toast } = useNotices()
  const refreshes = [calls.list, calls.get]
  const { mutateAsync } = useAction(calls.update, { refreshes })
  const params = { id: base.id }
  return async (body: FormValues, version: number) => {
    try {
      if (Object.keys(body).length > 0) await mutateAsync({ params, body: { ...body, version } })
    } catch (error) {
      if (!isStale(error)) throw error
      const fresh = await call(calls.get, { params })
      // The reply's types are those of the resource's own schema.
      return onStale((fresh as { readonly item: Row }).item, body)
    }
    toast({ title: texts.text('form.saved'), tone: 'success' })
    host.navigate(host.pathTo(routeOf(resource, 'list')))
  }
}

const EditForm = ({ drawn, texts, row }: { drawn: Drawn; texts: ResourceTexts; row: Row }) => {
  const { resource, view } = drawn
  const host = useHost()
  const fields = formFields(resource).filter(({ spec }) => !spec.createOnly)
  // The form keeps its starting point: the cache may receive newer rows, which must not change what is typed.
  const [base, setBase] = useState(row)
  const [stale, setStale] = useState<StaleEdit<Row> | null>(null)
  const initial = rowValues(fields, base)
  const save = useSave(drawn, texts, base, (theirs, mine) => setStale({ base: initial, theirs, mine }))
  const form = useDeclaredForm({
    fields,
    initial,
    texts,
    schema: () => loadBodySchema(resource),
    onlyChanges: true,
    save: (body) => save(body, base.version),
  })
  const reload = (theirs: Row) => {
    setStale(null)
    setBase(theirs)
    form.methods.reset(rowValues(fields, theirs))
  }
  const overwrite = ({ theirs, mine }: StaleEdit<Row>) => {
    setStale(null)
    void form.runSave(() => save(mine, theirs.version))
  }
  return (
    <>
      <DeclaredForm
        {...{ form, fields, texts }}
        options={resourceCalls(resource).options}
        cancelTo={host.pathTo(routeOf(resource, 'list'))}
        submitLabel={texts.text('form.save')}
      />
      {view.AfterForm && <view.AfterForm row={base} />}
      <StaleEditDialog
        {...{ stale, fields, texts }}
        onClose={() => setStale(null)}
        onReload={reload}
        onOverwrite={overwrite}
      />
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
          description={String(row[resource.title] ?? '')}
          breadcrumbs={crumbsOf(resource, texts, host.pathTo, title)}
          width="narrow"
        >
          <EditForm key={row.id} {...{ drawn, texts, row }} />
        </Page>
      )}
    </StoredRow>
  )
}

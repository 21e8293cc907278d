import { Page } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { CallError } from '../call-error.ts'
import { useCall } from '../hooks.ts'
import { useHost } from '../host.ts'
import { useAction } from '../query.ts'
import type { Drawn, Row } from './resource-view.ts'
import { useResourceWords, type ResourceWords } from './resource-words.ts'
import { RowForm } from './row-form.tsx'
import { rowValues, type FormValues } from './row-values.ts'
import { StaleEditDialog, type StaleEdit } from './stale-edit-dialog.tsx'
import { StoredRow } from './stored-row.tsx'
import { useResourceMessages } from './use-resource-messages.ts'
import { useRowForm } from './use-row-form.ts'

const isStale = (error: unknown) => error instanceof CallError && error.code === 'STALE_EDIT'

/** Saves what changed, against the version that the form began with or that the person chose to overwrite. */
const useSave = (
  drawn: Drawn,
  words: ResourceWords,
  base: Row,
  onStale: (theirs: Row, mine: FormValues) => void,
) => {
  const { resource, endpoints } = drawn
  const host = useHost()
  const call = useCall()
  const { say } = useResourceMessages()
  const { mutateAsync } = useAction(endpoints.update, { refreshes: [endpoints.list, endpoints.get] })
  const params = { id: base.id }
  return async (body: FormValues, version: number) => {
    try {
      if (Object.keys(body).length > 0) await mutateAsync({ params, body: { ...body, version } })
    } catch (error) {
      if (!isStale(error)) throw error
      const fresh = await call(endpoints.get, { params })
      // The reply's types say `unknown` for what only the resource's own schema knows.
      return onStale((fresh as { item: Row }).item, body)
    }
    say({ title: words.word('form.saved'), tone: 'success' })
    host.navigate(host.pathTo(`${resource.id}-list`))
  }
}

const EditForm = ({ drawn, words, row }: { drawn: Drawn; words: ResourceWords; row: Row }) => {
  const fields = (drawn.form ?? []).filter((field) => !field.createOnly)
  // What the form began with: the cache may learn of newer rows meanwhile, which must not change what is typed.
  const [base, setBase] = useState(row)
  const [stale, setStale] = useState<StaleEdit | null>(null)
  const initial = rowValues(fields, base)
  const save = useSave(drawn, words, base, (theirs, mine) => setStale({ base: initial, theirs, mine }))
  const form = useRowForm({
    fields,
    initial,
    words,
    schema: drawn.schema,
    onlyChanges: true,
    save: (body) => save(body, base.version),
  })
  const reload = (theirs: Row) => {
    setStale(null)
    setBase(theirs)
    form.methods.reset(rowValues(fields, theirs))
  }
  const overwrite = ({ theirs, mine }: StaleEdit) => {
    setStale(null)
    void save(mine, theirs.version).catch(form.fail)
  }
  const { AfterForm } = drawn
  return (
    <>
      <RowForm
        {...{ form, fields, words }}
        listRoute={`${drawn.resource.id}-list`}
        submitLabel={words.word('form.save')}
      />
      {AfterForm && <AfterForm row={base} />}
      <StaleEditDialog
        {...{ stale, fields, words }}
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
  const words = useResourceWords(resource.id)
  const title = words.word('pages.edit.title')
  return (
    <StoredRow {...{ drawn, words }}>
      {(row) => (
        <Page
          title={title}
          description={String(row[resource.title] ?? '')}
          breadcrumbs={[
            { label: words.word('pages.list.title'), to: host.pathTo(`${resource.id}-list`) },
            { label: title },
          ]}
          width="narrow"
        >
          <EditForm key={row.id} {...{ drawn, words, row }} />
        </Page>
      )}
    </StoredRow>
  )
}

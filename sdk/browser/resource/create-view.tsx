import {
  fieldsOf,
  isWritable,
  resourceCalls,
  routeOf,
  type ListedRows,
  type Resource,
} from '@spawnpoint/sdk/resource'
import { Page } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { DeclaredForm } from '../form/declared-form.tsx'
import { newValues, type FormField, type FormValues } from '../form/form-values.ts'
import { useDeclaredForm } from '../form/use-declared-form.ts'
import { useNotices } from '../form/use-notices.ts'
import { useHost } from '../host.ts'
import { useAction } from '../query.ts'
import { crumbsOf, useResourceTexts } from './resource-texts.ts'
import type { Drawn } from './resource-view.ts'

/** The fields of a resource's forms. */
export const formFields = (resource: Resource): readonly FormField[] =>
  fieldsOf(resource, (spec) => isWritable(spec) && !spec.hidden).map(([name, spec]) => ({ name, spec }))

/** The schema of a resource's body; zod comes with it. */
export const loadBodySchema = (resource: Resource) =>
  import('./load-body-schema.ts').then((module) => module.bodySchema(resource))

const isFirstPage = (input: { readonly query?: unknown } | null) =>
  Object.keys(input?.query ?? {}).length === 0

/** The created row heads the list, whose first page shows the newest; searched, sorted and filtered pages load again. */
const withCreated = <R,>(page: ListedRows<R>, item: ListedRows<R>['items'][number]): ListedRows<R> => ({
  ...page,
  items: [item, ...page.items],
  total: page.total + 1,
})

/** The create page of a resource. */
export const CreateView = ({ drawn: { resource, view } }: { drawn: Drawn }) => {
  const host = useHost()
  const texts = useResourceTexts(resource)
  const { toast } = useNotices()
  const calls = resourceCalls(resource)
  const { mutateAsync } = useAction(calls.create, {
    onReply: ({ item }, cache) =>
      cache.update(calls.list, (page, input) => (isFirstPage(input) ? withCreated(page, item) : undefined)),
  })
  const fields = formFields(resource)
  const [initial] = useState(() => newValues(fields))
  const list = host.pathTo(routeOf(resource, 'list'))
  const save = async (body: FormValues) => {
    await mutateAsync({ body })
    toast({ title: texts.text('form.created'), tone: 'success' })
    host.navigate(list)
  }
  const schema = () => loadBodySchema(resource)
  const form = useDeclaredForm({ fields, initial, texts, schema, onlyChanges: false, save })
  const title = texts.pageTitle('create')
  return (
    <Page title={title} breadcrumbs={crumbsOf(resource, texts, host.pathTo, title)} width="narrow">
      <DeclaredForm
        {...{ form, fields, texts }}
        options={calls.options}
        cancelTo={list}
        submitLabel={texts.text('form.create')}
      />
      {view.AfterForm && <view.AfterForm row={null} />}
    </Page>
  )
}

import { Page } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { useHost } from '../host.ts'
import { useAction } from '../query.ts'
import type { Drawn } from './resource-view.ts'
import { useResourceWords } from './resource-words.ts'
import { RowForm } from './row-form.tsx'
import { newValues, type FormValues } from './row-values.ts'
import { useResourceMessages } from './use-resource-messages.ts'
import { useRowForm } from './use-row-form.ts'

/** The create page of a resource. */
export const CreateView = ({ drawn }: { drawn: Drawn }) => {
  const { resource, endpoints, form: fields = [], schema, AfterForm } = drawn
  const host = useHost()
  const words = useResourceWords(resource.id)
  const { say } = useResourceMessages()
  const listRoute = `${resource.id}-list`
  const { mutateAsync } = useAction(endpoints.create, { refreshes: [endpoints.list] })
  const [initial] = useState(() => newValues(fields))
  const save = async (body: FormValues) => {
    await mutateAsync({ body })
    say({ title: words.word('form.created'), tone: 'success' })
    host.navigate(host.pathTo(listRoute))
  }
  const form = useRowForm({ fields, initial, words, schema, onlyChanges: false, save })
  const title = words.word('pages.create.title')
  return (
    <Page
      title={title}
      description={words.find('pages.create.description')}
      breadcrumbs={[{ label: words.word('pages.list.title'), to: host.pathTo(listRoute) }, { label: title }]}
      width="narrow"
    >
      <RowForm {...{ form, fields, words, listRoute }} submitLabel={words.word('form.create')} />
      {AfterForm && <AfterForm row={null} />}
    </Page>
  )
}

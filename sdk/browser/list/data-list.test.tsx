import { defineEndpoint } from '@spawnpoint/sdk/common'
import { isValidElement } from 'react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { DataList } from './data-list.tsx'

const listNotes = defineEndpoint({
  method: 'GET',
  path: '/api/notes',
  summary: 'List notes',
  access: { user: true },
  reply: z.object({
    items: z.array(z.object({ id: z.string(), text: z.string() })),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
})

it('knows its rows from the reply of the endpoint, so that columns need no types', () => {
  const list = (
    <DataList
      endpoint={listNotes}
      caption="Notes"
      rowKey={(note) => note.id}
      columns={[{ id: 'text', header: 'Text', cell: (note) => note.text.toUpperCase() }]}
    />
  )
  expect(isValidElement(list)).toBe(true)
})

// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import ItemPictures from './browser/item-pictures.tsx'

beforeEach(() => {
  forgetAnswers()
  edits = {}
})
afterEach(cleanup)

const chip = { id: '019b0000-0000-7000-8000-000000000001', name: 'Chip', picture: '/p/chip.webp' }
const disk = { id: '019b0000-0000-7000-8000-000000000002', name: 'Platter', picture: '/p/disk.webp' }

let edits: Readonly<Record<string, unknown>> = {}

const Page = ({ canEdit }: { canEdit: boolean }) => {
  const [kept, setKept] = useState({})
  const edit = (key: string, value: unknown) => {
    edits = { ...kept, [key]: value }
    setKept(edits)
  }
  return <ItemPictures edits={kept} edit={canEdit ? edit : null} />
}

function show({ images = [chip, disk], canEdit = true } = {}) {
  const app = createFakeHost({
    plugin: 'store',
    session: { permissions: ['admin.settings.edit'] },
    answers: { 'GET /api/store/pictures': () => ({ chosen: { cpu: chip.id }, images }) },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="store">
        <DataProvider>
          <Page canEdit={canEdit} />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
}
const field = (name: string) => screen.findByLabelText<HTMLSelectElement>(name)

it('[STO10] starts with what is stored, and edits one item at a time', async () => {
  show()
  expect((await field('CPU')).value).toBe(chip.id)
  fireEvent.change(await field('Disk'), { target: { value: disk.id } })
  expect(edits).toEqual({ store_item_pictures: { cpu: chip.id, disk: disk.id } })
  fireEvent.change(await field('CPU'), { target: { value: '' } })
  expect(edits).toEqual({ store_item_pictures: { disk: disk.id } })
})

it('[STO10] says where images come from while there are none', async () => {
  show({ images: [] })
  expect(await screen.findByText('No images yet.')).toBeTruthy()
})

it('[STO10] is for reading without the permission to edit', async () => {
  show({ canEdit: false })
  expect((await field('CPU')).disabled).toBe(true)
})

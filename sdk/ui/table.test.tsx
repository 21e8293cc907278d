// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Empty, Table, type Column } from './index.ts'

afterEach(cleanup)

type User = { id: number; name: string }
const columns: Column<User>[] = [
  { id: 'name', header: 'Name', sortable: true, cell: (user) => user.name },
  { id: 'id', header: 'Number', align: 'end', cell: (user) => user.id },
]
const users = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Grace' },
]
const rowKey = (user: User) => user.id

it('shows its rows under a caption, each cell with its label for the narrow layout', () => {
  render(<Table caption="Users" columns={columns} rows={users} rowKey={rowKey} />)
  const table = screen.getByRole('table', { name: 'Users' })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(within(table).getByText('Ada').dataset['label']).toBe('Name')
})

it('says how it is sorted and asks for the other way round', async () => {
  const onSort = vi.fn()
  const sort = { column: 'name', direction: 'ascending' } as const
  render(<Table caption="Users" columns={columns} rows={users} rowKey={rowKey} sort={sort} onSort={onSort} />)
  expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByRole('button', { name: /Name/ }))
  expect(onSort).toHaveBeenCalledWith({ column: 'name', direction: 'descending' })
})

it('is busy with placeholders while it loads', () => {
  render(
    <Table caption="Users" columns={columns} rows={undefined} rowKey={rowKey} loading skeletonRows={4} />,
  )
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole('table').querySelectorAll('.sp-table-loading tr')).toHaveLength(4)
  expect(screen.getByRole('status').textContent).toBe('Loading…')
})

it('says when there is nothing', () => {
  render(
    <Table caption="Users" columns={columns} rows={[]} rowKey={rowKey} empty={<Empty title="No users" />} />,
  )
  expect(screen.getByRole('heading', { name: 'No users' })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

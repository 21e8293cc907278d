// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Empty, RowButton, Table, type Column } from './index.ts'
import { supportOverlays } from './testing.ts'

beforeAll(supportOverlays)
afterEach(() => {
  cleanup()
  window.innerWidth = 1024
})

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

it('shows its rows under a caption, text of two lines at most with all of it as its title', () => {
  render(<Table caption="Users" columns={columns} rows={users} rowKey={rowKey} />)
  const table = screen.getByRole('table', { name: 'Users' })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(within(table).getByText('Ada').title).toBe('Ada')
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
})

it('[OVL19] tells screen readers that it loads once that takes longer than a second', () => {
  vi.useFakeTimers()
  try {
    render(<Table caption="Users" columns={columns} rows={undefined} rowKey={rowKey} loading />)
    act(() => void vi.advanceTimersByTime(999))
    expect(screen.getByRole('status').textContent).toBe('')
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.getByRole('status').textContent).toBe('Loading…')
  } finally {
    vi.useRealTimers()
  }
})

it('follows the link of a row from any text in it, and leaves other buttons and marked text alone', async () => {
  const onOpen = vi.fn()
  const onDelete = vi.fn()
  const withLink: Column<User>[] = [
    { id: 'link', header: 'Link', cell: ({ name }) => <RowButton onClick={onOpen}>Open {name}</RowButton> },
    ...columns,
    {
      id: 'delete',
      header: 'Delete',
      cell: ({ name }) => (
        <button type="button" onClick={onDelete}>
          Delete {name}
        </button>
      ),
    },
  ]
  render(<Table caption="Users" columns={withLink} rows={users} rowKey={rowKey} />)
  await userEvent.click(screen.getByText('Ada'))
  expect(onOpen).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Delete Ada' }))
  await userEvent.click(screen.getByRole('button', { name: 'Open Grace' }))
  expect([onOpen.mock.calls.length, onDelete.mock.calls.length]).toEqual([2, 1])
  await userEvent.tripleClick(screen.getByText('Grace'))
  expect(window.getSelection()?.toString()).toBe('Grace')
  expect(onOpen).toHaveBeenCalledTimes(3)
})

it('says when there is nothing', () => {
  render(
    <Table caption="Users" columns={columns} rows={[]} rowKey={rowKey} empty={<Empty title="No users" />} />,
  )
  expect(screen.getByRole('heading', { name: 'No users' })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

describe('on a phone', () => {
  beforeEach(() => {
    window.innerWidth = 390
  })

  it('draws rows of two lines that open all that the columns have, with the buttons', async () => {
    const suspend = vi.fn()
    const all: Column<User>[] = [
      ...columns,
      { id: 'state', header: 'State', phone: 'badge', cell: () => 'Active' },
      { id: 'secret', header: 'Created', phone: 'hidden', cell: () => 'May 3' },
      {
        id: 'actions',
        header: 'Actions',
        hideHeader: true,
        cell: () => <button onClick={suspend}>Suspend</button>,
      },
    ]
    render(<Table caption="Users" columns={all} rows={users} rowKey={rowKey} />)
    const list = screen.getByRole('list', { name: 'Users' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['AdaActiveNumber: 1', 'GraceActiveNumber: 2'])
    await userEvent.click(within(list).getByRole('button', { name: 'Grace' }))
    const dialog = screen.getByRole('dialog', { name: 'Grace' })
    expect([...dialog.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      'Grace',
      '2',
      'Active',
      'May 3',
    ])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }))
    expect(suspend).toHaveBeenCalledOnce()
  })

  it('leaves out what has no value, and offers no details where the row has all', () => {
    const two: Column<User>[] = [
      { id: 'name', header: 'Name', cell: (user) => user.name },
      { id: 'mine', header: 'Mine', phone: 'line', cell: (user) => (user.id === 1 ? '–' : 'this') },
    ]
    render(<Table caption="Users" columns={two} rows={users} rowKey={rowKey} />)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Ada',
      'GraceMine: this',
    ])
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('sorts by a menu in place of the headers', async () => {
    const onSort = vi.fn()
    const sort = { column: 'name', direction: 'ascending' } as const
    render(
      <Table caption="Users" columns={columns} rows={users} rowKey={rowKey} sort={sort} onSort={onSort} />,
    )
    await userEvent.click(screen.getByRole('menuitem', { name: 'Name', hidden: true }))
    expect(onSort).toHaveBeenCalledWith({ column: 'name', direction: 'descending' })
  })
})

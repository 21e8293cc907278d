// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

it('[SDK71] draws a search without a warning in the DOM of the tests', () => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(<SearchField value="" onSearch={() => undefined} label="Search notes" placeholder="Name" />)
  expect(screen.getByRole('search').contains(screen.getByLabelText('Search notes'))).toBe(true)
  expect(warn.mock.calls).toEqual([])
  warn.mockRestore()
})

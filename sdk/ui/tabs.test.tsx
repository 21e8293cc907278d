// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Tabs } from './index.ts'

afterEach(cleanup)

const tabs = [
  { id: 'general', label: 'General', content: 'one' },
  { id: 'mail', label: 'Mail', content: 'two' },
  { id: 'logs', label: 'Logs', content: 'three' },
]

it('moves with arrows, Home and End, one tab stop in all', async () => {
  render(<Tabs label="Settings" tabs={tabs} />)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('General')
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Mail')
  expect(screen.getByRole('tabpanel', { name: 'Mail' }).textContent).toBe('two')
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('General')
  expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toHaveLength(1)
})

it('scrolls the bar to the open tab when it stands outside of it, and not otherwise', async () => {
  const rect = (left: number, width: number) => new DOMRect(left, 0, width, 30)
  const spy = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const index = ['General', 'Mail', 'Logs'].indexOf(this.textContent ?? '')
    return this.getAttribute('role') === 'tab' ? rect(index * 200, 100) : rect(0, 320)
  })
  render(<Tabs label="Settings" tabs={tabs} />)
  const bar = screen.getByRole('tablist')
  await userEvent.click(screen.getByRole('tab', { name: 'Mail' }))
  expect(bar.scrollLeft).toBe(0)
  await userEvent.click(screen.getByRole('tab', { name: 'Logs' }))
  expect(bar.scrollLeft).toBe(290)
  spy.mockRestore()
})

it('keeps what was typed in a tab while another one is open', async () => {
  const fields = tabs.map(({ id, label }) => ({ id, label, content: <input aria-label={`Note on ${id}`} /> }))
  render(<Tabs label="Settings" tabs={fields} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Note on general' }), 'half a sentence')
  await userEvent.click(screen.getByRole('tab', { name: 'Mail' }))
  expect(screen.getAllByRole('textbox').map(({ ariaLabel }) => ariaLabel)).toEqual(['Note on mail'])
  await userEvent.click(screen.getByRole('tab', { name: 'General' }))
  expect(screen.getByRole('textbox', { name: 'Note on general' })).toHaveProperty('value', 'half a sentence')
})

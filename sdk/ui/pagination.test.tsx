// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { AmountField } from './amount-field.tsx'
import { Pagination } from './pagination.tsx'

afterEach(cleanup)

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it('[OVL17] a step that leads no further keeps the focus, and does nothing', async () => {
  const onNext = vi.fn()
  const { rerender } = render(<Pagination onNext={onNext} />)
  await userEvent.click(button('Next'))
  for (const props of [{ loading: true, onNext }, { onPrevious: onNext }]) {
    rerender(<Pagination {...props} />)
    expect(document.activeElement).toBe(button('Next'))
    expect([button('Next').disabled, button('Next').ariaDisabled]).toEqual([false, 'true'])
    await userEvent.keyboard('{Enter}')
  }
  expect(onNext).toHaveBeenCalledOnce()
})

it('[OVL17] the buttons of an amount keep the focus at its ends', async () => {
  const Memory = () => {
    const [value, setValue] = useState<number | null>(1)
    const scale = { per: 1, step: 1, unit: 'GB' }
    return (
      <AmountField
        label="Memory"
        name="memory"
        value={value}
        onChange={setValue}
        min={1}
        max={2}
        scale={scale}
      />
    )
  }
  render(<Memory />)
  const [less, more] = screen.getAllByRole<HTMLButtonElement>('button')
  if (!less || !more) throw new Error('no buttons')
  await userEvent.click(more)
  expect([more.disabled, more.ariaDisabled, less.ariaDisabled]).toEqual([false, 'true', null])
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('2')
})

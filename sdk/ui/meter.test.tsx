// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Meter, ProgressBar } from './meter.tsx'

afterEach(cleanup)

const spoken = (name: string) => screen.getByRole('progressbar', { name }).getAttribute('aria-valuetext')

it('[SDK77] speaks the amounts in place of a percentage', () => {
  render(<Meter label="Memory" value={3} max={8} format={(amount) => `${amount} GB`} />)
  expect(spoken('Memory')).toBe('3 GB of 8 GB')
})

it('[SDK77] tells bars of the same label apart', () => {
  render(
    <>
      <ProgressBar about="Memory" label="You have" value={0.5} valueText="8 GB of 16 GB" />
      <ProgressBar about="Disk" label="You have" value={0.5} />
    </>,
  )
  expect(spoken('Memory: You have')).toBe('8 GB of 16 GB')
  expect(spoken('Disk: You have')).toBeNull()
})

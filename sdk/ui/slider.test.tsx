// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Slider } from './slider.tsx'

afterEach(cleanup)

it('[UIB4] reaches every stop, and the largest value where the steps do not meet it', () => {
  const chosen: number[] = []
  render(
    <Slider
      label="Limit"
      value={75}
      min={30}
      max={144}
      step={15}
      format={(value) => `${value} a second`}
      onChange={(value) => chosen.push(value)}
    />,
  )
  const slider = screen.getByRole('slider', { name: 'Limit' })
  expect(slider.getAttribute('aria-valuetext')).toBe('75 a second')
  for (let index = 0; index <= 8; index += 1) fireEvent.change(slider, { target: { value: String(index) } })
  expect(chosen).toEqual([30, 45, 60, 90, 105, 120, 135, 144])
})

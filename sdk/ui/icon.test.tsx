// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Icon } from './icon.tsx'

it('finds an icon by either spelling, and has one for a name it does not know', () => {
  const { container } = render(
    <>
      <Icon name="shopping-cart" />
      <Icon name="Trash2" />
      <Icon name="no-such-thing" />
    </>,
  )
  const drawn = [...container.querySelectorAll('svg')].map((svg) => svg.getAttribute('class') ?? '')
  expect(drawn[0]).toContain('shopping-cart')
  expect(drawn[1]).toContain('trash')
  expect(drawn[2]).toContain('puzzle')
})

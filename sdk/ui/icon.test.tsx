// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Icon } from './icon.tsx'

const drawn = (container: Element) =>
  [...container.querySelectorAll('svg')].map((svg) => svg.getAttribute('class') ?? '')

it('finds an icon by either spelling, and has one for a name it does not know', async () => {
  const { container } = render(
    <>
      <Icon name="shopping-cart" />
      <Icon name="Trash2" />
      <Icon name="no-such-thing" />
    </>,
  )
  await waitFor(() => expect(drawn(container)[1]).toContain('trash'))
  expect(drawn(container)[0]).toContain('shopping-cart')
  expect(drawn(container)[2]).toContain('puzzle')
})

it('draws what menus mostly name at once, and keeps the place of the others', async () => {
  const { container } = render(
    <>
      <Icon name="Server" className="size-4" />
      <Icon name="Egg" className="size-4" />
    </>,
  )
  expect(drawn(container)[0]).toContain('lucide-server')
  expect(drawn(container)[1]).toContain('size-4')
  await waitFor(() => expect(drawn(container)[1]).toContain('lucide-egg'))
})

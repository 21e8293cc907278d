// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Badge, Button, Row, Stack } from './index.ts'

afterEach(cleanup)

it('puts parts below each other and beside each other, in their order', () => {
  const { container } = render(
    <Stack gap="large">
      <Row align="between">
        <Badge>One</Badge>
        <Badge>Two</Badge>
      </Row>
      <Button>Three</Button>
    </Stack>,
  )
  expect(container.textContent).toBe('OneTwoThree')
  expect(screen.getByText('One').parentElement).toBe(screen.getByText('Two').parentElement)
  expect(container.firstElementChild?.className).toBe('sp-stack sp-gap-large')
  expect(container.firstElementChild?.firstElementChild?.className).toBe(
    'sp-line sp-gap-small sp-line-between',
  )
})

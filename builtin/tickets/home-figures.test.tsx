// @vitest-environment jsdom
import { countQueue, readTicketFigures } from '@spawnpoint/contracts/tickets'
import type { HomeFigure } from '@spawnpoint/sdk/browser'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import HomeFigures from './browser/home-figures.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const Figure = ({ label, value, note, trend = [] }: HomeFigure) => (
  <p>{`${label}: ${value} ${note}, ${trend.join(' ')}`}</p>
)
const Page = () => <HomeFigures Figure={Figure} />

it('[TIC51] draws what was opened and closed over the last days, beside what is open now', async () => {
  await renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { queue: Page } },
    {
      at: '/mc-admin/tickets',
      person: { permissions: ['admin.tickets.list'] },
      prepare: ({ server }) => {
        server.answer(countQueue, () => ({ active: 7, unanswered: 2, urgent: 1, mine: 0 }))
        server.answer(readTicketFigures, () => ({ opened: [3, 0, 2], closed: [1, 1, 4] }))
      },
    },
  )
  const lines = (await screen.findAllByText(/tickets: \d/)).map(({ textContent }) => textContent)
  expect(lines).toEqual(['Open tickets: 7 1 urgent, 10 9 7', 'New tickets: 5 6 closed in 30 days, 3 0 2'])
})

// @vitest-environment jsdom
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { HostProvider, PluginProvider, type BrowserHost } from './host.ts'
import { DataProvider, forgetAnswers, useAction, useEndpoint } from './query.ts'
import { createStore } from './store.ts'

afterEach(() => {
  cleanup()
  forgetAnswers()
})

const list = { method: 'GET', path: '/api/notes' } as AnyEndpoint
const save = { method: 'POST', path: '/api/notes' } as AnyEndpoint

it('shows the state after an action, though the first answer was still under way when it ended', async () => {
  const answers: ((answer: object) => void)[] = []
  const host = {
    location: createStore(() => ({ path: '/', search: '', hash: '' })),
    call: ({ method }: AnyEndpoint) =>
      method === 'POST' ? Promise.resolve({}) : new Promise((resolve) => answers.push(resolve)),
  } as unknown as BrowserHost
  const Notes = () => {
    const { data } = useEndpoint(list)
    const { mutate } = useAction(save, { refreshes: [list] })
    return <button onClick={() => mutate({} as never)}>{String((data as { state?: string })?.state)}</button>
  }
  render(
    <HostProvider value={host}>
      <PluginProvider value="notes">
        <DataProvider>
          <Notes />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  await act(async () => screen.getByRole('button').click())
  expect(answers).toHaveLength(2)
  await act(async () => answers[0]?.({ state: 'before' }))
  await act(async () => answers[1]?.({ state: 'after' }))
  expect(await screen.findByText('after')).toBeTruthy()
})

// @vitest-environment jsdom
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CallError } from './call-error.ts'
import { connection } from './connection.ts'
import { HostProvider, PluginProvider, type BrowserHost } from './host.ts'
import { DataProvider, forgetAnswers, useAction, useEndpoint } from './query.ts'
import { createStore } from './store.ts'

afterEach(() => {
  cleanup()
  forgetAnswers()
  vi.useRealTimers()
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

it('[SDK73] leaves alone what a write has deleted, and loads it again where it is opened later', async () => {
  const note = { method: 'GET', path: '/api/notes/:id' } as AnyEndpoint
  const remove = { method: 'DELETE', path: '/api/notes/:id' } as AnyEndpoint
  const calls: string[] = []
  const host = {
    location: createStore(() => ({ path: '/', search: '', hash: '' })),
    call: ({ method, path }: AnyEndpoint) => {
      calls.push(`${method} ${path}`)
      return Promise.resolve({ state: 'there' })
    },
  } as unknown as BrowserHost
  const Note = ({ name }: { name: string }) => {
    const { data } = useEndpoint(note)
    const { mutate } = useAction(remove, { refreshes: [list], removes: [note] })
    return (
      <button onClick={() => mutate({} as never)}>{`${name} ${(data as { state?: string })?.state}`}</button>
    )
  }
  const Notes = () => <p>{useEndpoint(list).status}</p>
  const draw = (name: string) => (
    <HostProvider value={host}>
      <PluginProvider value="notes">
        <DataProvider>
          <Notes />
          <Note key={name} name={name} />
        </DataProvider>
      </PluginProvider>
    </HostProvider>
  )
  const { rerender } = render(draw('first'))
  await act(async () => (await screen.findByText('first there')).click())
  expect(calls).toEqual(['GET /api/notes', 'GET /api/notes/:id', 'DELETE /api/notes/:id', 'GET /api/notes'])
  rerender(draw('second'))
  await act(async () => void (await screen.findByText('second there')))
  expect(calls.slice(4)).toEqual(['GET /api/notes/:id'])
})

it('says that an answer does not come, and asks no further, where the server is there and this address is blocked', async () => {
  vi.useFakeTimers()
  let [calls, losses] = [0, 0]
  const host = {
    location: createStore(() => ({ path: '/', search: '', hash: '' })),
    call: () => {
      calls += 1
      return Promise.reject(new CallError({ code: 'NETWORK', status: 0 }))
    },
  } as unknown as BrowserHost
  // As the product does: it asks the server itself, which answers.
  const stop = connection.subscribe(({ isLost }) => {
    if (!isLost) return
    losses += 1
    queueMicrotask(connection.restore)
  })
  const Notes = () => <p>{useEndpoint(list).status}</p>
  render(
    <HostProvider value={host}>
      <DataProvider>
        <Notes />
      </DataProvider>
    </HostProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  stop()
  expect(screen.getByText('error')).toBeTruthy()
  expect([calls, losses]).toEqual([4, 1])
})

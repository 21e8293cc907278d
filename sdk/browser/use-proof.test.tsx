// @vitest-environment jsdom
import { defineEndpoint } from '@spawnpoint/sdk/common'
import {
  CallError,
  createStore,
  HostProvider,
  useProof,
  useRequestKey,
  type BrowserHost,
} from '@spawnpoint/sdk/browser'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

beforeAll(supportOverlays)
afterEach(cleanup)

const give = defineEndpoint({
  method: 'POST',
  path: '/api/keys/proof',
  summary: 'Prove',
  access: { user: true },
  body: z.strictObject({ password: z.string() }),
  reply: z.object({}),
})

const refuse = (code: string, status: number, fields = {}) => new CallError({ code, status, fields })

const noMessages = createInstance()
void noMessages.init({ lng: 'en', resources: {}, initAsync: false })

/** A page with one button, whose work wants a proof until the right password was given. */
function show() {
  const seen: string[] = []
  let isProven = false
  const host = {
    location: createStore(() => ({ path: '/', search: '', hash: '' })),
    locale: createStore(() => 'EN'),
    i18n: noMessages,
    explain: (plugin: string, error: unknown) => `${plugin}: ${String(error)}`,
    async call(_endpoint: unknown, { body }: { body: { password: string } }) {
      if (body.password === 'too often') throw refuse('KEYS_TOO_MANY_TRIES', 429)
      if (body.password !== 'right') throw refuse('KEYS_WRONG', 400, { password: 'wrong' })
      isProven = true
      return {}
    },
  } as unknown as BrowserHost // Only what the dialog reaches.
  const Page = () => {
    const { proof, prove } = useProof(give)
    const work = async () => {
      if (!isProven) throw refuse('PROOF_REQUIRED', 403)
      return 'done'
    }
    const run = () =>
      prove(work).then(
        (answer) => seen.push(answer),
        (error: CallError) => seen.push(error.code),
      )
    return (
      <>
        <button type="button" onClick={() => void run()}>
          work
        </button>
        {proof}
      </>
    )
  }
  render(
    <HostProvider value={host}>
      <Page />
    </HostProvider>,
  )
  return seen
}

const begin = () => userEvent.click(screen.getByRole('button', { name: 'work' }))
const type = async (password: string) => {
  const field = await screen.findByLabelText('proof.password')
  await userEvent.clear(field)
  await userEvent.type(field, `${password}{Enter}`)
}

it('asks for the password, says when it is wrong, and does the work once it is right', async () => {
  const seen = show()
  await begin()
  await type('wrong')
  expect(await screen.findByText('proof.wrong')).toBeTruthy()
  await type('too often')
  expect(await screen.findByText('keys: CallError: KEYS_TOO_MANY_TRIES')).toBeTruthy()
  await type('right')
  await expect.poll(() => seen).toEqual(['done'])
  expect(screen.queryByLabelText('proof.password')).toBeNull()
})

it('throws what the server said when the visitor cancels, and can be asked again', async () => {
  const seen = show()
  await begin()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await expect.poll(() => seen).toEqual(['PROOF_REQUIRED'])
  await begin()
  await type('right')
  await expect.poll(() => seen).toEqual(['PROOF_REQUIRED', 'done'])
})

it('keeps the key of an attempt that nobody answered, and takes another after an answer', async () => {
  const { result } = renderHook(() => useRequestKey())
  const keys: string[] = []
  const attempt = (outcome: Error | null) =>
    act(() =>
      result
        .current(async (key) => {
          keys.push(key)
          if (outcome) throw outcome
        })
        .catch(() => undefined),
    )
  await attempt(refuse('NETWORK', 0))
  await attempt(refuse('UNAVAILABLE', 503))
  await attempt(refuse('STORE_INSUFFICIENT_COINS', 409))
  await attempt(null)
  await attempt(null)
  const [first, second, third, fourth, fifth] = keys
  expect([second, third]).toEqual([first, first])
  expect(new Set([first, fourth, fifth]).size).toBe(3)
})

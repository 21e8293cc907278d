// @vitest-environment jsdom
import {
  CallError,
  createStore,
  HostProvider,
  useReauthenticate,
  type BrowserHost,
} from '@spawnpoint/sdk/browser'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { uiTextDefaults } from '@spawnpoint/sdk/ui'
import { createInstance } from 'i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createReauthentication } from './reauthentication.ts'
import { ReauthenticationHost } from './reauthentication-dialog.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const refuse = (code: string, status: number, fields = {}) => new CallError({ code, status, fields })

const kitMessages = createInstance()
void kitMessages.init({
  lng: 'en',
  resources: { en: { shell: { ...uiTextDefaults } } },
  initAsync: false,
  keySeparator: false,
})

/** Two buttons whose actions want the password until the right one was given. */
function show() {
  const seen: string[] = []
  let isGiven = false
  const { question, run } = createReauthentication()
  const location = createStore(() => ({ path: '/', search: '', hash: '' }))
  const host = {
    location,
    locale: createStore(() => 'EN'),
    i18n: kitMessages,
    reauthenticate: run,
    explain: (plugin: string, error: unknown) => `${plugin}: ${String(error)}`,
    async call(_endpoint: unknown, { body }: { body: { password: string } }) {
      if (body.password === 'too often') throw refuse('TOO_MANY_TRIES', 429)
      if (body.password !== 'right') throw refuse('WRONG', 400, { password: 'wrong' })
      isGiven = true
      return {}
    },
  } as unknown as BrowserHost // Only what the dialog reaches.
  const Page = () => {
    const reauthenticate = useReauthenticate()
    const perform = (done: string) =>
      reauthenticate(async () => {
        if (!isGiven) throw refuse('REAUTHENTICATION_REQUIRED', 403)
        return done
      }).then(
        (answer) => seen.push(answer),
        (error: CallError) => seen.push(error.code),
      )
    return (
      <>
        <button type="button" onClick={() => void perform('saved')}>
          save
        </button>
        <button type="button" onClick={() => void Promise.all([perform('one'), perform('two')])}>
          save both
        </button>
      </>
    )
  }
  render(
    <HostProvider value={host}>
      <Page />
      <ReauthenticationHost question={question} />
    </HostProvider>,
  )
  const go = (path: string, hash = '') => location.setState({ path, search: '', hash })
  return { seen, go }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = async (password: string) => {
  const field = await screen.findByLabelText('reauthentication.password')
  await userEvent.clear(field)
  await userEvent.type(field, `${password}{Enter}`)
}

it('asks for the password, says when it is wrong, and repeats the action once it is right', async () => {
  const { seen } = show()
  await press('save')
  await type('wrong')
  expect(await screen.findByText('reauthentication.wrong')).toBeTruthy()
  await type('too often')
  expect(await screen.findByText('shell: CallError: TOO_MANY_TRIES')).toBeTruthy()
  await type('right')
  await expect.poll(() => seen).toEqual(['saved'])
  expect(screen.queryByLabelText('reauthentication.password')).toBeNull()
})

it('throws the error of the server when the visitor cancels, and can be asked again', async () => {
  const { seen } = show()
  await press('save')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await expect.poll(() => seen).toEqual(['REAUTHENTICATION_REQUIRED'])
  await press('save')
  await type('right')
  await expect.poll(() => seen).toEqual(['REAUTHENTICATION_REQUIRED', 'saved'])
})

it('asks once for actions that fail together', async () => {
  const { seen } = show()
  await press('save both')
  await type('right')
  await expect.poll(() => seen.toSorted()).toEqual(['one', 'two'])
})

it('[OVL13] goes with the page that asked for the password, and stays while only its tab changes', async () => {
  const { seen, go } = show()
  await press('save')
  expect(await screen.findByLabelText('reauthentication.password')).toBeTruthy()
  await act(async () => go('/', '#security'))
  expect(screen.getByLabelText('reauthentication.password')).toBeTruthy()
  expect(seen).toEqual([])
  act(() => go('/dashboard'))
  await expect.poll(() => seen).toEqual(['REAUTHENTICATION_REQUIRED'])
  expect(screen.queryByLabelText('reauthentication.password')).toBeNull()
})

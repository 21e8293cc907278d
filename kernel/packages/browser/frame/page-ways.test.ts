// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { dialogs } from '../../../../sdk/ui/dialogs.ts'
import { createPageWays } from './page-ways.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const setUp = (over: { isActive?: boolean; capabilities?: readonly string[]; isFocused?: boolean } = {}) => {
  const { isActive = true, capabilities = [], isFocused = true } = over
  const frame = document.body.appendChild(document.createElement('iframe'))
  if (isFocused) frame.focus()
  const open = vi.fn()
  const writeText = vi.fn(async (_text: string) => undefined)
  let guard: (() => Promise<boolean>) | null = null
  const undo = vi.fn()
  // Only what the ways read of a window.
  const window = {
    open,
    location: new URL('https://dash.example.com/p/acme'),
    navigator: { userActivation: { isActive, hasBeenActive: isActive }, clipboard: { writeText } },
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }
  const ways = createPageWays(
    {
      frame,
      plugin: { id: 'acme', capabilities },
      host: {
        guardNavigation: (ask) => {
          guard = ask
          return undo
        },
      },
      messages: { translate: (_plugin, key) => key },
    },
    window as unknown as Window,
  )
  return { ways, open, writeText, window, undo, leave: () => guard?.() }
}

it.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
  ['/p/acme/more', 'https://dash.example.com/p/acme/more'],
  ['/api/acme/export', 'https://dash.example.com/api/acme/export'],
])('[RTP22] opens %s in a tab that knows nothing of the page', (address, href) => {
  const { ways, open } = setUp()
  ways.openTab(address)
  expect(open).toHaveBeenCalledExactlyOnceWith(href, '_blank', 'noopener,noreferrer')
})

it.each([
  ['a script', 'javascript:alert(1)', 'E_FRAME_LINK acme'],
  ['a document of the frame', 'blob:https://dash.example.com/1', 'E_FRAME_LINK acme'],
  ['data', 'data:text/html,x', 'E_FRAME_LINK acme'],
  ['a page of others', '/dashboard', 'E_CAPABILITY acme: add "navigate"'],
  ['a page of others by its whole address', 'https://dash.example.com/p/acme/../other', 'E_CAPABILITY acme'],
  ['a call', '/api/user/session', 'E_FRAME_LINK acme'],
  ['a call by another spelling', '/p/acme/../../API/user/session', 'E_FRAME_LINK acme'],
])('[RTP2] opens no tab for %s', (_what, address, sentence) => {
  const { ways, open } = setUp()
  expect(() => ways.openTab(address)).toThrow(sentence)
  expect(open).not.toHaveBeenCalled()
})

it('[RTP22] opens pages of others where the plugin may lead to them', () => {
  const { ways, open } = setUp({ capabilities: ['navigate'] })
  ways.openTab('/terms-of-service')
  expect(open).toHaveBeenCalledOnce()
  expect(() => ways.openTab('/api/user/session')).toThrow('E_FRAME_LINK')
})

it.each([
  ['nothing was pressed', { isActive: false }],
  ['something else has the focus', { isFocused: false }],
])('[RTP2] opens, saves and copies nothing where %s', async (_when, over) => {
  const createObjectURL = vi.fn(() => 'blob:x')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
  const { ways, open, writeText } = setUp(over)
  expect(() => ways.openTab('https://example.com')).toThrow('E_FRAME_PRESS acme')
  expect(() => ways.saveFile('a.txt', new Blob(['x']))).toThrow('E_FRAME_PRESS acme')
  await expect(ways.copy('x')).rejects.toThrow('E_FRAME_PRESS acme')
  expect([open, writeText, createObjectURL].flatMap(({ mock }) => mock.calls)).toEqual([])
})

it('[RTP22] asks the visitor before unsaved text is lost, but for a move of the frame itself', async () => {
  const { ways, leave, undo, window } = setUp()
  ways.setUnsaved(true)
  expect(window.addEventListener).toHaveBeenCalledWith('beforeunload', expect.any(Function))
  const leaving = leave()
  expect(dialogs.getState()).toMatchObject([{ title: 'resource.form.unsavedTitle' }])
  // Asked again, the first question is gone.
  const again = leave()
  expect(await leaving).toBe(false)
  dialogs.getState()[0]?.answer(true)
  expect(await again).toBe(true)
  let own: Promise<boolean> | undefined
  ways.move(() => {
    own = leave()
  })
  expect(await own).toBe(true)
  const last = leave()
  ways.end()
  expect(await last).toBe(false)
  expect([undo.mock.calls.length, window.removeEventListener.mock.calls.length]).toEqual([1, 1])
})

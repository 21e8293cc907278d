// @vitest-environment jsdom
import {
  readBackground,
  removeAvatar,
  removeBackground,
  uploadAvatar,
  uploadBackground,
} from '@spawnpoint/contracts/avatars'
import { defineBuiltin } from '@spawnpoint/sdk/common'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { Avatar } from '@spawnpoint/sdk/ui'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import AvatarCard from './browser/avatar-card.tsx'
import BackgroundCard from './browser/background-card.tsx'
import BackgroundLink from './browser/background-link.tsx'

const id = '0198c0de-0000-7000-8000-0123456789ab'
const drawn: number[][] = []
let decodes = true

// The pictures of a browser, which jsdom has not: each is 800 × 400, and what is cut out is noted.
beforeAll(() => {
  supportOverlays()
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  HTMLImageElement.prototype.decode = async () => {
    if (!decodes) throw new Error('no picture')
  }
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(400)
  const context = { drawImage: (_image: unknown, ...numbers: number[]) => void drawn.push(numbers) }
  // Only what the dialog calls.
  HTMLCanvasElement.prototype.getContext = (() => context) as never
  HTMLCanvasElement.prototype.toBlob = (done, type) => done(new Blob(['cut'], { type: type ?? '' }))
  HTMLElement.prototype.setPointerCapture = () => undefined
})
beforeEach(() => {
  drawn.length = 0
  decodes = true
})
afterEach(cleanup)

const page = defineBuiltin({
  id: 'avatars',
  title: '%title%',
  description: '%description%',
  icon: 'User',
  contributes: {
    routes: [{ id: 'card', path: '/card', area: 'user', module: 'card', title: '%title%' }],
  },
  modules: { card: 'card.tsx' },
})

const open = ({ isOn = true, avatar = null }: { isOn?: boolean; avatar?: string | null } = {}) =>
  renderPlugin(
    { manifest: page, folder: import.meta.dirname, modules: { card: AvatarCard } },
    {
      at: '/card',
      person: { user: { uuid: id, username: 'ada', avatar } },
      settings: { avatars_enabled: isOn },
      prepare: ({ server }) => {
        server.answer(uploadAvatar, () => ({ url: '/api/pictures/1/web.webp' }))
        server.answer(removeAvatar, () => ({}))
      },
    },
  )

const pick = async () => {
  const file = new File(['bytes'], 'me.png', { type: 'image/png' })
  await userEvent.upload(await screen.findByLabelText('Drop an image here or paste it'), file)
}

describe('a person without a picture', () => {
  const figureOf = (element: React.ReactElement) => {
    const { container, unmount } = render(element)
    const html = container.innerHTML
    unmount()
    return html
  }

  it('[AVA1] is drawn from the id, whatever the name is, and different from others', () => {
    const figure = figureOf(<Avatar id={id} name="ada" />)
    expect(figure).toContain('<path d="M')
    expect(figure).not.toContain('<img')
    expect(figure, 'a hue that no theme changes').toMatch(/style="--hue: \d+;"/)
    expect(figureOf(<Avatar id={id} name="renamed" src={null} />)).toBe(figure)
    const others = Array.from({ length: 50 }, (_, index) =>
      figureOf(<Avatar id={`${id.slice(0, -2)}${String(index).padStart(2, '0')}`} name="ada" />),
    )
    expect(new Set(others).size).toBe(50)
  })

  it('[AVA1] is also drawn where the picture cannot be loaded', () => {
    const { container } = render(<Avatar id={id} name="ada" src="/gone.webp" />)
    const picture = container.querySelector('img')
    expect(picture).toBeTruthy()
    if (picture) fireEvent.error(picture)
    expect(container.innerHTML).toBe(figureOf(<Avatar id={id} name="ada" />))
  })
})

describe('the card of the own picture', () => {
  it('[AVA9] uploads the square that the dialog shows, moved and enlarged by keys', async () => {
    const { server } = await open()
    await pick()
    const stage = await screen.findByRole('button', { name: 'Visible area' })
    fireEvent.keyDown(stage, { key: 'ArrowLeft', shiftKey: true })
    fireEvent.keyDown(stage, { key: 'ArrowLeft' })
    await userEvent.click(screen.getByRole('button', { name: 'Save picture' }))
    await waitFor(() => expect(server.calls(uploadAvatar)).toHaveLength(1))
    expect(drawn[0]).toEqual([248, 0, 400, 400, 0, 0, 320, 320])
    const sent = server.calls(uploadAvatar)[0]?.body
    expect(sent).toBeInstanceOf(FormData)
    expect((sent as FormData).get('file')).toMatchObject({ type: 'image/webp' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('[AVA8] follows pointer, two fingers, wheel and keys', async () => {
    await open()
    await pick()
    const stage = await screen.findByRole('button', { name: 'Visible area' })
    stage.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 200 }) as DOMRect
    const widthOf = () => stage.querySelector('img')?.style.width
    const leftOf = () => stage.querySelector('img')?.style.left
    expect([widthOf(), leftOf()]).toEqual(['200%', '-50%'])
    const at = (pointerId: number, clientX: number) => ({ pointerId, clientX, clientY: 100 })
    fireEvent.pointerDown(stage, at(1, 100))
    fireEvent.pointerMove(stage, at(1, 120))
    expect(leftOf()).toBe('-40%')
    fireEvent.pointerDown(stage, at(2, 140))
    fireEvent.pointerMove(stage, at(2, 160))
    expect(widthOf()).toBe('400%')
    fireEvent.pointerUp(stage, at(1, 120))
    fireEvent.pointerUp(stage, at(2, 160))
    fireEvent.pointerMove(stage, at(1, 0))
    expect(widthOf()).toBe('400%')
    fireEvent.wheel(stage, { deltaY: 5_000, clientX: 100, clientY: 100 })
    expect(widthOf()).toBe('200%')
    fireEvent.keyDown(stage, { key: '+' })
    expect(widthOf()).toMatch(/^220/)
  })

  it('[AVA9] says that a file cannot be read, and keeps the dialog open when the upload fails', async () => {
    const { server } = await open()
    decodes = false
    await pick()
    expect((await screen.findByRole('alert')).textContent).toContain("can't be opened as an image")
    expect(screen.queryByRole('dialog')).toBeNull()
    decodes = true
    server.refuse(uploadAvatar, { code: 'AVATARS_BUSY', status: 503 })
    await pick()
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save picture' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Try again in a minute')
    server.answer(uploadAvatar, () => ({ url: '/api/pictures/1/web.webp' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save picture' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('[AVA7] offers no upload while it is off, and still removes a picture', async () => {
    const { server } = await open({ isOn: false, avatar: '/api/pictures/1/web.webp' })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove picture' }))
    expect(screen.queryByLabelText('Drop an image here or paste it')).toBeNull()
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove picture' }))
    await waitFor(() => expect(server.calls(removeAvatar)).toHaveLength(1))
  })
})

describe('the card of the own background', () => {
  const before = '/api/pictures/1/web.webp'
  const after = '/api/pictures/2/web.webp'
  const openBackground = () =>
    renderPlugin(
      { manifest: page, folder: import.meta.dirname, modules: { card: BackgroundCard } },
      {
        at: '/card',
        person: { user: { uuid: id, username: 'ada' } },
        settings: { backgrounds_enabled: true },
        prepare: ({ server }) => {
          server.answer(readBackground, () => ({ url: before }))
          server.answer(uploadBackground, () => ({ url: after }))
          server.answer(removeBackground, () => ({}))
        },
      },
    )

  it('[AVA11] uploads what was cut to the shape of a page, and shows it behind the page at once', async () => {
    const { server, host } = await openBackground()
    const file = new File(['bytes'], 'hills.png', { type: 'image/png' })
    await userEvent.upload(await screen.findByLabelText('Drop a background image here'), file)
    await userEvent.click(await screen.findByRole('button', { name: 'Save picture' }))
    await waitFor(() => expect(server.calls(uploadBackground)).toHaveLength(1))
    const [left = 0, top, width = 0, height = 1, , , wide, high] = drawn[0] ?? []
    expect([top, height, wide, high]).toEqual([0, 400, 711, 400])
    expect([Math.round(left), width / height]).toEqual([44, 16 / 9])
    await waitFor(() =>
      expect(host.uiSettings.getState().background).toEqual({ picture: after, opacity: 0.35 }),
    )
  })

  it('[AVA14] shows a picture again that was reset elsewhere', async () => {
    const { host } = await openBackground()
    await userEvent.click(await screen.findByRole('button', { name: 'Use as background' }))
    expect(host.uiSettings.getState().background).toEqual({ picture: before, opacity: 0.35 })
    expect(screen.queryByRole('button', { name: 'Use as background' })).toBeNull()
  })

  it('[AVA12] takes a removed picture from behind the page', async () => {
    const { server, host } = await openBackground()
    host.uiSettings.setState({ background: { picture: before, opacity: 0.5 } })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove picture' }))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove picture' }))
    await waitFor(() => expect(server.calls(removeBackground)).toHaveLength(1))
    await waitFor(() => expect(host.uiSettings.getState().background.picture).toBe(''))
  })
})

it('[AVA14] UI Customization leads to the account, where a background is chosen', async () => {
  const account = defineBuiltin({
    id: 'account',
    title: 'Account',
    description: 'A fixture',
    icon: 'User',
    contributes: {
      routes: [{ id: 'account', path: '/account', area: 'user', module: 'account', title: 'Account' }],
    },
    modules: { account: 'account.tsx' },
  })
  await renderPlugin(
    { manifest: page, folder: import.meta.dirname, modules: { card: BackgroundLink } },
    {
      at: '/card',
      beside: [{ manifest: account, folder: import.meta.dirname, modules: { account: () => null } }],
    },
  )
  const link = await screen.findByRole('link', { name: 'Choose in your account' })
  expect(link.getAttribute('href')).toBe('/account')
})

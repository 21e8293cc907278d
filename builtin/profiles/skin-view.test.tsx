// @vitest-environment jsdom
import { createStore, HostProvider, useHost, type UiSettings } from '@spawnpoint/sdk/browser'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'
import PrivacyTab from './browser/privacy-tab.tsx'
import ProfilePage from './browser/profile-page.tsx'
import SkinView from './browser/skin-view.tsx'
import manifest from './manifest.ts'

/** Viewers of skinview3d, with all that they were given. */
const seen = vi.hoisted(() => ({
  viewers: [] as {
    zoom?: number
    autoRotate?: boolean
    animation: { speed: number } | null
    cameraLight: { intensity: number; decay: number }
    globalLight: { intensity: number }
    skin?: string
    isDisposed?: boolean
  }[],
  fails: false,
}))
vi.mock('skinview3d', () => ({
  WalkingAnimation: class {
    speed = 1
  },
  SkinViewer: class {
    animation = null
    cameraLight = { intensity: 0, decay: 2 }
    globalLight = { intensity: 0 }
    controls = {}
    skin?: string
    isDisposed = false
    constructor() {
      if (seen.fails) throw new Error('no context')
      seen.viewers.push(this)
    }
    async loadSkin(src: string) {
      this.skin = src
    }
    dispose() {
      this.isDisposed = true
    }
  },
}))

const usual: Pick<UiSettings, 'skinViewer' | 'performance'> = {
  skinViewer: {
    walkingAnimation: true,
    autoRotate: false,
    zoom: 0.8,
    animationSpeed: 1,
    cameraLight: 3,
    globalLight: 2.9,
  },
  performance: { reduceMotion: false, disableAnimations: false } as UiSettings['performance'],
}
const uiSettings = createStore(() => usual as UiSettings)
let hasWebGl = true
let isCalm = false
beforeAll(() => {
  supportOverlays()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(((kind: string) =>
    kind === 'webgl2' && hasWebGl ? {} : null) as never)
  window.matchMedia = ((query: string) => ({
    matches: query.includes('reduced-motion') && isCalm,
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as never
})
beforeEach(() => {
  seen.viewers.length = 0
  seen.fails = false
  hasWebGl = true
  isCalm = false
  uiSettings.setState(usual)
})
afterEach(cleanup)

const View = () => (
  <HostProvider value={{ ...useHost(), uiSettings }}>
    <SkinView src="/skin.png" name="Ada_99" />
  </HostProvider>
)
const open = () => renderPage(View, { manifest, at: '/profile/1', permissions: [], answers: {} })
const figure = () => screen.findByRole('figure', { name: 'Minecraft character of Ada_99' })
const kindOf = async () => (await figure()).querySelector('canvas')?.className

it('[PRF8] draws the character in 3D under the settings, whose changes are seen at once', async () => {
  await open()
  expect(await kindOf()).toBe('skin-moving')
  await waitFor(() => expect(seen.viewers[0]?.skin).toBe('/skin.png'))
  const [viewer] = seen.viewers
  expect(viewer).toMatchObject({
    zoom: 0.8,
    autoRotate: false,
    animation: { speed: 1 },
    cameraLight: { intensity: 3, decay: 0.25 },
    globalLight: { intensity: 2.9 },
  })
  const skinViewer = {
    walkingAnimation: true,
    autoRotate: true,
    zoom: 1.2,
    animationSpeed: 2,
    cameraLight: 1,
    globalLight: 0.5,
  }
  act(() => uiSettings.setState({ skinViewer }))
  expect(viewer).toMatchObject({
    zoom: 1.2,
    autoRotate: true,
    animation: { speed: 2 },
    cameraLight: { intensity: 1 },
    globalLight: { intensity: 0.5 },
  })
  act(() => uiSettings.setState({ skinViewer: { ...skinViewer, walkingAnimation: false } }))
  expect(viewer?.animation).toBeNull()
  cleanup()
  expect(viewer?.isDisposed).toBe(true)
})

it('[PRF8] draws a still picture without WebGL, and where motion is unwelcome', async () => {
  hasWebGl = false
  await open()
  expect(await kindOf()).toBe('skin-still')
  cleanup()
  hasWebGl = true
  isCalm = true
  await open()
  expect(await kindOf()).toBe('skin-still')
  cleanup()
  isCalm = false
  await open()
  expect(await kindOf()).toBe('skin-moving')
  const { performance } = uiSettings.getState()
  act(() => uiSettings.setState({ performance: { ...performance, reduceMotion: true } }))
  expect(await kindOf()).toBe('skin-still')
  cleanup()
  seen.fails = true
  await open()
  await waitFor(async () => expect(await kindOf()).toBe('skin-still'))
})

const profile = {
  person: { id: '0198c0de-0000-7000-8000-000000000001', name: 'ada', avatar: null },
  isOwn: false,
  visible: true,
  role: null,
  since: null,
  lastSeen: null,
  minecraft: null,
  facts: [],
  places: [],
}

it('[PRF6] shows the character on the profile of those who show it', async () => {
  const show = (minecraft: string | null) =>
    renderPage(ProfilePage, {
      manifest,
      at: '/profile/0198c0de-0000-7000-8000-000000000001',
      permissions: [],
      answers: { 'GET /api/profiles/:uuid': () => ({ ...profile, minecraft }) },
    })
  await show('Ada_99')
  await figure()
  await waitFor(() => expect(seen.viewers[0]?.skin).toBe(`/api/profiles/${profile.person.id}/skin`))
  cleanup()
  await show(null)
  await screen.findByText('ada')
  expect(screen.queryByRole('figure')).toBeNull()
})

it('[PRF6] saves the name of the Minecraft account, and says what a name is', async () => {
  const saved: unknown[] = []
  const privacy = { visible: true, findable: true, fields: [], offered: [], minecraftName: 'Ada_99' }
  await renderPage(PrivacyTab, {
    manifest,
    at: '/account',
    permissions: [],
    answers: {
      'GET /api/profiles/privacy': () => privacy,
      'PUT /api/profiles/minecraft': ({ body }) => {
        saved.push(body)
        return saved.length === 1 ? { name: null } : refuse('INTERNAL', 500)
      },
    },
  })
  const field = await screen.findByDisplayValue('Ada_99')
  const save = screen.getByRole('button', { name: 'Save Minecraft name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'a b')
  await userEvent.click(save)
  expect(await screen.findByText('Enter 3 to 16 characters from A–Z, 0–9 and _.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.click(save)
  await waitFor(() => expect(saved).toEqual([{ name: null }]))
})

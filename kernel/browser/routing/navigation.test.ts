import { expect, it, vi } from 'vitest'
import type { NavigationAnswer } from '../../../sdk/common/hooks.ts'
import { createMemoryAddress } from '../../../sdk/testing/memory-platform.ts'
import { createNavigation } from './navigation.ts'

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

const setUp = (ask: (to: string) => Promise<NavigationAnswer | undefined> = async () => undefined) => {
  const address = createMemoryAddress('https://dash.example.com/dashboard')
  const onChange = vi.fn()
  const navigation = createNavigation({ address, ask, onChange })
  return { address, onChange, navigation, path: () => navigation.location.getState().path }
}

it('goes to a path of the application and tells of it', async () => {
  const { navigation, onChange, address } = setUp()
  navigation.navigate('/store?item=ram#top')
  await settled()
  expect(navigation.location.getState()).toEqual({ path: '/store', search: '?item=ram', hash: '#top' })
  expect(address.url().href).toBe('https://dash.example.com/store?item=ram#top')
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ path: '/store' }), '/dashboard')
})

it.each(['https://evil.example/', '//evil.example/', '/\\evil.example'])('never goes to %s', (to) => {
  expect(() => setUp().navigation.navigate(to)).toThrow('E_FOREIGN_ADDRESS')
  expect(() => setUp().navigation.leaveTo(to)).toThrow('E_FOREIGN_ADDRESS')
})

it('stays where a plugin cancels, and follows where one redirects', async () => {
  const stays = setUp(async () => 'cancel')
  stays.navigation.navigate('/store')
  await settled()
  expect(stays.path()).toBe('/dashboard')
  const goes = setUp(async (to) => (to === '/store' ? { redirect: '/maintenance' } : undefined))
  goes.navigation.navigate('/store')
  await settled()
  expect(goes.path()).toBe('/maintenance')
})

it('does not let two plugins send a visitor round for ever', async () => {
  const { navigation, path } = setUp(async (to) => ({ redirect: to === '/a' ? '/b' : '/a' }))
  navigation.navigate('/a')
  await settled()
  expect(['/a', '/b']).toContain(path())
})

it('drops a visit that the visitor has left behind', async () => {
  let answer = (): void => undefined
  const { navigation, path } = setUp((to) =>
    to === '/slow'
      ? new Promise((resolve) => {
          answer = () => resolve(undefined)
        })
      : Promise.resolve(undefined),
  )
  navigation.navigate('/slow')
  navigation.navigate('/quick')
  await settled()
  answer()
  await settled()
  expect(path()).toBe('/quick')
})

it('[NAV1] opens the page that the visitor went to while the application was starting', () => {
  const { navigation, address, onChange, path } = setUp()
  address.push('/store')
  expect(path()).toBe('/dashboard')
  navigation.start()
  expect(path()).toBe('/store')
  expect(onChange).toHaveBeenCalledTimes(1)
})

it('follows back and forward', async () => {
  const { navigation, address, path } = setUp()
  navigation.start()
  navigation.navigate('/store')
  await settled()
  address.back()
  expect(path()).toBe('/dashboard')
})

it('asks a guard before a page is left, by a link or by Back, and not within the page', async () => {
  const { navigation, address, path } = setUp()
  navigation.start()
  navigation.navigate('/store')
  await settled()
  let mayLeave = false
  const guard = vi.fn(async () => mayLeave)
  navigation.guard(guard)
  navigation.navigate('/store?item=ram#top')
  await settled()
  expect([guard.mock.calls.length, address.url().search]).toEqual([0, '?item=ram'])
  navigation.navigate('/account')
  address.back()
  await settled()
  expect(path()).toBe('/store')
  address.back()
  await settled()
  expect([path(), address.url().pathname]).toEqual(['/store', '/store'])
  mayLeave = true
  navigation.navigate('/account')
  await settled()
  expect(path()).toBe('/account')
})

it('leads where Back led once the guard lets go, and does not hold back a forced change', async () => {
  const { navigation, address, path } = setUp()
  navigation.start()
  navigation.navigate('/store')
  await settled()
  let isAsked = false
  const release = navigation.guard(async () => {
    isAsked = true
    return true
  })
  address.back()
  await settled()
  expect([isAsked, path(), address.url().pathname]).toEqual([true, '/dashboard', '/dashboard'])
  release()
  const other = setUp()
  other.navigation.guard(async () => false)
  other.navigation.navigate('/auth/login', { replace: true })
  await settled()
  expect(other.path()).toBe('/auth/login')
})

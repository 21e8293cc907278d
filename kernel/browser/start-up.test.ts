import { expect, it, vi } from 'vitest'
import { createKernel } from './create-kernel.ts'
import type { KernelDeps } from './kernel.ts'
import { createMemoryPlatform } from '../../sdk/testing/memory-platform.ts'
import { startUp, type StartUpSteps } from './start-up.ts'

const setUp = (
  given: {
    url?: string
    locale?: string
    steps?: Partial<StartUpSteps>
    chunks?: KernelDeps['chunks']
  } = {},
) => {
  const done: string[] = []
  const platform = createMemoryPlatform({
    url: given.url ?? 'https://dash.example.com/auth/login',
    ...(given.locale && { storage: { locale: given.locale } }),
  })
  const chunk = (language: string) => async () => {
    done.push(`messages ${language}`)
    return { default: {} }
  }
  const log = vi.fn()
  const kernel = createKernel({
    platform,
    chunks: given.chunks ?? { en: chunk('en'), fr: chunk('fr') },
    modules: { builtin: {}, isListed: () => true, importModule: () => Promise.reject(new Error('none')) },
    showDialog: async () => undefined,
    log,
  })
  kernel.bus.on('core', 'beforeAccessCheck', () => void done.push('access check'))
  const step = (name: string) => () => void done.push(name)
  const steps: StartUpSteps = {
    loadCustomScript: async () => void done.push('custom script'),
    bootPlugins: async () => undefined,
    showAccessOverlay: step('overlay'),
    startListeners: () => {
      done.push('listeners')
      return () => undefined
    },
    installPlugins: step('plugins'),
    preparePage: async () => undefined,
    mount: step('mount'),
    showFallback: step('fallback'),
    ...given.steps,
  }
  const start = async () => {
    const starting = startUp(kernel, steps)
    const outcome = starting.catch((error: unknown) => error)
    await platform.clock.advance(16)
    return outcome
  }
  return { start, done, log, platform, begin: () => startUp(kernel, steps) }
}

it('[STA1][STA2][STA4][STA5][STA6][STA7] takes the steps in order', async () => {
  const { start, done } = setUp()
  await start()
  expect(done).toEqual(['custom script', 'access check', 'messages en', 'listeners', 'plugins', 'mount'])
})

it('[STA2] waits for the script before the check', async () => {
  let letGo = (): void => undefined
  const { start, done } = setUp({
    steps: {
      loadCustomScript: () =>
        new Promise((resolve) => {
          letGo = resolve
        }),
    },
  })
  const started = start()
  await Promise.resolve()
  expect(done).toEqual([])
  letGo()
  await started
  expect(done[0]).toBe('access check')
})

it('[STA3] shows the overlay and aborts where the check fails', async () => {
  const { start, done } = setUp({ url: 'http://localhost:3000/' })
  const error = await start()
  expect(error).toMatchObject({
    message: 'Access denied: the client cannot be used on HTTP, IP, or port access',
  })
  expect(done).toEqual(['custom script', 'access check', 'overlay'])
})

it('[STA7] mounts on the next frame, not before', async () => {
  const mount = vi.fn()
  const { begin, done, platform } = setUp({ steps: { mount } })
  const started = begin()
  await platform.clock.advance(15)
  expect([done.at(-1), mount.mock.calls]).toEqual(['plugins', []])
  await platform.clock.advance(1)
  await started
  expect(mount).toHaveBeenCalledOnce()
})

it('[STA8] shows the fallback where mounting fails', async () => {
  const mount = () => {
    throw new Error('no #app')
  }
  const { start, done, log } = setUp({ steps: { mount } })
  await start()
  expect(done.at(-1)).toBe('fallback')
  expect(log).toHaveBeenCalledOnce()
})

it('[ERR9] goes on when a language file does not load', async () => {
  const broken = () => Promise.reject(new Error('offline'))
  const { start, done, log, platform } = setUp({ locale: 'FR', chunks: { en: broken, fr: broken } })
  await start()
  expect(done.at(-1)).toBe('mount')
  // A page that is being left gives up what it loads, and says nothing of it.
  expect(log).not.toHaveBeenCalled()
  await platform.clock.advance(1000)
  expect(log).toHaveBeenCalledTimes(2)
})

it('[ERR10] goes on when the plugins cannot be installed', async () => {
  const installPlugins = () => {
    throw new Error('a broken plan')
  }
  const { start, done, log } = setUp({ steps: { installPlugins } })
  await start()
  expect(done.at(-1)).toBe('mount')
  expect(log).toHaveBeenCalledWith('plugins could not be installed', expect.any(Error))
})

import { expect, it } from 'vitest'
import { ConfigurationError } from '../server/configuration-error.ts'
import { waitForService } from './wait-for-service.ts'

const away = () =>
  new ConfigurationError('The database at db:5432 cannot be reached: check DATABASE_URL.', {
    cause: 'ECONNREFUSED',
  })

/** A clock that only a pause moves. */
function clocked() {
  let time = 0
  const lines: string[] = []
  return {
    lines,
    at: () => time,
    options: {
      seconds: 60,
      notify: (line: string) => void lines.push(line),
      now: () => time,
      pause: async (ms: number) => void (time += ms),
    },
  }
}

it('[OPS8] waits with a line each ten seconds, which says how long it will go on', async () => {
  const { lines, at, options } = clocked()
  const open = async () => {
    if (at() < 25_000) throw away()
    return 'open'
  }
  expect(await waitForService(open, options)).toBe('open')
  expect(lines).toEqual(
    [60, 50, 40].map(
      (left) => `The database at db:5432 cannot be reached. Waiting for it, ${left} seconds at most.`,
    ),
  )
})

it('[OPS8] waits and says so also where the first try took longer than the whole time', async () => {
  const { lines, options } = clocked()
  let tries = 0
  const open = async () => {
    tries += 1
    if (tries === 1) await options.pause(61_000)
    if (tries < 3) throw away()
    return 'open'
  }
  expect(await waitForService(open, options)).toBe('open')
  expect(lines).toEqual(['The database at db:5432 cannot be reached. Waiting for it, 60 seconds at most.'])
})

it('[OPS8] gives up after its time, and at once where waiting does not help', async () => {
  const { at, options } = clocked()
  await expect(waitForService(() => Promise.reject(away()), options)).rejects.toThrow('cannot be reached')
  expect(at()).toBe(60_000)
  const wrong = new ConfigurationError('The database refuses the password.', { cause: '28P01' })
  const other = clocked()
  await expect(waitForService(() => Promise.reject(wrong), other.options)).rejects.toBe(wrong)
  expect(other.at()).toBe(0)
})

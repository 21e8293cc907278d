import type { AccessProbe, AccessViolation, HookBus } from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import boot from './boot.ts'

function problemsAt(url: string) {
  const found: AccessViolation[] = []
  const on = (_name: string, tap: (probe: AccessProbe) => void) =>
    tap({ url: new URL(url), report: (violation) => found.push(violation) })
  boot({ on } as unknown as HookBus)
  return found.map(({ code }) => code)
}

it('[SPI12] refuses the address of a kiosk, and no other', () => {
  expect(problemsAt('https://kiosk.example.com/dashboard')).toEqual(['DAILY_SPIN_KIOSK'])
  expect(problemsAt('https://dash.kiosk.example.com/')).toEqual([])
})

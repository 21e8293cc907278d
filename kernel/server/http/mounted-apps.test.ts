import Fastify, { type FastifyInstance } from 'fastify'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMountedApps } from './mounted-apps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** An app that answers nothing by itself: only whether it is entered counts. */
const anApp = (): FastifyInstance => Object.assign(Fastify(), { routing: () => undefined })

function setUp() {
  const apps = createMountedApps([])
  const outcomes: string[] = []
  const call = () => {
    const [request, response] = [{} as IncomingMessage, new EventEmitter() as ServerResponse]
    void apps.enter('notes', request, response).then((outcome) => outcomes.push(outcome))
  }
  apps.mount('notes', anApp())
  return { apps, call, outcomes }
}

it('[KRN24] holds each call for a second from its arrival, and lets it go on with the new version', async () => {
  const { apps, call, outcomes } = setUp()
  apps.hold(['notes'])
  await apps.unmount('notes')
  call()
  await vi.advanceTimersByTimeAsync(900)
  call()
  expect(outcomes).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(outcomes).toEqual(['held too long'])
  apps.mount('notes', anApp())
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes).toEqual(['held too long', 'entered'])
})

it('[KRN24] knows the plugin for as long as its upgrade takes', async () => {
  const { apps, call, outcomes } = setUp()
  apps.hold(['notes'])
  await apps.unmount('notes')
  await vi.advanceTimersByTimeAsync(600_000)
  call()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcomes).toEqual(['held too long'])
})

it('[KRN24] waits after a failed upgrade for the version before, and knows a plugin that stays away no more', async () => {
  const { apps, call, outcomes } = setUp()
  apps.hold(['notes'])
  await apps.unmount('notes')
  apps.settled()
  await vi.advanceTimersByTimeAsync(9_000)
  call()
  await vi.advanceTimersByTimeAsync(1_000)
  call()
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes).toEqual(['held too long', 'unknown'])
})

it('[KRN24] begins anew with an upgrade that follows another', async () => {
  const { apps, call, outcomes } = setUp()
  apps.hold(['notes'])
  await apps.unmount('notes')
  apps.settled()
  apps.hold(['notes'])
  await vi.advanceTimersByTimeAsync(60_000)
  call()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcomes).toEqual(['held too long'])
})

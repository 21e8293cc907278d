import type { TestBrowserHost } from '@spawnpoint/sdk/testing'
import type { TestAnswer, TestCaller, TestPluginServer } from '@spawnpoint/sdk/testing/server'
import type { ComponentType } from 'react'

export { join } from 'node:path'
export { expect } from 'vitest'

/** What the examples of the test kit take as given. */
export declare const app: TestBrowserHost
export declare const server: TestPluginServer
export declare const ada: TestCaller
export declare const answer: TestAnswer
export declare const folder: string
export declare const HelloPage: ComponentType

import type { Page } from '@playwright/test'
import type { TestProduct } from '@spawnpoint/sdk/testing/server'
import type { TestBrowserHost } from '@spawnpoint/sdk/testing'
import type { TestAnswer, TestCaller, TestPluginServer } from '@spawnpoint/sdk/testing/server'
import type { PaymentHarness } from '@spawnpoint/sdk/testing/payments'
import type { ComponentType } from 'react'

export { join } from 'node:path'
export { expect } from 'vitest'

/** Names that examples of the test kit use. */
export declare const app: TestBrowserHost
export declare const server: TestPluginServer
export declare const ada: TestCaller
export declare const answer: TestAnswer
export declare const folder: string
export declare const harness: PaymentHarness
export declare function openHarness(): Promise<PaymentHarness>
export declare function openStripeHarness(): Promise<PaymentHarness>
export declare const HelloPage: ComponentType
export declare const product: TestProduct
export declare const page: Page

import type { BrowserContext, BrowserHost, SessionState } from '@spawnpoint/sdk/browser'
import type { FormField, FormValues, useDeclaredForm } from '@spawnpoint/sdk/form'
import type { ResourceTexts, Row } from '@spawnpoint/sdk/resource/browser'
import type { Column, LinkProps } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { z } from 'zod'

export { Coins, MoreHorizontal, Pencil } from '@spawnpoint/sdk/ui/icons'
export { Suspense, useState } from 'react'
export { beforeAll } from 'vitest'

/** Names that examples of the browser entries and the kit use without declaring them. */
export declare const host: BrowserHost
export declare const session: SessionState
export declare const plugin: BrowserContext<'session.profile' | 'storage' | 'notify'>
export declare const row: Row
export declare const texts: ResourceTexts
export declare const field: FormField
export declare const fields: readonly FormField[]
export declare const form: ReturnType<typeof useDeclaredForm>
export declare const App: () => ReactNode
export declare const RouterLink: (props: LinkProps) => ReactNode

export interface User {
  readonly id: string
  readonly name: string
  readonly avatar: string | null
}
export declare const user: User
export declare const users: readonly User[]
export declare const columns: readonly Column<User>[]

export declare const open: boolean
export declare const saving: boolean
export declare const token: string
export declare function close(): void
export declare function edit(): void
export declare function save(values: FormValues): Promise<void>
export declare function remove(): Promise<void>
export declare function logIn(values: { readonly email: string }): Promise<void>

export const giftBody = z.strictObject({ amount: z.number().int().min(1) })
export declare function gift(values: z.output<typeof giftBody>): Promise<void>

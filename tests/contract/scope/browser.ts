import type { BrowserContext, BrowserHost, SessionState, Uploads } from '@spawnpoint/sdk/browser'
import { defineEndpoint, FORM_DATA, uploadedFile } from '@spawnpoint/sdk/common'
import type { FormField, FormValues, useDeclaredForm } from '@spawnpoint/sdk/form'
import type { ResourceTexts, Row } from '@spawnpoint/sdk/resource/browser'
import type { Column, LinkProps } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { z } from 'zod'

export { Coins, MoreHorizontal, Pencil } from '@spawnpoint/sdk/ui/icons'
export { useStore } from '@spawnpoint/sdk/browser'
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

export const attachFile = defineEndpoint({
  method: 'POST',
  path: '/api/acme-notes/files',
  summary: 'Attach a file to a note',
  access: { user: true },
  accepts: FORM_DATA,
  body: uploadedFile(),
  reply: z.object({ id: z.string() }),
})
export declare const file: File
export declare const share: number
export declare const signal: AbortSignal
export declare const uploads: Uploads<{ readonly id: string }>
export declare const url: string
export declare function setShare(share: number): void
export declare function setOpacity(opacity: number): void
export declare function upload(file: File): Promise<void>

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

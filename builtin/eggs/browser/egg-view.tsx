import { Slot } from '@spawnpoint/sdk/browser'
import { defineResourceView } from '@spawnpoint/sdk/resource/browser'
import type { eggs } from '../resource.ts'

/** Plugins that know more about eggs add it above the list, and above the form of one. */
export default defineResourceView<typeof eggs>({
  BeforeList: () => <Slot name="eggs.list" />,
  BeforeForm: ({ row: { id } }) => <Slot name="eggs.form" egg={id} />,
})

import { defineBuiltin, resourceManifest } from '@spawnpoint/sdk/common'
import { redeemCodes } from './contract/redeem-codes.ts'

const permission = (action: 'create' | 'edit' | 'delete' | 'list', description: string) => ({
  constant: `ADMIN_REDEEM_CODES_${action.toUpperCase()}`,
  value: `admin.redeem.codes.${action}`,
  category: 'Admin Redeem Codes',
  description,
})

export default defineBuiltin({
  id: 'redeem-codes',
  title: 'Redeem codes',
  description: 'Codes that customers redeem for coins.',
  icon: 'Gift',
  dependencies: { coins: '*' },
  permissions: {
    defines: [
      permission('create', 'Create redeem codes'),
      permission('edit', 'Edit redeem codes'),
      permission('delete', 'Delete redeem codes'),
      permission('list', 'List redeem codes'),
    ],
  },
  ...resourceManifest(redeemCodes, { list: 'SCR63', create: 'SCR64', edit: 'SCR65', delete: 'SCR66' }),
  customerMessages: true,
  server: 'server/index.ts',
  migrations: 'server/migrations',
})

import { defineResource, resourceEndpoints } from '@spawnpoint/sdk/common'
import { codeStatuses } from './code-status.ts'
import { redeemCodeFields } from './schemas.ts'

export const redeemCodes = defineResource({
  id: 'redeem-codes',
  path: '/mc-admin/redeem-codes',
  title: 'code',
  icon: 'Gift',
  nav: { group: 'management', order: 50 },
  fields: redeemCodeFields,
  computed: { status: 'text' },
  columns: [
    { key: 'code', kind: 'code', sort: true, search: true },
    { key: 'coins', kind: 'coins', sort: true },
    { key: 'uses', kind: 'number', sort: true },
    { key: 'status', kind: 'status', sort: true, filter: codeStatuses },
    { key: 'expiresOn', kind: 'text' },
    { key: 'createdAt', kind: 'date', sort: true },
  ],
  permissions: {
    list: 'admin.redeem.codes.list',
    create: 'admin.redeem.codes.create',
    edit: 'admin.redeem.codes.edit',
    delete: 'admin.redeem.codes.delete',
  },
})

export const redeemCodeEndpoints = resourceEndpoints(redeemCodes)

import { userPath } from '@spawnpoint/contracts/users/schemas'
import { listCodeUses } from '@spawnpoint/contracts/redeem-codes'
import { useCan, useFormat, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { defineResourceView, type ViewRow } from '@spawnpoint/sdk/resource/browser'
import { Button, Empty, RowLink, type Column } from '@spawnpoint/sdk/ui'
import { Gift, Plus } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import type { redeemCodes } from '../resource.ts'
import { BatchDialog } from './batch-dialog.tsx'

type Use = ReplyOf<typeof listCodeUses>['items'][number]

const Customer = ({ user }: Pick<Use, 'user'>) => {
  const t = useT('redeem-codes')
  const path = userPath(useOpenPath(), user.id)
  const name = user.username ?? t('uses.deleted')
  return path && user.username !== null ? <RowLink to={path}>{name}</RowLink> : name
}

const useColumns = (): readonly Column<Use>[] => {
  const t = useT('redeem-codes')
  const { ago, dateTime, number } = useFormat()
  return [
    { id: 'user', phone: 'title', header: t('uses.customer'), cell: ({ user }) => <Customer user={user} /> },
    {
      id: 'at',
      phone: 'meta',
      header: t('uses.at'),
      cell: ({ at }) => (
        <time dateTime={at} title={dateTime(at)}>
          {ago(at)}
        </time>
      ),
    },
    {
      id: 'coins',
      phone: 'end',
      header: t('fields.coins'),
      align: 'end',
      cell: ({ coins }) => <span className="tabular-nums">{number(coins)}</span>,
    },
  ]
}

/** Customers who redeemed the code. */
const Uses = ({ row }: { readonly row: ViewRow<typeof redeemCodes> | null }) => {
  const t = useT('redeem-codes')
  const columns = useColumns()
  if (row === null) return null
  return (
    <section className="mt-6 grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">{t('uses.title')}</h2>
      <DataList<Use>
        endpoint={listCodeUses}
        call={{ params: { id: row.id } }}
        caption={t('uses.title')}
        columns={columns}
        rowKey={({ id }) => id}
        skeletonRows={3}
        empty={<Empty icon={<Gift />} title={t('uses.empty')} text={t('uses.emptyText')} />}
      />
    </section>
  )
}

/** The way to many codes at once. */
const CreateMany = () => {
  const t = useT('redeem-codes')
  const [isOpen, setOpen] = useState(false)
  if (!useCan('admin.redeem.codes.create')) return null
  return (
    <>
      <Button icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        {t('batch.open')}
      </Button>
      <BatchDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

export default defineResourceView<typeof redeemCodes>({ AfterForm: Uses, ListActions: CreateMany })

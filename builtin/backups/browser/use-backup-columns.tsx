import type { BackupView } from '@spawnpoint/contracts/backups'
import { useCan, useFormat, useT } from '@spawnpoint/sdk/browser'
import { Menu, type Column, type MenuItem } from '@spawnpoint/sdk/ui'
import { Download, History, MoreHorizontal, RefreshCw, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { BackupBadge, BackupState } from './backup-state.tsx'
import { isActive, useBackupTexts } from './backup-texts.ts'

export interface BackupActions {
  download(backup: BackupView): void
  check(backup: BackupView): void
  remove(backup: BackupView): void
  /** Null where no backup can be restored from here. */
  readonly restore: ((backup: BackupView) => void) | null
}

const useMenuItems = ({ download, check, remove, restore }: BackupActions, isBusy: boolean) => {
  const t = useT()
  const [canCheck, canDelete] = [useCan('admin.backups.create'), useCan('admin.backups.delete')]
  return (backup: BackupView): MenuItem[] => [
    ...(backup.state === 'done'
      ? [
          {
            id: 'download',
            label: t('actions.download'),
            icon: <Download aria-hidden />,
            onSelect: () => download(backup),
          },
        ]
      : []),
    ...(canCheck && backup.size !== null && backup.state !== 'missing'
      ? [
          {
            id: 'check',
            label: t('actions.check'),
            icon: <RefreshCw aria-hidden />,
            disabled: isBusy,
            onSelect: () => check(backup),
          },
        ]
      : []),
    ...(restore && backup.state === 'done' && backup.check !== 'none'
      ? [
          {
            id: 'restore',
            label: t('actions.restore'),
            icon: <History aria-hidden />,
            disabled: isBusy,
            danger: true,
            onSelect: () => restore(backup),
          },
        ]
      : []),
    ...(canDelete
      ? [
          {
            id: 'delete',
            label: t('actions.delete'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => remove(backup),
          },
        ]
      : []),
  ]
}

const Created = ({ backup }: { backup: BackupView }) => {
  const t = useT()
  const { nameOf } = useBackupTexts()
  return (
    <div>
      <time dateTime={backup.createdAt} className="font-medium">
        {nameOf(backup)}
      </time>
      <p className="text-xs text-muted">{t(`origins.${backup.origin}`)}</p>
    </div>
  )
}

const Contents = ({ backup }: { backup: BackupView }) => {
  const t = useT()
  const { contents } = useBackupTexts()
  const text = contents(backup)
  if (text === null) return '–'
  return (
    <div>
      <p>{text}</p>
      <p className="text-xs text-muted">
        {backup.ledger === '0' ? t('ledgerBalanced') : t('version', { version: backup.version ?? '' })}
      </p>
    </div>
  )
}

/** The columns of the list of backups. */
export const useBackupColumns = (actions: BackupActions, isBusy: boolean): readonly Column<BackupView>[] => {
  const t = useT()
  const { date, time } = useFormat()
  const { size, nameOf, contents } = useBackupTexts()
  const itemsOf = useMenuItems(actions, isBusy)
  return [
    {
      id: 'created',
      header: t('columns.created'),
      cell: (backup) => <Created backup={backup} />,
      phoneCell: ({ createdAt }) => date(createdAt),
    },
    {
      id: 'state',
      header: t('columns.state'),
      phone: 'badge',
      cell: (backup) => <BackupState backup={backup} />,
      phoneCell: (backup) => <BackupBadge backup={backup} />,
    },
    {
      id: 'contents',
      header: t('columns.contents'),
      cell: (backup) => <Contents backup={backup} />,
      phoneCell: (backup) => [time(backup.createdAt), contents(backup) ?? []].flat().join(' · '),
    },
    {
      id: 'size',
      header: t('columns.size'),
      align: 'end',
      cell: (backup) => (backup.size === null ? '–' : size(backup.size)),
    },
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (backup) => {
        const items = isActive(backup) ? [] : itemsOf(backup)
        // As wide as the button, so that no column moves when it comes.
        if (items.length === 0) return <span className="inline-block size-7" />
        const label = t('actions.of', { name: nameOf(backup) })
        return <Menu label={label} hideLabel size="sm" icon={<MoreHorizontal aria-hidden />} items={items} />
      },
    },
  ]
}

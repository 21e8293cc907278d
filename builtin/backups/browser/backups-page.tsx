import { listBackups, type BackupView } from '@spawnpoint/contracts/backups'
import { useCan, useFormat, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { ROOT_PERMISSION, type ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Button,
  Card,
  ConfirmDialog,
  Empty,
  LinkButton,
  Page,
  Skeleton,
  Stat,
  Table,
} from '@spawnpoint/sdk/ui'
import { Archive, Plus } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { BackupNotices } from './backup-notices.tsx'
import { isActive, useBackupTexts } from './backup-texts.ts'
import { RestoreDialog } from './restore-dialog.tsx'
import { useBackupColumns } from './use-backup-columns.tsx'
import { useBackupWork } from './use-backup-work.ts'

type Listed = ReplyOf<typeof listBackups>
type Work = ReturnType<typeof useBackupWork>

const RUNNING_MS = 1_500
const RESTING_MS = 30_000

const Figures = ({ list }: { list: Listed | undefined }) => {
  const t = useT()
  const { ago, dateTime, number } = useFormat()
  const { size } = useBackupTexts()
  const checked = list?.backups.find(({ state, check }) => state === 'done' && check !== 'none')
  const bytes = list?.backups.reduce((sum, each) => sum + (each.size ?? 0), 0) ?? 0
  const wait = <Skeleton lines={1} />
  return (
    <div className="sp-stats">
      <Stat
        label={t('figures.last')}
        value={list ? (checked ? ago(checked.createdAt) : t('figures.never')) : wait}
        note={checked ? dateTime(checked.createdAt) : t('figures.neverNote')}
      />
      <Stat
        label={t('figures.next')}
        value={list ? (list.nextAt ? ago(list.nextAt) : t('figures.off')) : wait}
        note={list?.nextAt ? dateTime(list.nextAt) : t('figures.offNote')}
      />
      <Stat
        label={t('figures.size')}
        value={list ? size(bytes) : wait}
        note={t('figures.count', {
          count: list?.backups.length ?? 0,
          shown: number(list?.backups.length ?? 0),
        })}
      />
    </div>
  )
}

interface DialogsProps {
  readonly work: Work
  readonly asked: BackupView | null
  readonly setAsked: (backup: BackupView | null) => void
  readonly restored: BackupView | null
  readonly setRestored: (backup: BackupView | null) => void
}

/** The questions before a restore and before a deletion. */
const Dialogs = ({ work, asked, setAsked, restored, setRestored }: DialogsProps) => {
  const t = useT()
  const { nameOf } = useBackupTexts()
  const confirm = async () => {
    if (asked && (await work.remove(asked))) setAsked(null)
  }
  return (
    <>
      {restored && (
        <RestoreDialog
          backup={restored}
          isPending={work.isRestoring}
          onConfirm={() => void work.restore(restored)}
          onClose={() => setRestored(null)}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
        loading={work.isDeleting}
        danger
        title={t('delete.title', { name: asked ? nameOf(asked) : '' })}
        text={t('delete.text')}
        confirmLabel={t('delete.confirm')}
      />
    </>
  )
}

const BackupList = ({ list, work }: { list: Listed | undefined; work: Work }) => {
  const t = useT()
  const canCreate = useCan('admin.backups.create')
  const isBusy = list?.backups.some(isActive) ?? false
  const [asked, setAsked] = useState<BackupView | null>(null)
  const [restored, setRestored] = useState<BackupView | null>(null)
  const canRestore = useCan(ROOT_PERMISSION) && list?.restore.obstacle === null
  const columns = useBackupColumns(
    {
      download: work.download,
      check: work.check,
      remove: setAsked,
      restore: canRestore ? setRestored : null,
    },
    isBusy,
  )
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} loading={work.isCreating} onClick={work.create}>
      {t('create')}
    </Button>
  )
  return (
    <>
      {list && <BackupNotices list={list} />}
      <Figures list={list} />
      <Card flush>
        <Table
          caption={t('title')}
          columns={columns}
          rows={list?.backups}
          rowKey={({ id }) => id}
          loading={!list}
          skeletonRows={5}
          empty={
            <Empty
              icon={<Archive aria-hidden />}
              title={t('empty')}
              text={t('emptyText')}
              action={canCreate && create}
            />
          }
        />
      </Card>
      <Dialogs {...{ work, asked, setAsked, restored, setRestored }} />
    </>
  )
}

const BackupsPage = () => {
  const t = useT()
  const query = useEndpoint(listBackups, undefined, { refetchEvery: RESTING_MS })
  const isBusy = query.data?.backups.some(isActive) ?? false
  // While one is under way its progress is asked for more often, by a second reader of the same answer.
  useEndpoint(listBackups, undefined, { refetchEvery: RUNNING_MS, enabled: isBusy })
  const work = useBackupWork()
  const canCreate = useCan('admin.backups.create')
  const canSchedule = useCan('admin.settings.view')
  const settings = useOpenPath()('settings')
  const actions = (
    <>
      {canSchedule && settings && <LinkButton to={settings}>{t('schedule')}</LinkButton>}
      {canCreate && (
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          loading={work.isCreating}
          disabled={isBusy}
          onClick={work.create}
        >
          {t('create')}
        </Button>
      )}
    </>
  )
  const draw = (list?: Listed) => <BackupList list={list} work={work} />
  return (
    <Page title={t('title')} description={t('pageDescription')} actions={actions}>
      <Loaded query={query} loading={draw()}>
        {draw}
      </Loaded>
    </Page>
  )
}

export default BackupsPage

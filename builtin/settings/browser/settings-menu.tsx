import type { SettingView } from '@spawnpoint/contracts/settings'
import { saveFile, useCan, useHost, useT } from '@spawnpoint/sdk/browser'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { Menu } from '@spawnpoint/sdk/ui'
import { Download, History, MoreHorizontal, Upload } from '@spawnpoint/sdk/ui/icons'
import { useRef, useState } from 'react'
import { HistoryDialog } from './history-dialog.tsx'
import type { SettingTexts } from './setting-texts.ts'
import { readSettingsFile, writeSettingsFile } from './settings-file.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

const LARGEST = 6 * 1024 * 1024

const download = (text: string, name: string) =>
  saveFile(name, new Blob([text], { type: 'application/json' }))

interface MenuProps {
  readonly all: readonly SettingView[]
  readonly words: SettingTexts
  readonly form: SettingsDraft
}

/** Reads a file into the edits that wait for their review. */
function useImport({ all, form }: Pick<MenuProps, 'all' | 'form'>) {
  const t = useT()
  const { notify } = useHost()
  const isRoot = useCan(ROOT_PERMISSION)
  return async (file: File) => {
    const found =
      file.size > LARGEST
        ? null
        : readSettingsFile(await file.text(), all, ({ rootOnly }) => isRoot || !rootOnly)
    if (!found) return notify.toast({ title: t('file.unreadable'), tone: 'danger' })
    for (const { setting, value } of found.changes) form.edit(setting, value)
    const { length: skipped } = found.skipped
    const title = t(found.changes.length === 0 ? 'file.same' : 'file.loaded', { count: found.changes.length })
    return notify.toast({
      title,
      tone: found.changes.length === 0 ? 'info' : 'success',
      ...(skipped > 0 && {
        text: t('file.skipped', { count: skipped, keys: found.skipped.slice(0, 5).join(', ') }),
      }),
    })
  }
}

/** History, export and import of settings. */
export const SettingsMenu = ({ all, words, form }: MenuProps) => {
  const t = useT()
  const canEdit = useCan('admin.settings.edit')
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const load = useImport({ all, form })
  return (
    <>
      <Menu
        label={t('menu')}
        icon={<MoreHorizontal aria-hidden />}
        items={[
          {
            id: 'history',
            label: t('history.title'),
            icon: <History aria-hidden />,
            onSelect: () => setOpen(true),
          },
          {
            id: 'export',
            label: t('file.export'),
            icon: <Download aria-hidden />,
            onSelect: () => download(writeSettingsFile(all), 'spawnpoint-settings.json'),
          },
          ...(canEdit
            ? [
                {
                  id: 'import',
                  label: t('file.import'),
                  icon: <Upload aria-hidden />,
                  onSelect: () => input.current?.click(),
                },
              ]
            : []),
        ]}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={t('file.import')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void load(file)
        }}
      />
      <HistoryDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        {...{ all, words }}
        undo={
          canEdit
            ? (values) => {
                for (const { setting, value } of values) form.edit(setting, value)
                setOpen(false)
              }
            : null
        }
      />
    </>
  )
}

import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Empty, SearchField, Select, Toolbar } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { groupLines, linesOf, type RolePermissions } from './permission-draft.ts'
import { PermissionGroupCard } from './permission-group.tsx'
import { usePermissionEditor } from './use-permission-editor.ts'

const views = ['all', 'granted', 'changed'] as const
type View = (typeof views)[number]
const isView = (text: string): text is View => views.some((view) => view === text)

type Editor = ReturnType<typeof usePermissionEditor>

const SaveButtons = ({ editor, onProblem }: { editor: Editor; onProblem: (text: string | null) => void }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const { draft, saving, save, reset } = editor
  const submit = async () => {
    onProblem(null)
    try {
      await save()
      notify.toast({ title: t('permissions.saved'), tone: 'success' })
    } catch (error) {
      onProblem(explain(error))
    }
  }
  return (
    <>
      <Button disabled={draft.size === 0 || saving} onClick={reset}>
        {t('permissions.reset')}
      </Button>
      <Button variant="primary" disabled={draft.size === 0} loading={saving} onClick={() => void submit()}>
        {t('permissions.save', { changes: draft.size })}
      </Button>
    </>
  )
}

/** The catalogue with what the role has of it; changes are collected and saved together. */
export const PermissionEditor = ({ permissions }: { permissions: RolePermissions }) => {
  const t = useT()
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<View>('all')
  const [problem, setProblem] = useState<string | null>(null)
  const editor = usePermissionEditor(permissions)
  const { draft, canFlip, flip } = editor
  const groups = groupLines(linesOf(permissions, t('permissions.strays')), { search, shown, draft })
  return (
    <>
      {!permissions.editable && <Alert tone="warning">{t('permissions.above')}</Alert>}
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      <Toolbar label={t('permissions.toolbar')} end={<SaveButtons editor={editor} onProblem={setProblem} />}>
        <SearchField value={search} onSearch={setSearch} label={t('permissions.search')} />
        <Select
          label={t('permissions.show')}
          hideLabel
          options={views.map((value) => ({ value, label: t(`permissions.views.${value}`) }))}
          value={shown}
          onChange={(event) => isView(event.target.value) && setShown(event.target.value)}
        />
      </Toolbar>
      {groups.map((group) => (
        <PermissionGroupCard key={group.category} {...{ group, draft, canFlip, flip }} />
      ))}
      {groups.length === 0 && <Empty title={t('permissions.noMatch')} />}
    </>
  )
}

import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Empty, SearchField, Select, Toolbar } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import {
  actions,
  arrange,
  findLines,
  linesOf,
  type PermissionGroup,
  type RolePermissions,
} from './permission-draft.ts'
import { PermissionGroupCard } from './permission-group.tsx'
import { PermissionMatrix } from './permission-matrix.tsx'
import { usePermissionTexts } from './permission-texts.ts'
import { usePermissionEditor } from './use-permission-editor.ts'

const views = ['all', 'granted', 'changed'] as const
type View = (typeof views)[number]
const isView = (text: string): text is View => views.some((view) => view === text)

type Editor = ReturnType<typeof usePermissionEditor>

/** Stays at the foot of the window while something waits to be saved. */
const SaveBar = ({ editor, onProblem }: { editor: Editor; onProblem: (text: string | null) => void }) => {
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
    <div className="sp-save-bar" aria-live="polite">
      {draft.size > 0 && (
        <section
          aria-label={t('permissions.unsaved')}
          className="sp-card sp-glass flex flex-wrap items-center justify-between gap-2 px-4 py-3 shadow-lg"
        >
          <strong className="text-sm">{t('permissions.changes', { count: draft.size })}</strong>
          <div className="sp-actions">
            <Button disabled={saving} onClick={reset}>
              {t('permissions.reset')}
            </Button>
            <Button variant="primary" loading={saving} onClick={() => void submit()}>
              {t('permissions.save', { changes: draft.size })}
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}

const idOf = (plugin: string | null) => `permissions-${plugin ?? 'unused'}`
const matrixId = 'permissions-matrix'

const jumpTo = (id: string) => {
  const target = document.getElementById(id)
  target?.scrollIntoView()
  target?.querySelector<HTMLElement>('summary, input')?.focus({ preventScroll: true })
}

const Index = ({ groups, hasMatrix }: { groups: readonly PermissionGroup[]; hasMatrix: boolean }) => {
  const t = useT()
  const texts = usePermissionTexts()
  const entries = [
    ...(hasMatrix ? [{ id: matrixId, label: t('permissions.matrix') }] : []),
    ...groups.map(({ plugin }) => ({ id: idOf(plugin), label: texts.pluginName(plugin) })),
  ]
  return (
    <nav aria-label={t('permissions.index')} className="sticky top-4 hidden self-start lg:block">
      <ul>
        {entries.map(({ id, label }) => (
          <li key={id}>
            <button
              type="button"
              className="w-full truncate rounded-md px-2 py-1.5 text-start text-sm text-muted hover:bg-hover"
              onClick={() => jumpTo(id)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The catalogue with what the role has of it; changes are collected and saved together. */
export const PermissionEditor = ({ permissions }: { permissions: RolePermissions }) => {
  const t = useT()
  const texts = usePermissionTexts()
  const [search, setSearch] = useState('')
  const [view, setView] = useState<View>('all')
  const [problem, setProblem] = useState<string | null>(null)
  const editor = usePermissionEditor(permissions)
  const { draft, canFlip, flip } = editor
  const lines = linesOf(permissions)
  const all = arrange(lines)
  const shown = findLines(lines, {
    search,
    shown: view,
    draft,
    textOf: (line) => texts.searched(line, all.areas),
  })
  const areas = all.areas.filter(({ cells }) =>
    actions.some((action) => cells[action] && shown.has(cells[action])),
  )
  const groups = all.groups.flatMap(({ plugin, lines: own }) => {
    const found = own.filter((line) => shown.has(line))
    return found.length > 0 ? [{ plugin, lines: found }] : []
  })
  return (
    <>
      {!permissions.editable && <Alert tone="warning">{t('permissions.above')}</Alert>}
      {problem !== null && <Alert tone="danger">{problem}</Alert>}
      <Toolbar label={t('permissions.toolbar')}>
        <SearchField value={search} onSearch={setSearch} label={t('permissions.search')} />
        <Select
          label={t('permissions.show')}
          hideLabel
          options={views.map((value) => ({ value, label: t(`permissions.views.${value}`) }))}
          value={view}
          onChange={(event) => isView(event.target.value) && setView(event.target.value)}
        />
      </Toolbar>
      {shown.size === 0 && <Empty title={t('permissions.noMatch')} />}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <Index groups={groups} hasMatrix={areas.length > 0} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          {areas.length > 0 && (
            <div id={matrixId} className="scroll-mt-4">
              <PermissionMatrix {...{ areas, shown, draft, canFlip, flip }} />
            </div>
          )}
          {groups.map((group) => (
            <PermissionGroupCard
              key={group.plugin}
              id={idOf(group.plugin)}
              {...{ group, draft, canFlip, flip }}
            />
          ))}
        </div>
      </div>
      <SaveBar editor={editor} onProblem={setProblem} />
    </>
  )
}

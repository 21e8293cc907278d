import { listPlugins, type PluginView } from '@spawnpoint/contracts/plugin-manager'
import { Slot, useCan, useHost, useT, useSearchParams } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Button,
  Card,
  ConfirmDialog,
  Empty,
  Page,
  SearchField,
  Select,
  Table,
  Toolbar,
  type Column,
} from '@spawnpoint/sdk/ui'
import { Plus } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState } from 'react'
import { PackageInstallDialog } from './package-install-dialog.tsx'
import { usePluginColumns } from './plugin-columns.tsx'
import { PluginDetails } from './plugin-details.tsx'
import { findPlugins, isPluginFilter, pluginFilters, type PluginFilter } from './plugin-states.ts'
import { usePluginTexts } from './plugin-texts.ts'
import { SafeModeNotice } from './safe-mode-notice.tsx'
import { SwitchOnDialog } from './switch-on-dialog.tsx'
import { UninstallDialog } from './uninstall-dialog.tsx'
import { usePackageInstall } from './use-package-install.ts'
import { usePluginSwitch } from './use-plugin-switch.ts'
import { useUninstall } from './use-uninstall.ts'

type Switching = ReturnType<typeof usePluginSwitch>

/** Asks before a plugin goes off, and names what goes off with it. */
const SwitchOffDialog = ({ switching, nameOf }: { switching: Switching; nameOf: (id: string) => string }) => {
  const t = useT()
  const { asked, busy, cancel, confirm } = switching
  const names = asked?.dependants.map(nameOf).join(', ') ?? ''
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={cancel}
      onConfirm={confirm}
      loading={busy !== null}
      danger
      title={t('off.title', { name: asked ? nameOf(asked.id) : '' })}
      text={names ? t('off.textWith', { names }) : t('off.text')}
      confirmLabel={names ? t('off.confirmAll') : t('off.confirm')}
    />
  )
}

/** Asks before a plugin that nobody has reviewed goes on. */
const SwitchOnQuestion = ({
  switching,
  titleOf,
}: {
  switching: Switching
  titleOf: (plugin: PluginView) => string
}) => {
  const { consentTo, busy, answers, refuseConsent, agree } = switching
  if (!consentTo) return null
  return (
    <SwitchOnDialog
      plugin={consentTo}
      title={titleOf(consentTo)}
      busy={busy !== null}
      onClose={refuseConsent}
      answers={answers}
      onConfirm={() => void agree()}
    />
  )
}

/** Says whose code only a restart takes out of the server's process. */
const LeftInProcess = ({ ids, nameOf }: { ids: readonly string[]; nameOf: (id: string) => string }) => {
  const t = useT()
  if (ids.length === 0) return null
  return <Alert>{t('leftInProcess', { names: ids.map(nameOf).join(', ') })}</Alert>
}

/** The plugins with a search and a filter. */
const PluginList = ({
  list,
  columns,
  nameOf,
  titleOf,
}: {
  list: ReplyOf<typeof listPlugins> | undefined
  columns: readonly Column<PluginView>[]
  nameOf: (id: string) => string
  titleOf: (plugin: PluginView) => string
}) => {
  const t = useT()
  const [query, setQuery] = useState('')
  const wanted = useSearchParams()[0].get('show') ?? ''
  const [filter, setFilter] = useState<PluginFilter>(isPluginFilter(wanted) ? wanted : 'all')
  return (
    <>
      {list?.safeMode && <SafeModeNotice {...list.safeMode} />}
      <LeftInProcess ids={list?.leftInProcess ?? []} nameOf={nameOf} />
      <Toolbar label={t('title')}>
        <SearchField value={query} onSearch={setQuery} label={t('search')} placeholder={t('search')} />
        <Select
          label={t('filter')}
          hideLabel
          value={filter}
          options={pluginFilters.map((each) => ({ value: each, label: t(`filters.${each}`) }))}
          onChange={({ target }) => isPluginFilter(target.value) && setFilter(target.value)}
        />
      </Toolbar>
      <Card flush>
        <Table
          caption={t('title')}
          columns={columns}
          rows={list && findPlugins(list.plugins, filter, query, titleOf)}
          rowKey={({ id }) => id}
          loading={!list}
          skeletonRows={12}
          empty={<Empty title={t('noneFound')} />}
        />
      </Card>
    </>
  )
}

const PageActions = ({ onInstall }: { onInstall: () => void }) => {
  const t = useT()
  const canEdit = useCan('admin.plugins.edit')
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={onInstall}>
      {t('install.open')}
    </Button>
  )
  return (
    <>
      <Slot name="plugins.actions" />
      {canEdit && add}
    </>
  )
}

/** Opens the package that the address names, once. */
function useHandedReview(resume: (review: string) => void, isReady: boolean) {
  const [search, setSearch] = useSearchParams()
  const review = search.get('review')
  useEffect(() => {
    if (review === null || !isReady) return
    resume(review)
    setSearch(
      (now) => {
        now.delete('review')
        return now
      },
      { replace: true },
    )
  })
}

const PluginsPage = () => {
  const t = useT()
  const host = useHost()
  const words = usePluginTexts()
  const query = useEndpoint(listPlugins)
  const { data, refetch } = query
  const [shown, setShown] = useState<PluginView | null>(null)
  const switching = usePluginSwitch(words, refetch)
  const install = usePackageInstall(data?.plugins ?? [], refetch)
  useHandedReview(install.resume, data !== undefined)
  const uninstall = useUninstall(words)
  const nameOf = (id: string) => {
    const plugin = data?.plugins.find((each) => each.id === id)
    return plugin ? words.title(plugin) : id
  }
  const columns = usePluginColumns({
    words,
    nameOf,
    busy: switching.busy,
    onFlip: switching.flip,
    onDetails: setShown,
  })
  const draw = (list?: ReplyOf<typeof listPlugins>) => (
    <PluginList {...{ list, columns, nameOf }} titleOf={words.title} />
  )
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={<PageActions onInstall={install.open} />}
    >
      <Loaded query={query} loading={draw()}>
        {draw}
      </Loaded>
      <Slot name="plugins.after" />
      {shown && (
        <PluginDetails
          plugin={data?.plugins.find(({ id }) => id === shown.id) ?? shown}
          words={words}
          configPath={host.pathTo('plugin-config', { identifier: shown.id })}
          onClose={() => setShown(null)}
          onUninstall={(plugin) => {
            setShown(null)
            uninstall.ask(plugin)
          }}
        />
      )}
      <PackageInstallDialog install={install} />
      <UninstallDialog uninstall={uninstall} nameOf={nameOf} />
      <SwitchOnQuestion switching={switching} titleOf={words.title} />
      <SwitchOffDialog switching={switching} nameOf={nameOf} />
    </Page>
  )
}

export default PluginsPage

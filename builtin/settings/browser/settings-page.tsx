import { readSettings, type SettingView } from '@spawnpoint/contracts/settings'
import { useCan, useHashTab, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Page, SearchField, Tabs, Toolbar } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { LoadingSettings } from './loading-settings.tsx'
import { PendingBar } from './pending-bar.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import { useSettingTexts } from './setting-texts.ts'
import { groupOrder, inUse, searchSettings } from './settings-groups.ts'
import { SettingsList } from './settings-list.tsx'
import { valuesOf } from './settings-draft.ts'
import { SettingsTab } from './settings-tab.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

const SettingsForm = ({ all, refetch }: { all: readonly SettingView[]; refetch: () => Promise<unknown> }) => {
  const t = useT()
  const host = useHost()
  const tab = useHashTab()
  const canEdit = useCan('admin.settings.edit')
  const words = useSettingTexts()
  const form = useSettingsDraft(words, refetch)
  const [query, setQuery] = useState('')
  const settings = inUse(all, useStore(host.routes))
  const found = searchSettings(settings, words, query)
  const tabs = groupOrder.flatMap((group) => {
    const own = settings.filter((each) => each.group === group)
    if (own.length === 0) return []
    const content = (
      <SettingsTab
        key={group}
        group={group}
        edits={valuesOf(form.draft)}
        edit={
          canEdit
            ? (key, value) =>
                own.filter((each) => each.key === key).forEach((setting) => form.edit(setting, value))
            : null
        }
      >
        <SettingsList settings={own} {...{ words, form }} />
      </SettingsTab>
    )
    return [{ id: group, label: t(`groups.${group}`), content }]
  })
  return (
    <>
      <Toolbar label={t('search')} end={<SettingsMenu {...{ all, words, form }} />}>
        <SearchField value={query} onSearch={setQuery} label={t('search')} placeholder={t('search')} />
      </Toolbar>
      {query.trim() === '' && <Tabs {...tab} label={t('title')} tabs={tabs} />}
      {query.trim() !== '' && found.length > 0 && (
        <SettingsList settings={found} {...{ words, form }} isFound />
      )}
      {query.trim() !== '' && found.length === 0 && (
        <Empty title={t('noneFound')} text={t('noneFoundText')} />
      )}
      <PendingBar
        count={Object.keys(form.draft).length}
        onReview={() => void form.review(settings)}
        onDiscard={form.discard}
      />
      <ReviewDialog
        open={form.step === 'review' || form.step === 'saving'}
        saving={form.step === 'saving'}
        {...{ settings, words }}
        draft={form.draft}
        error={form.error}
        onSave={() => void form.save()}
        onClose={form.back}
      />
    </>
  )
}

const SettingsPage = () => {
  const t = useT()
  const query = useEndpoint(readSettings)
  return (
    <Page title={t('title')} description={t('description')}>
      <Loaded query={query} loading={<LoadingSettings />}>
        {({ settings }) => <SettingsForm all={settings} refetch={query.refetch} />}
      </Loaded>
    </Page>
  )
}

export default SettingsPage

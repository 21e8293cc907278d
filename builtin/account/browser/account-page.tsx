import { useContributions, useFlag, useHashTab, useT, useTranslation } from '@spawnpoint/sdk/browser'
import { ACCOUNT_TABS_SLOT } from '@spawnpoint/contracts/account'
import { Page, Tabs, type Tab } from '@spawnpoint/sdk/ui'
import { ActivityTab } from './activity-tab.tsx'
import { EmailsTab } from './emails-tab.tsx'
import { LooksTab } from './looks-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SecurityTab } from './security-tab.tsx'

/** Tabs that other plugins bring; each names itself by its own message `accountTab`. */
const useContributedTabs = (): readonly Tab[] => {
  const { i18n } = useTranslation()
  return useContributions('slot', ACCOUNT_TABS_SLOT).map(({ id, plugin, Component }) => ({
    // A part is named `<plugin>/<module>`; a slash would not stand well in the address.
    id: id.replace('/', '-'),
    label: i18n.t('accountTab', { ns: plugin }),
    content: <Component />,
  }))
}

const AccountPage = () => {
  const t = useT()
  const tab = useHashTab()
  const hasMail = useFlag('smtp_enabled')
  const contributed = useContributedTabs()
  const tabs: readonly Tab[] = [
    { id: 'profile', label: t('tabs.profile'), content: <ProfileTab /> },
    { id: 'security', label: t('tabs.security'), content: <SecurityTab /> },
    { id: 'looks', label: t('tabs.looks'), content: <LooksTab /> },
    { id: 'activity', label: t('tabs.activity'), content: <ActivityTab /> },
    ...(hasMail ? [{ id: 'emails', label: t('tabs.emails'), content: <EmailsTab /> }] : []),
    ...contributed,
  ]
  return (
    <Page title={t('title')} description={t('lead')}>
      {/* The tabs may be wider than what stands below them. */}
      <div className="[&_.sp-tab-panel]:max-w-[45rem]">
        <Tabs {...tab} label={t('title')} tabs={tabs} />
      </div>
    </Page>
  )
}

export default AccountPage

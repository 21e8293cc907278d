import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Button } from '@spawnpoint/sdk/ui'
import { Bell } from '@spawnpoint/sdk/ui/icons'
import { BackgroundGroup } from './background-group.tsx'
import { SettingGroup } from './setting-group.tsx'
import { ThemeGroup } from './theme-group.tsx'

const look = ['backgroundOpacity', 'animationStyle', 'glassEffect', 'borderGlow']

const skin = ['zoom', 'animationSpeed', 'cameraLight', 'globalLight', 'walkingAnimation', 'autoRotate']

/** Settings of what stands on every page. */
export default function ComponentsTab() {
  const t = useT()
  const { notify } = useHost()
  const show = () => notify.toast({ title: t('example.title'), text: t('example.text') })
  return (
    <>
      <SettingGroup group="dropdown" fields={['borderRadius', ...look]} />
      <SettingGroup group="sidebar" fields={['compactMode', ...look]} />
      <SettingGroup group="topNav" fields={['showSearchBar', ...look]} />
      <SettingGroup group="notifications" fields={['position', 'duration', 'sound', ...look]}>
        <div>
          <Button size="sm" icon={<Bell aria-hidden />} onClick={show}>
            {t('example.show')}
          </Button>
        </div>
      </SettingGroup>
      <SettingGroup group="lists" fields={['density']} />
      <SettingGroup group="skinViewer" fields={skin} />
      <ThemeGroup />
      <BackgroundGroup />
    </>
  )
}

import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Menu } from '@spawnpoint/sdk/ui'
import { Monitor, Moon, Sun } from '@spawnpoint/sdk/ui/icons'
import { choiceItem } from './choice-item.tsx'

const themes = ['system', 'dark', 'light'] as const
const icons = { system: Monitor, dark: Moon, light: Sun } as const

export const useTheme = () => {
  const t = useT()
  const { uiSettings } = useHost()
  const theme = useStore(uiSettings, (settings) => settings.theme)
  const ThemeIcon = icons[theme]
  return {
    label: t(`theme.${theme}`),
    icon: <ThemeIcon aria-hidden />,
    items: themes.map((id) =>
      choiceItem(id, t(`themes.${id}`), id === theme, () => uiSettings.setState({ theme: id })),
    ),
    /** System, dark, light and round again. */
    change: () => uiSettings.setState({ theme: themes[(themes.indexOf(theme) + 1) % 3] ?? 'system' }),
  }
}

export const ThemeSwitch = () => {
  const { label, icon, items } = useTheme()
  return <Menu label={label} icon={icon} hideLabel items={items} />
}

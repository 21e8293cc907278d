import type { PackageRightView } from '@spawnpoint/contracts/plugin-manager'
import { useT, useTranslation } from '@spawnpoint/sdk/browser'
import { Badge, Code } from '@spawnpoint/sdk/ui'

type Kind = PackageRightView['kind']
/** Rows of the consent: all that start-up code adds stands in one, and so does all that the plugin can do. */
type Group = Exclude<Kind, `boot${string}` | 'tables' | 'jobs'> | 'boot'

/** Most powerful first; a record, so that no kind can be left out. */
const ranks: Record<Group, number> = {
  host: 1,
  service: 2,
  event: 3,
  capability: 4,
  requiresPermission: 5,
  boot: 6,
  barePage: 7,
  openPage: 8,
  adminPage: 9,
  page: 10,
  menuEntry: 11,
  command: 12,
  widget: 13,
  tab: 14,
  slot: 15,
  definesPermission: 16,
  secretSetting: 17,
  setting: 18,
}

const isBoot = (kind: Kind): kind is Extract<Kind, `boot${string}`> => kind.startsWith('boot')
const groupOf = (kind: Kind): Group => {
  if (isBoot(kind)) return 'boot'
  return kind === 'tables' || kind === 'jobs' ? 'capability' : kind
}

/** Names that the plugin chooses itself, as they will be read; others are codes. */
const isName = (kind: Kind) =>
  kind === 'menuEntry' || kind === 'command' || kind === 'widget' || kind === 'tab'

interface Words {
  /** Plain words; null where nobody has written any, and the code has to do. */
  readonly text: string | null
  /** Its code, for who looks it up; null where that says nothing more. */
  readonly code: string | null
}

/** An address as people read it: what stands there for an entry of many is left open. */
const readable = (path: string) => path.replaceAll(/:\w+|\*/g, '…')

const hasPath = (kind: Kind) => kind.toLowerCase().endsWith('page')

const PAGES = { bootPage: 'added.bootPages', bootAdminPage: 'added.bootAdminPages' } as const

/** Says a right in the reader's language: in words where there are some, beside its code. */
function useWords() {
  const t = useT()
  const { i18n } = useTranslation()
  const found = (key: string): string | null =>
    i18n.t(key, { ns: 'plugin-manager', defaultValue: '' }) || null
  // Each group of settings has a place of its own.
  const placeOf = (slot: string) => found(`places.${slot.replace(/^settings\..*$/, 'settings.group')}`)
  const ofService = (value: string, detail: string | null) => {
    const [plugin = '', service = ''] = value.split('.', 2)
    return i18n.t(`staff.services.${service}`, { ns: plugin, defaultValue: detail ?? '' }) || null
  }
  const ofBoot = ({ kind, value, detail }: PackageRightView): string => {
    if (kind === 'bootSlot') return t('added.bootSlot', { place: placeOf(value) ?? value })
    const isMany = (kind === 'bootPage' || kind === 'bootAdminPage') && value.endsWith('*')
    const key = isMany ? PAGES[kind] : `added.${kind}`
    return t(key, { name: value, path: readable(value.replace(/\*$/, '')), title: detail ?? '' })
  }
  return (right: PackageRightView): Words => {
    const { kind, value, detail } = right
    if (isBoot(kind)) return { text: ofBoot(right), code: null }
    if (kind === 'capability' || kind === 'jobs') return { text: t(`capabilities.${value}`), code: null }
    if (kind === 'tables') return { text: t('capabilities.server.db'), code: value }
    if (kind === 'slot') return { text: placeOf(value), code: value }
    if (kind === 'event') return { text: found(`events.${value.replace(':', '.')}`), code: value }
    if (kind === 'service') return { text: ofService(value, detail), code: value }
    if (isName(kind)) return { text: value, code: detail }
    if (hasPath(kind)) return { text: detail, code: readable(value) }
    return { text: detail, code: value }
  }
}

interface RightProps {
  readonly right: PackageRightView
  readonly marksNew: boolean
  readonly isFramed: boolean
}

const Right = ({ right, marksNew, isFramed }: RightProps) => {
  const t = useT()
  const { text, code } = useWords()(right)
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      {text && <span>{text}</span>}
      {code && (text ? <code className="font-mono text-xs text-muted">{code}</code> : <Code>{code}</Code>)}
      {isFramed && right.kind === 'slot' && right.value === 'shell.overlay' && (
        <Badge>{t('framedBoot')}</Badge>
      )}
      {marksNew && right.isNew && <Badge tone="warning">{t('review.new')}</Badge>}
    </li>
  )
}

/** Bare names stand side by side; what has something to read has a line of its own. */
const layoutOf = (found: readonly PackageRightView[]): string =>
  found.every(({ kind, detail }) => !detail && ['host', 'setting', 'secretSetting'].includes(kind))
    ? 'flex flex-wrap gap-x-2 gap-y-1'
    : 'grid gap-1'

/** Lists the permissions that a package asks for, grouped by kind. */
export const PackageRights = ({
  rights,
  marksNew,
  isFramed = false,
}: {
  rights: readonly PackageRightView[]
  /** On an upgrade: the first time all of it is new. */
  marksNew: boolean
  /** Its pages would run in a frame, where start-up code does not run. */
  isFramed?: boolean
}) => {
  const t = useT()
  const kinds = [...new Set(rights.map(({ kind }) => groupOf(kind)))].toSorted(
    (one, other) => ranks[one] - ranks[other],
  )
  const groups = kinds.map((kind) => ({
    kind,
    found: rights.filter((right) => groupOf(right.kind) === kind),
  }))
  if (groups.length === 0) return <p className="text-sm text-muted">{t('review.nothing')}</p>
  return (
    <div className="text-sm">
      {groups.map(({ kind, found }) => (
        <section
          key={kind}
          className="grid gap-1 border-t border-border py-3 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-x-4"
        >
          <h4 className="flex flex-wrap content-start items-baseline gap-2 font-medium text-muted">
            {t(`rights.${kind}`)}
            {kind === 'boot' && isFramed && <Badge>{t('framedBoot')}</Badge>}
          </h4>
          <ul className={layoutOf(found)}>
            {found.map((right, index) => (
              <Right key={`${right.value} ${index}`} right={right} marksNew={marksNew} isFramed={isFramed} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

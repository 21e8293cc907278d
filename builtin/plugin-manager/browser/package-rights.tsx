import type { PackageRightView } from '@spawnpoint/contracts/plugin-manager'
import { useT, useTranslation } from '@spawnpoint/sdk/browser'
import { Badge, Code } from '@spawnpoint/sdk/ui'

type Kind = PackageRightView['kind']
/** Headings of the consent: all that start-up code adds stands under one. */
type Group = Exclude<Kind, `boot${string}`> | 'boot'

/** Most powerful first; a record, so that no kind can be left out. */
const ranks: Record<Group, number> = {
  host: 1,
  service: 2,
  event: 3,
  capability: 4,
  boot: 5,
  requiresPermission: 6,
  tables: 7,
  jobs: 8,
  barePage: 9,
  openPage: 10,
  adminPage: 11,
  page: 12,
  menuEntry: 13,
  command: 14,
  widget: 15,
  tab: 16,
  slot: 17,
  definesPermission: 18,
  secretSetting: 19,
  setting: 20,
}

const isBoot = (kind: Kind): kind is Exclude<Kind, Exclude<Group, 'boot'>> => kind.startsWith('boot')
const groupOf = (kind: Kind): Group => (isBoot(kind) ? 'boot' : kind)

/** Names that the plugin chooses itself, as they will be read; others are codes. */
const isName = (kind: Kind) =>
  kind === 'menuEntry' || kind === 'command' || kind === 'widget' || kind === 'tab'

interface Words {
  /** Plain words; null where nobody has written any, and the code has to do. */
  readonly text: string | null
  /** Its code, for who looks it up; null where that says nothing more. */
  readonly code: string | null
  readonly detail: string | null
}

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
    return t(key, { name: value, path: value.replace(/\*$/, ''), title: detail ?? '' })
  }
  return (right: PackageRightView): Words => {
    const { kind, value, detail } = right
    if (isBoot(kind)) return { text: ofBoot(right), code: null, detail: null }
    if (kind === 'capability' || kind === 'jobs')
      return { text: t(`capabilities.${value}`), code: null, detail: null }
    if (kind === 'slot') return { text: placeOf(value), code: value, detail: null }
    if (kind === 'event')
      return { text: found(`events.${value.replace(':', '.')}`), code: value, detail: null }
    if (kind === 'service') return { text: ofService(value, detail), code: value, detail: null }
    if (isName(kind)) return { text: value, code: detail, detail: null }
    return { text: null, code: value, detail }
  }
}

const Right = ({ right, marksNew }: { right: PackageRightView; marksNew: boolean }) => {
  const t = useT()
  const { text, code, detail } = useWords()(right)
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      {text && <span>{text}</span>}
      {code && <Code>{code}</Code>}
      {detail && <span className="text-muted">{detail}</span>}
      {marksNew && right.isNew && <Badge tone="warning">{t('review.new')}</Badge>}
    </li>
  )
}

/** Bare names stand side by side; what has something to read has a line of its own. */
const layoutOf = (found: readonly PackageRightView[]): string =>
  found.every(({ kind, detail }) => !detail && ['host', 'tables', 'setting', 'secretSetting'].includes(kind))
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
    <div className="grid gap-3 text-sm">
      {groups.map(({ kind, found }) => (
        <section key={kind} className="grid gap-1">
          <h4 className="flex flex-wrap items-baseline gap-x-2 font-medium">
            {t(`rights.${kind}`)}
            {kind === 'boot' && isFramed && <Badge>{t('framedBoot')}</Badge>}
          </h4>
          <ul className={layoutOf(found)}>
            {found.map((right, index) => (
              <Right key={`${right.value} ${index}`} right={right} marksNew={marksNew} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

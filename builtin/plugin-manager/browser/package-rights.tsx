import type { PackageRightView } from '@spawnpoint/contracts/plugin-manager'
import { useT, useTranslation } from '@spawnpoint/sdk/browser'
import { Badge, Code } from '@spawnpoint/sdk/ui'

type Kind = PackageRightView['kind']

/** Most powerful first; a record, so that no kind can be left out. */
const ranks: Record<Kind, number> = {
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

// A sentence says what these are; their names are of use to authors only.
const isSentence = (kind: Kind) => kind === 'capability' || kind === 'jobs'

/** Explains a service in the reader's language where its plugin has words for it, else as the server says. */
function useRightDetail() {
  const { i18n } = useTranslation()
  return ({ kind, value, detail }: PackageRightView): string | null => {
    if (kind !== 'service') return detail
    const [plugin = '', service = ''] = value.split('.', 2)
    return i18n.t(`staff.services.${service}`, { ns: plugin, defaultValue: detail ?? '' }) || null
  }
}

const Right = ({ right, marksNew }: { right: PackageRightView; marksNew: boolean }) => {
  const t = useT()
  const { kind, value, isNew } = right
  const detail = useRightDetail()(right)
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      {isSentence(kind) ? <span>{t(`capabilities.${value}`)}</span> : <Code>{value}</Code>}
      {!isSentence(kind) && detail && <span className="text-muted">{detail}</span>}
      {marksNew && isNew && <Badge tone="warning">{t('review.new')}</Badge>}
    </li>
  )
}

/** Bare names stand side by side; what has something to read has a line of its own. */
const layoutOf = (found: readonly PackageRightView[]): string =>
  found.every(({ kind, detail }) => !isSentence(kind) && kind !== 'service' && !detail)
    ? 'flex flex-wrap gap-x-2 gap-y-1'
    : 'grid gap-1'

/** Lists the permissions that a package asks for, grouped by kind. */
export const PackageRights = ({
  rights,
  marksNew,
}: {
  rights: readonly PackageRightView[]
  /** On an upgrade: the first time all of it is new. */
  marksNew: boolean
}) => {
  const t = useT()
  const kinds = [...new Set(rights.map(({ kind }) => kind))].toSorted(
    (one, other) => ranks[one] - ranks[other],
  )
  const groups = kinds.map((kind) => ({ kind, found: rights.filter((right) => right.kind === kind) }))
  if (groups.length === 0) return <p className="text-sm text-muted">{t('review.nothing')}</p>
  return (
    <div className="grid gap-3 text-sm">
      {groups.map(({ kind, found }) => (
        <section key={kind} className="grid gap-1">
          <h4 className="font-medium">{t(`rights.${kind}`)}</h4>
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

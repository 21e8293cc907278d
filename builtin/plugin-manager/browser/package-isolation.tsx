import type { PackageReviewView } from '@spawnpoint/contracts/plugin-manager'
import { useCan, useT } from '@spawnpoint/sdk/browser'
import { Switch } from '@spawnpoint/sdk/ui'

/** The operator's choice: more isolation for the pages, less for the server module. */
export interface IsolationChoice {
  readonly isolated: boolean
  readonly inProcess: boolean
}

/** Where its pages would run; null where it has none. */
export const browserOf = (
  { browser }: PackageReviewView['isolation'],
  { isolated }: IsolationChoice,
): 'page' | 'frame' | null => (isolated && browser ? 'frame' : browser)

/** Says in a frame that the start-up code will not run, and how it would. */
export const NoBoot = ({ canRun }: { canRun: boolean }) => {
  const t = useT()
  return (
    <>
      <li>{t('isolation.noBoot')}</li>
      <li>{t(canRun ? 'isolation.bootHow' : 'isolation.bootNever')}</li>
    </>
  )
}

/** Where the modules would run, and the protection that each place gives. */
export const PackageIsolation = ({
  isolation,
  choice,
  onChoose,
  hasTitle = true,
}: {
  isolation: PackageReviewView['isolation']
  choice: IsolationChoice
  onChoose: (choice: IsolationChoice) => void
  /** False where the title stands above. */
  hasTitle?: boolean
}) => {
  const t = useT()
  const isRoot = useCan('admin.root')
  const server = isolation.server && (choice.inProcess ? isolation.server : 'worker')
  const browser = browserOf(isolation, choice)
  return (
    <section className="grid gap-2">
      {hasTitle && <h3>{t('isolation.title')}</h3>}
      <ul className="grid list-disc gap-1 ps-5 text-sm">
        {server && <li>{t(`isolation.${server}`)}</li>}
        {browser && <li>{t(`isolation.${browser}`)}</li>}
        {browser === 'frame' && isolation.hasBoot && <NoBoot canRun={isolation.canIsolate} />}
        {!server && !browser && <li>{t('isolation.none')}</li>}
      </ul>
      {isolation.canIsolate && (
        <Switch
          label={t('isolation.more')}
          hint={t('isolation.moreHint')}
          checked={choice.isolated}
          onChange={({ target }) => onChoose({ ...choice, isolated: target.checked })}
        />
      )}
      {isolation.server === 'process' && isRoot && (
        <Switch
          label={t('isolation.inProcess')}
          hint={t('isolation.inProcessHint')}
          checked={choice.inProcess}
          onChange={({ target }) => onChoose({ ...choice, inProcess: target.checked })}
        />
      )}
    </section>
  )
}

import type { PackageRightView } from '@spawnpoint/contracts/plugin-manager'
import { useT } from '@spawnpoint/sdk/browser'
import { Alert } from '@spawnpoint/sdk/ui'

type Rights = readonly Pick<PackageRightView, 'kind' | 'value'>[]

const WALLET = 'coins.wallet'
const TILL = 'coins.till'
const moneyOwners = ['coins', 'payments', 'store']
const dataOwners = ['users', 'auth', 'profiles', 'roles', 'tickets', 'servers', 'gifts', 'redeem-codes']
const messengers = ['mail', 'notifications', 'webhooks']
/** Capabilities that show who somebody is, or act in their name. */
const personal = ['session.profile', 'hooks.session', 'http.core', 'server.hooks']

/** The plugin that a service or event belongs to. */
const ownerOf = (value: string) => value.split(/[.:]/, 1)[0] ?? ''

const isOf =
  (owners: readonly string[]) =>
  ({ kind, value }: Rights[number]): boolean =>
    (kind === 'service' || kind === 'event') && owners.includes(ownerOf(value))

const isService =
  (token: string) =>
  ({ kind, value }: Rights[number]): boolean =>
    kind === 'service' && value === token

const seesMoney = (right: Rights[number]): boolean =>
  isOf(moneyOwners)(right) && !isService(WALLET)(right) && !isService(TILL)(right)

const isPersonal = ({ kind, value }: Rights[number]): boolean =>
  kind === 'capability' && personal.includes(value)

interface Place {
  readonly server: 'process' | 'worker' | null
  readonly browser: 'page' | 'frame' | null
}

/** Keys of `risks` for all that a plugin can do to money and data of users, the worst first. */
export function findRisks(rights: Rights, { server, browser }: Place): readonly string[] {
  const isInPage = browser === 'page'
  const hasWallet = rights.some(isService(WALLET))
  const found = {
    server: server !== null,
    wallet: hasWallet,
    // The wallet says it all where a plugin asks for both.
    till: !hasWallet && rights.some(isService(TILL)),
    money: rights.some(seesMoney),
    data: rights.some((right) => isOf(dataOwners)(right) || isPersonal(right)),
    page: isInPage,
    boot: isInPage && rights.some(({ kind }) => kind === 'boot'),
    messages: rights.some(isOf(messengers)),
    hosts: rights.some(({ kind }) => kind === 'host'),
  }
  return Object.entries(found).flatMap(([risk, isThere]) => (isThere ? [risk] : []))
}

/** The consent in short, before all that it lists. */
export const ConsentRisks = ({ rights, ...place }: Place & { rights: Rights }) => {
  const t = useT()
  const risks = findRisks(rights, place)
  const hosts = rights.flatMap(({ kind, value }) => (kind === 'host' ? [value] : [])).join(', ')
  return (
    <Alert tone={risks.length > 0 ? 'warning' : 'info'} title={t('risks.title')}>
      {risks.length === 0 ? (
        t('risks.none')
      ) : (
        <ul className="grid list-disc gap-1 ps-4">
          {risks.map((risk) => (
            <li key={risk}>{t(`risks.${risk}`, { hosts })}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

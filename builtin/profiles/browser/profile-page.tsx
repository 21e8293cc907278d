import { readProfile } from '@spawnpoint/contracts/profiles'
import { skinPath } from '@spawnpoint/contracts/profiles/schemas'
import { useFormat, useHost, useOpenPath, useParams, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Avatar,
  Badge,
  Card,
  Empty,
  LinkButton,
  Page,
  RoleBadge,
  Skeleton,
  Stat,
  TextLink,
} from '@spawnpoint/sdk/ui'
import { Gift, Trophy, User } from '@spawnpoint/sdk/ui/icons'
import { lazy, Suspense } from 'react'
import './skin.css'

// Only here, and only for those who show a character.
const SkinView = lazy(() => import('./skin-view.tsx'))

type Profile = ReplyOf<typeof readProfile>

const Head = ({
  profile: { person, role, earlySupporter, since, lastSeen, isOwn },
}: {
  profile: Profile
}) => {
  const t = useT()
  const { date, ago, dateTime } = useFormat()
  const gift = useOpenPath()('gift-coins', { uuid: person.id })
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar id={person.id} name={person.name} src={person.avatar} size="lg" />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-2">
            <span className="truncate text-lg font-semibold">{person.name}</span>
            {role && <RoleBadge name={role.name} color={role.color} />}
            {earlySupporter && <Badge tone="accent">{t('page.earlySupporter')}</Badge>}
          </p>
          {since && <p className="text-muted">{t('page.since', { date: date(since) })}</p>}
          {lastSeen && (
            <p className="text-muted">
              <time dateTime={lastSeen} title={dateTime(lastSeen)}>
                {t('page.lastSeen', { ago: ago(lastSeen) })}
              </time>
            </p>
          )}
        </div>
        {gift && !isOwn && (
          <LinkButton variant="primary" icon={<Gift aria-hidden />} to={gift}>
            {t('page.gift')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

const Facts = ({ profile: { facts, places } }: { profile: Profile }) => {
  const t = useT()
  const { i18n } = useTranslation()
  const { number } = useFormat()
  if (facts.length + places.length === 0) return null
  return (
    <Card title={t('page.facts')}>
      <div className="grid grid-cols-2 gap-6 sm:grid-cols-3">
        {facts.map(({ id, plugin, value }) => (
          <Stat key={id} label={i18n.t(`profile.${id}`, { ns: plugin })} value={number(value)} />
        ))}
        {places.map(({ category, plugin, rank }) => (
          <Stat
            key={`place ${category}`}
            icon={<Trophy aria-hidden />}
            label={t('page.place', { category: i18n.t(`leaderboard.${category}`, { ns: plugin }) })}
            value={`#${number(rank)}`}
          />
        ))}
      </div>
    </Card>
  )
}

const Character = ({ uuid, name }: { uuid: string; name: string }) => {
  const t = useT()
  return (
    <Card title={t('page.minecraft')} description={name}>
      <Suspense fallback={<div className="skin-box" />}>
        <SkinView src={skinPath(uuid)} name={name} />
      </Suspense>
    </Card>
  )
}

/** The own profile is drawn as others see it. */
const OwnNotice = ({ visible }: { visible: boolean }) => {
  const t = useT()
  const host = useHost()
  return (
    <Alert
      tone={visible ? 'info' : 'warning'}
      action={<TextLink to={`${host.pathTo('account')}#profiles-privacy-tab`}>{t('page.privacy')}</TextLink>}
    >
      {t(visible ? 'page.own' : 'page.ownHidden')}
    </Alert>
  )
}

export default function ProfilePage() {
  const t = useT()
  const { uuid = '' } = useParams()
  const query = useEndpoint(readProfile, { params: { uuid } })
  return (
    <Page title={t('page.title')} subject={query.data?.person.name} width="narrow">
      <Loaded
        query={query}
        loading={<Skeleton shape="block" className="h-32" />}
        gone={<Empty icon={<User />} title={t('page.gone')} text={t('page.goneText')} />}
      >
        {(profile) => (
          <div className="grid gap-4">
            {profile.isOwn && <OwnNotice visible={profile.visible} />}
            <Head profile={profile} />
            <Facts profile={profile} />
            {profile.minecraft !== null && <Character uuid={profile.person.id} name={profile.minecraft} />}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

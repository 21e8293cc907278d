import { findPeople, SHORTEST } from '@spawnpoint/contracts/user-lookup'
import { useOpenPath, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Avatar, Card, Empty, Page, SearchField, Skeleton, TextLink } from '@spawnpoint/sdk/ui'
import { Search, Users } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/** The text once no key was pressed for a moment. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type Found = ReplyOf<typeof findPeople>['people'][number]

const Row = ({ person: { id, name, avatar } }: { person: Found }) => {
  const profile = useOpenPath()('profile', { uuid: id })
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <Avatar id={id} name={name} src={avatar} size="sm" />
      <span className="min-w-0 truncate">{profile ? <TextLink to={profile}>{name}</TextLink> : name}</span>
    </li>
  )
}

const Results = ({ text }: { text: string }) => {
  const t = useT()
  const query = useEndpoint(findPeople, { query: { text } })
  return (
    <Loaded query={query} loading={<Skeleton lines={4} />}>
      {({ people }) =>
        people.length === 0 ? (
          <Empty icon={<Users />} title={t('none')} text={t('noneText')} />
        ) : (
          <ul aria-label={t('results')} className="sp-card divide-y divide-border">
            {people.map((person) => (
              <Row key={person.id} person={person} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

export default function LookupPage() {
  const t = useT()
  const [text, setText] = useState('')
  const settled = useSettled(text.trim())
  return (
    <Page title={t('title')} description={t('description')} width="narrow">
      <div className="grid gap-4">
        <Card>
          <SearchField
            value={text}
            onSearch={setText}
            label={t('search')}
            placeholder={t('search')}
            maxLength={64}
          />
        </Card>
        {settled.length < SHORTEST ? (
          <Empty icon={<Search />} title={t('start')} text={t('startText', { count: SHORTEST })} />
        ) : (
          <Results text={settled} />
        )}
      </div>
    </Page>
  )
}

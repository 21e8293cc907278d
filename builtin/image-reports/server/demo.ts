import { HostedImages, listImages } from '@spawnpoint/contracts/image-hosting'
import { appealDecision, decideReport } from '@spawnpoint/contracts/image-reports'
import { optional } from '@spawnpoint/sdk/common'
import { Database, defineDemo, type DemoPerson, type DemoStage } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { saveNotice, uses as noticeUses, type GivenNotice } from './save-notice.ts'
import { report } from './tables.ts'

type Decision = 'keep' | 'remove'

interface Scene {
  readonly person: DemoPerson
  /** Counted from the oldest image of this person. */
  readonly place: number
  readonly notices: readonly Pick<GivenNotice, 'reason' | 'details' | 'name' | 'email'>[]
  readonly decision?: Decision
  readonly appeal?: string
}

const hourMs = 3_600_000
const uses = { ...noticeUses, hosted: optional(HostedImages), db: Database }

const scenesOf = (stage: DemoStage): readonly Scene[] => {
  const [first, second, third] = stage.people('customer')
  if (!first || !second || !third) return []
  return [
    {
      person: first,
      place: 1,
      notices: [
        {
          reason: 'copyright',
          details:
            'This is a screenshot of my build “Castle Aurora”. I published it on my site and gave nobody a license.',
          name: 'Noor Haddad',
          email: 'noor.haddad@example.net',
        },
        {
          reason: 'copyright',
          details: 'Copied from the gallery of Castle Aurora.',
          name: null,
          email: null,
        },
      ],
    },
    {
      person: second,
      place: 2,
      notices: [
        {
          reason: 'spam',
          details: 'Posted in our chat every few minutes, with a link to a shop.',
          name: null,
          email: null,
        },
      ],
    },
    {
      person: third,
      place: 3,
      notices: [
        {
          reason: 'harassment',
          details: 'It shows the name and address of another player.',
          name: 'Tom',
          email: 'tom@example.org',
        },
      ],
      decision: 'remove',
      appeal: 'The address is that of a public Minecraft server, not of a person. Please look again.',
    },
    {
      person: third,
      place: 4,
      notices: [{ reason: 'other', details: 'I don’t like this texture pack.', name: null, email: null }],
      decision: 'keep',
    },
  ]
}

export const demo = defineDemo({
  uses,
  async fill(services, stage) {
    const staff = stage.person('marta')
    for (const [index, { person, place, notices, decision, appeal }] of scenesOf(stage).entries()) {
      const at = stage.past(person.since, `image report ${index}`)
      let id = ''
      stage.plan(at, async () => {
        const { items } = await stage.call(person, listImages, { query: { limit: 9 } })
        const name = items.at(-place)?.name ?? items[0]?.name ?? ''
        const image = await services.hosted.get()?.find(name)
        if (!image) return
        for (const [number, given] of notices.entries())
          await saveNotice(services, image, {
            ...given,
            language: 'en',
            ip: `198.51.100.${index * 10 + number}`,
          })
        const [row] = await services.db.orm
          .select({ id: report.id })
          .from(report)
          .where(sql`image = ${name}`)
        id = row?.id ?? ''
      })
      if (decision !== undefined)
        stage.plan(new Date(at.getTime() + 5 * hourMs), async () => {
          const removal = {
            decision: 'remove' as const,
            reason: 'harassment' as const,
            ground: 'terms' as const,
            facts: '',
          }
          if (id !== '')
            await stage.call(staff, decideReport, {
              params: { id },
              body: decision === 'remove' ? removal : { decision },
            })
        })
      if (appeal !== undefined)
        stage.plan(new Date(at.getTime() + 9 * hourMs), async () => {
          if (id !== '') await stage.call(person, appealDecision, { params: { id }, body: { text: appeal } })
        })
    }
  },
})

import {
  dismissAnnouncement,
  listAnnouncements,
  postIncidentUpdate,
  readAnnouncement,
} from '@spawnpoint/contracts/announcements'
import { Locations } from '@spawnpoint/contracts/locations'
import { ServerPlaces } from '@spawnpoint/contracts/servers'
import { resourceEndpoints } from '@spawnpoint/sdk/common'
import { Clock, defineDemo, type DemoStage } from '@spawnpoint/sdk/server'
import { announcements } from '../resource.ts'

const dayMs = 86_400_000

/** Days ago; a negative number lies ahead. */
const written = [
  {
    days: 2,
    title: 'More memory for the same coins',
    summary: 'Every new gigabyte in the store costs 20% less from today on.',
    body: 'We moved to newer machines, and you get a part of what we save.\n\n## What changes\n\n- **Memory** costs 20% less in the store.\n- **Disk** stays as it is.\n- Servers that you already have keep their size.\n\nIf you bought memory in the last seven days, open a ticket and we refund the difference.',
    tags: 'Store',
    pinned: true,
  },
  {
    days: 6,
    title: 'Build contest: castles',
    summary: 'Show us your castle and win 500 coins. Entries close in two weeks.',
    body: 'Post a screenshot of your castle in our Discord. The community votes.\n\n1. 500 coins\n2. 250 coins\n3. 100 coins\n\n> One entry per person. Team builds are welcome.',
    tags: 'Events, Community',
    pinned: false,
  },
  {
    days: 20,
    title: 'Java 21 for all Minecraft servers',
    summary: 'New servers use Java 21. Restart yours to switch.',
    body: 'Minecraft 1.20.5 and later need Java 21. Older versions keep `Java 17`.',
    tags: 'Updates',
    pinned: false,
  },
  {
    days: 41,
    title: 'Welcome to the new dashboard',
    summary: 'Your servers, coins and support in one place.',
    body: 'Press **Ctrl + K** to find anything.',
    tags: 'Updates',
    pinned: false,
  },
  {
    days: -3,
    title: 'Holiday event',
    summary: 'Double coins for everyone over the holidays.',
    body: '',
    tags: 'Events',
    pinned: false,
  },
]

const oldUpdates = [
  { hours: 1, status: 'identified', text: 'A disk of one machine is failing. We move its servers away.' },
  { hours: 3, status: 'monitoring', text: 'All servers run on another machine. We keep watching.' },
  { hours: 9, status: 'resolved', text: 'The disk is replaced. **No data was lost.**' },
] as const

/** One that is over, and one that customers of the place see on their dashboard. */
async function fillIncidents(
  stage: DemoStage,
  now: number,
  place: { readonly id: string; readonly name: string },
) {
  const marta = stage.person('marta')
  const { create } = resourceEndpoints(announcements)
  const shared = {
    kind: 'incident' as const,
    audience: 'locations' as const,
    locationIds: [place.id],
    draft: false,
    pinned: false,
    body: '',
  }
  const old = new Date(now - 30 * dayMs)
  const begin = (at: Date, title: string, summary: string) =>
    stage.call(marta, create, { body: { ...shared, title, summary, publishAt: at.toISOString() } })
  const past = await begin(old, `Slow disks in ${place.name}`, 'Some servers start slowly or time out.')
  for (const { hours, ...body } of oldUpdates)
    await stage.at(new Date(old.getTime() + hours * 3_600_000), () =>
      stage.call(marta, postIncidentUpdate, { params: { id: past.item.id }, body }),
    )
  const begun = new Date(now - dayMs / 12)
  const open = await begin(
    begun,
    `Network problems in ${place.name}`,
    'Players may lose their connection for a few seconds.',
  )
  await stage.at(new Date(now - dayMs / 24), () =>
    stage.call(marta, postIncidentUpdate, {
      params: { id: open.item.id },
      body: {
        status: 'identified',
        text: 'Our provider has found a faulty router and is replacing it.',
      },
    }),
  )
}

export const demo = defineDemo({
  // Servers stand somewhere before an announcement is for a location.
  uses: { clock: Clock, locations: Locations, places: ServerPlaces },
  async fill({ clock, locations }, stage) {
    const marta = stage.person('marta')
    const { create } = resourceEndpoints(announcements)
    const now = clock.now().getTime()
    const moment = (days: number) => new Date(now - days * dayMs)
    const shared = { kind: 'news' as const, audience: 'everyone' as const, locationIds: [], draft: false }
    for (const { days, ...text } of written)
      await stage.call(marta, create, {
        body: { ...text, ...shared, publishAt: moment(days).toISOString() },
      })
    await stage.call(marta, create, {
      body: {
        ...shared,
        title: 'Price list for next year',
        summary: 'Not final yet.',
        body: '',
        pinned: false,
        draft: true,
      },
    })
    const [place] = await locations.list()
    if (place)
      await stage.call(marta, create, {
        body: {
          ...shared,
          title: `New network cards in ${place.name}`,
          summary: 'Your servers there get a faster connection.',
          body: 'Nothing to do for you: we swap the cards one machine at a time, and **no server is stopped**.',
          tags: 'Hardware',
          pinned: false,
          audience: 'locations',
          locationIds: [place.id],
          publishAt: moment(1).toISOString(),
        },
      })
    if (place) await fillIncidents(stage, now, place)
    for (const person of stage.people('customer')) {
      if (person.username === 'priya' || stage.random() < 0.4) continue
      const { items } = await stage.call(person, listAnnouncements)
      for (const { id, pinned } of items.slice(1))
        await stage.call(person, readAnnouncement, { params: { id } }).then(async () => {
          if (pinned) await stage.call(person, dismissAnnouncement, { params: { id } })
        })
    }
  },
})

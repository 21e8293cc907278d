import { changeMinecraftName, changePrivacy } from '@spawnpoint/contracts/profiles'
import { Users } from '@spawnpoint/contracts/users'
import { defineDemo } from '@spawnpoint/sdk/server'

/** Shows its whole profile, with a character. */
export const demo = defineDemo({
  uses: { users: Users },
  async fill(_uses, stage) {
    const person = stage.person('priya')
    await stage.call(person, changeMinecraftName, { body: { name: 'PriyaBuilds' } })
    const fields = ['role', 'since', 'places', 'minecraft', 'coins', 'servers']
    await stage.call(person, changePrivacy, { body: { visible: true, findable: true, fields } })
  },
})

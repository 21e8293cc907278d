import {
  createMailTemplate,
  readMailTemplate,
  updateMailTemplate,
} from '@spawnpoint/contracts/mail-templates'
import { defineDemo } from '@spawnpoint/sdk/server'

const welcome = `# Welcome to {{app}}, {{name}}!

Confirm that **{{email}}** is yours, then pick a game and start your first server. It takes about two minutes.

- Questions? Read our [guides]({{site}}/).
- The link below works for **one day**.`

const first = `Hi {{name}},

welcome to {{app}}! Confirm that {{email}} is yours to start your first server.`

const gift = `Hey {{name}},

**{{giver}}** just sent you **{{coins}} coins** on {{app}}. Spend them well!`

export const demo = defineDemo({
  uses: {},
  async fill(_services, stage) {
    const author = stage.person('marta')
    const made = await stage.call(author, createMailTemplate, {
      body: {
        purpose: 'auth.verify',
        language: 'EN',
        subject: 'Welcome to {{app}}',
        body: first,
        active: true,
      },
    })
    const params = { id: made.item.id }
    const { item } = await stage.call(author, readMailTemplate, { params })
    await stage.call(author, updateMailTemplate, {
      params,
      body: {
        subject: '{{name}}, one click and you can play',
        body: welcome,
        action: 'Confirm and start',
        active: true,
        version: item.version,
      },
    })
    await stage.call(author, createMailTemplate, {
      body: {
        purpose: 'gifts.received',
        language: 'DE',
        subject: '{{coins}} Coins von {{giver}}',
        body: gift.replace('Hey {{name}},', 'Hallo {{name}},'),
        active: false,
      },
    })
  },
})

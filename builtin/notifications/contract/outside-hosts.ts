// The server calls these addresses, which people give it: it calls the services that browsers and Discord really have, and
// nothing else.
const pushHosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
const pushDomains = ['.push.apple.com', '.push.services.mozilla.com', '.notify.windows.com']

const read = (address: string): URL | null => {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'https:' || url.port !== '') return null
  return url.username === '' && url.password === '' ? url : null
}

/** Is this the address of a browser at a push service? */
export const isPushEndpoint = (address: string): boolean => {
  const host = read(address)?.hostname ?? ''
  return pushHosts.includes(host) || pushDomains.some((domain) => host.endsWith(domain))
}

/** Is this the address of a webhook at Discord? */
export const isDiscordWebhook = (address: string): boolean => {
  const url = read(address)
  if (!url || !['discord.com', 'discordapp.com'].includes(url.hostname) || url.search + url.hash !== '')
    return false
  return /^\/api(\/v\d{1,2})?\/webhooks\/\d{5,25}\/[\w-]{20,120}$/.test(url.pathname)
}

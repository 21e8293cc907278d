// Searches the static site: the same rules as the search of the product, over the index that lies beside this script.
const form = document.querySelector('form[data-search]')
const results = document.querySelector('[data-results]')
const { index, base } = form.dataset
const search = (new URLSearchParams(location.search).get('q') ?? '').trim().slice(0, 100)
form.elements.q.value = search

const scoreOf = ({ title, text }, words) => {
  const name = title.toLowerCase()
  const whole = `${name}\n${text.toLowerCase()}`
  if (!words.every((word) => whole.includes(word))) return 0
  if (name === words.join(' ')) return 4
  if (!words.every((word) => name.includes(word))) return 1
  return name.startsWith(words[0]) ? 3 : 2
}

const excerptOf = (text, [word]) => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const start = Math.max(plain.toLowerCase().indexOf(word) - 80, 0)
  return `${start > 0 ? '…' : ''}${plain.slice(start, start + 240)}${plain.length > start + 240 ? '…' : ''}`
}

const draw = ({ path, title, page, text }, words) => {
  const hit = document.createElement('div')
  hit.className = 'hit'
  const link = document.createElement('a')
  link.href = path === '' ? base || '/' : `${base}/${path}`
  link.textContent = title
  const excerpt = document.createElement('p')
  excerpt.textContent = excerptOf(text, words)
  hit.append(link, title === page ? '' : ` · ${page}`, excerpt)
  return hit
}

const words = search.toLowerCase().split(/\s+/).filter(Boolean)
if (words.length > 0) {
  const sections = await (await fetch(index)).json()
  const hits = sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 30)
  results.replaceChildren(...hits.map(({ section }) => draw(section, words)))
  if (hits.length === 0) results.textContent = 'Nothing found. Try one word, such as the name of a function.'
}

const backdrops = ['#6d5ee6', '#0e8fa8', '#2f9e62', '#c2622d', '#b83b6a', '#4b6bd6', '#8a6d1f']
const skins = ['#f6d3b8', '#eebf98', '#d79f74', '#a86f47', '#7a4a2b']
const hairs = ['#20170f', '#4a2f1b', '#8a5a2b', '#c98f3f', '#6b6f78', '#a33b2a']
const shirts = ['#1f2635', '#f2f4f8', '#2c7a6b', '#8b2f45', '#394b8a', '#d8a13a']

const styles = [
  'M28 46c0-16 8-25 22-25s22 9 22 25c-4-9-9-12-22-12s-18 3-22 12Z',
  'M26 62V45c0-16 9-25 24-25s24 9 24 25v17h-8V46c-6-2-12-5-16-10-3 5-9 9-16 10v16Z',
  'M30 40c-3-12 6-22 20-21 9-4 22 3 21 20-5-4-11-6-21-6s-15 3-20 7Z',
  'M27 44c1-18 11-25 24-24 14 0 21 9 22 24-3-4-5-9-6-12-10 3-24 3-34 1-2 4-4 7-6 11Z',
] as const

const glasses =
  '<g fill="none" stroke="#20252f" stroke-width="2"><circle cx="42" cy="49" r="6"/><circle cx="58" cy="49" r="6"/><path d="M48 49h4"/></g>'

/** A drawn face as the picture of a person of the demonstration, as an address that needs no request. */
export function drawFace(random: () => number): string {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] ?? ''
  const [skin, hair] = [pick(skins), pick(hairs)]
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path fill="${pick(backdrops)}" d="M0 0h100v100H0z"/>` +
    `<path fill="${pick(shirts)}" d="M14 100c1-18 14-26 36-26s35 8 36 26Z"/><path fill="${skin}" d="M42 62h16v16c-4 5-12 5-16 0Z"/>` +
    `<ellipse cx="50" cy="49" rx="21" ry="24" fill="${skin}"/><g fill="#20252f"><circle cx="42" cy="49" r="2.5"/><circle cx="58" cy="49" r="2.5"/></g>` +
    `<path d="M43 60q7 6 14 0" fill="none" stroke="#8c3f35" stroke-width="2.5" stroke-linecap="round"/>` +
    `<path fill="${hair}" d="${pick(styles)}"/>${random() < 0.25 ? glasses : ''}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

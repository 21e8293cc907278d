// Loaded with the first flag: it names the files of all countries, of which the browser fetches those it draws.
const files = import.meta.glob<string>('../../node_modules/country-flag-icons/3x2/??.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

const urlOf = (code: string): string | undefined =>
  files[`../../node_modules/country-flag-icons/3x2/${code.toUpperCase()}.svg`]

/** The picture of a country's flag; nothing for a code that no country has. */
export const FlagImage = ({ code }: { code: string }) => {
  const url = urlOf(code)
  return url === undefined ? null : (
    // The outline keeps a stripe in the color of the page a part of the flag.
    <img src={url} alt="" width={18} height={12} className="outline-1 -outline-offset-1 outline-border" />
  )
}

/** Says each ten seconds what a start is at, so that a slow one is not taken for one that hangs. */
export function createStartProgress({ everyMs = 10_000 } = {}) {
  let timer: NodeJS.Timeout | undefined
  const end = () => clearInterval(timer)
  return {
    begin(work: string) {
      end()
      let turns = 0
      timer = setInterval(() => {
        turns += 1
        console.log(`${work}: ${(turns * everyMs) / 1000} s ...`)
      }, everyMs).unref()
    },
    end,
  }
}

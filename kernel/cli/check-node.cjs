// @ts-check
// The scripts of npm load it first: a Node without modules cannot read the programs, whose own check is in check-node.mjs.
const oldestMajor = 20

if (Number(process.versions.node.split('.')[0]) < oldestMajor) {
  console.error(
    `Spawnpoint starts on Node ${oldestMajor} or later, and this is ${process.versions.node}: install a newer Node, then run this again.`,
  )
  process.exit(1)
}

// @ts-check
// Read by Nodes of long ago: no syntax and no module that they do not know. What needs more is imported after it.
const oldestMajor = 20

if (Number(process.versions.node.split('.')[0]) < oldestMajor) {
  console.error(
    `Spawnpoint starts on Node ${oldestMajor} or later, and this is ${process.versions.node}: install a newer Node, then run this again.`,
  )
  process.exit(1)
}

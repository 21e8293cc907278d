import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { readSourceTree, repositoryRoot } from '../architecture/source-tree.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'
import { createProductCopy, type ProductCopy } from './product-copy.ts'
import { citingFiles, findUndefended, findUnfit, selectMutants } from './select-mutants.ts'
import { cites, createUnitRunner, type UnitRunner } from './unit-runner.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    changed: { type: 'boolean' },
    single: { type: 'boolean' },
    shard: { type: 'string', default: '1/1' },
  },
})

const [shard = 1, shards = 1] = values.shard.split('/').map(Number)
if (!(shard >= 1 && shard <= shards)) throw new Error('Write --shard 1/2 for the first half of the mutants.')
/** Rules stay together: each shard first runs the tests of its rules on the unbroken product. */
const ofShard = (some: readonly Mutant[]): Mutant[] => {
  const rules = [...new Set(some.map(({ rule }) => rule))]
  return some.filter(({ rule }) => rules.indexOf(rule) % shards === shard - 1)
}

const changedFiles = () =>
  execFileSync('git', ['diff', '--name-only', 'HEAD'], { encoding: 'utf8' }).split('\n').filter(Boolean)

const only = values.only?.split(',') ?? []
const tree = readSourceTree(repositoryRoot)
const selected = selectMutants(mutants, tree, { only, changed: values.changed ? changedFiles() : null })
const citing = citingFiles(tree)
const unitFiles = ({ rule, noticedBy }: Mutant) =>
  noticedBy === undefined ? (citing.get(rule) ?? []).filter((file) => file.includes('.test.')) : [noticedBy]

const areaOf = (rule: string) => rule.replace(/\d+$/, '')
/** Areas whose tests each look at one row of a table: their mutants do not meet and are applied together. */
const tables = new Set(values.single ? [] : ['SCR', 'UID', 'PER', 'GRD', 'ENT'])

/** One edit would change the text that the other looks for. */
const meet = (one: Mutant, other: Mutant) =>
  one.file === other.file &&
  (one.find !== other.find || one.replace !== other.replace) &&
  (one.find.includes(other.find) || other.find.includes(one.find))

const fits = (batch: readonly Mutant[], mutant: Mutant) =>
  tables.has(areaOf(mutant.rule)) &&
  batch.every(
    (each) =>
      areaOf(each.rule) === areaOf(mutant.rule) &&
      each.rule !== mutant.rule &&
      unitFiles(each).join() === unitFiles(mutant).join() &&
      !meet(each, mutant),
  )

function makeBatches(some: readonly Mutant[]): Mutant[][] {
  const batches: Mutant[][] = []
  for (const mutant of some) {
    const batch = batches.find((each) => fits(each, mutant))
    if (batch) batch.push(mutant)
    else batches.push([mutant])
  }
  return batches
}

interface Verdict {
  readonly mutant: Mutant
  readonly isKilled: boolean
  /** Every test that noticed it had waited as long as it may. */
  readonly hasWaited: boolean
  readonly faults: readonly string[]
}

const runBatch = async (
  copy: ProductCopy,
  runner: UnitRunner,
  batch: readonly Mutant[],
): Promise<Verdict[]> => {
  const rules = batch.map(({ rule }) => rule)
  const touched = batch.map(copy.apply)
  const result = await runner.run([...new Set(batch.flatMap(unitFiles))], rules, touched)
  for (const path of copy.restore()) runner.invalidate(path)
  return batch.map((mutant) => {
    const noticing = result.failed.filter((title) => cites(title, mutant.rule))
    return {
      mutant,
      isKilled: noticing.length > 0,
      hasWaited: noticing.length > 0 && noticing.every((title) => result.waited.includes(title)),
      faults: result.faults,
    }
  })
}

/**
 * Tests that fail on the unbroken product: they would kill every mutant of their rule. What fails on a busy machine
 * alone passes when it is run again.
 */
async function findBroken(runner: UnitRunner, some: readonly Mutant[]): Promise<readonly string[]> {
  let left = some
  for (let attempt = 1; ; attempt += 1) {
    const rules = [...new Set(left.map(({ rule }) => rule))]
    const { failed, faults } = await runner.run([...new Set(left.flatMap(unitFiles))], rules, [])
    if (failed.length + faults.length === 0) return []
    if (attempt === 3) return [...failed, ...faults]
    if (faults.length === 0) left = left.filter(({ rule }) => failed.some((title) => cites(title, rule)))
  }
}

const problems = [...findUnfit(selected, tree), ...findUndefended(mutants, tree, only)]

async function runAll(some: readonly Mutant[]): Promise<Verdict[]> {
  const copy = createProductCopy()
  const runner = await createUnitRunner(copy.root)
  const verdicts: Verdict[] = []
  try {
    const broken = await findBroken(runner, some)
    for (const title of broken) problems.push(`FAILS     without a mutant: ${title}`)
    const sound = some.filter(({ rule }) => !broken.some((title) => cites(title, rule)))
    for (const batch of makeBatches(sound)) {
      const found = await runBatch(copy, runner, batch)
      for (const { mutant, isKilled, faults } of found)
        if (!isKilled && faults.length === 0)
          console.log(`SURVIVED  ${mutant.rule}  ${mutant.file}: ${mutant.find}`)
      verdicts.push(...found)
    }
    return verdicts
  } finally {
    await runner.close()
    copy.remove()
  }
}

/** A broken file fails every test of it, which proves nothing about the rule. */
const isBroken = ({ isKilled, faults }: Verdict) => !isKilled && faults.length > 0

const started = performance.now()
const verdicts = await runAll(ofShard(selected.filter((mutant) => findUnfit([mutant], tree).length === 0)))
for (const { mutant, faults } of verdicts.filter(isBroken))
  console.log(`BROKEN    ${mutant.rule}  ${mutant.file}: ${faults.join('; ')}`)
const waited = [...new Set(verdicts.filter(({ hasWaited }) => hasWaited).map(({ mutant }) => mutant.rule))]
if (waited.length > 0)
  console.log(`Noticed only by a wait that ran out; on a busy machine, run again: --only ${waited.join(',')}`)
for (const problem of problems) console.log(problem)
const survivors = verdicts.filter(({ isKilled }) => !isKilled).length
const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(`${verdicts.length} mutants, ${survivors} survivors, ${problems.length} problems, ${seconds} s`)
process.exit(survivors + problems.length === 0 ? 0 : 1)

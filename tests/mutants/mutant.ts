/** One rule broken on purpose: a small edit of the product that its users would notice. */
export interface Mutant {
  readonly rule: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** The test file that must notice it, where those of the rule are many or slow; without it all that cite the rule. */
  readonly noticedBy?: string
}

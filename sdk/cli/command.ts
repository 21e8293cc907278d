import { Command, Option } from 'commander'

/** A problem that the author can solve. Its message is printed without a stack. */
export class ToolProblem extends Error {}

interface OptionText {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** Description shown in the help. */
  readonly about: string
  /** How the help writes its value. */
  readonly value?: string
}

/** Arguments of a command. */
export interface CommandInput {
  readonly words: readonly string[]
  text(option: string): string | undefined
  /** True or false when the flag or its `--no-` form was given. */
  flag(option: string): boolean | undefined
}

/** One of the commands of `spawnpoint-plugin`. */
export interface PluginCommand {
  /** As commander writes them: `<required>`, `[optional]`, `[rest...]`. */
  readonly arguments: readonly string[]
  readonly summary: string
  readonly options: Readonly<Record<string, OptionText>>
  /** Resolves to false after it has printed what is wrong. */
  run(input: CommandInput): Promise<boolean>
}

/** The commander command for a declaration. Each flag also has its `--no-` form. */
export function parserOf(name: string, { arguments: names, summary, options }: PluginCommand): Command {
  const parser = new Command(name).description(summary)
  for (const each of names) parser.argument(each)
  for (const [option, { type, short, about, value }] of Object.entries(options)) {
    const long = type === 'string' ? `--${option} <${value ?? option}>` : `--${option}`
    parser.addOption(new Option(short ? `-${short}, ${long}` : long, about))
    if (type === 'boolean') parser.addOption(new Option(`--no-${option}`).hideHelp())
  }
  return parser
}

/** The parsed arguments and options. */
export const inputOf = (parser: Command): CommandInput => ({
  words: parser.args,
  text: (name) => {
    const value: unknown = parser.getOptionValue(name)
    return typeof value === 'string' ? value : undefined
  },
  flag: (name) => {
    const value: unknown = parser.getOptionValue(name)
    return typeof value === 'boolean' ? value : undefined
  },
})

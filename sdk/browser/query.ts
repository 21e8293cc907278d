import type { AnyEndpoint, CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { createElement, useEffect, type ReactNode } from 'react'
import { CallError } from './call-error.ts'
import { connection, isUnreachable } from './connection.ts'
import { useHost } from './host.ts'

const keyOf = (endpoint: AnyEndpoint, input?: unknown) => [endpoint.method, endpoint.path, input ?? null]

const notice = (error: unknown): void => {
  if (isUnreachable(error)) connection.lose()
}

/** Answers asked for again because the server is back, until they come or fail. */
const askedAgain = new WeakSet<object>()

const client = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (_, query) => void askedAgain.delete(query),
    // The server answers and this address doesn't, as with a blocker of advertisements: asking once more would never end.
    onError: (error, query) => askedAgain.delete(query) || notice(error),
  }),
  mutationCache: new MutationCache({ onError: notice }),
  defaultOptions: {
    // A write that waits for the network would go out long after the click that asked for it.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      // An answer that says no will say no again; only a silent or failing server is asked once more.
      retry: (count, error) =>
        count < 1 && (!(error instanceof CallError) || error.status === 0 || error.status >= 500),
      refetchOnWindowFocus: true,
    },
  },
})

/** Loads again what failed while the server was out of reach. */
const loadMissed = (): void =>
  void client.refetchQueries(
    {
      predicate: (query) => {
        const isMissed = isUnreachable(query.state.error)
        if (isMissed) askedAgain.add(query)
        return isMissed
      },
    },
    { cancelRefetch: false },
  )

/** Gives a page the cache of what the server owns. Every page module that uses {@link useEndpoint} gets it from the route frame. @example <DataProvider><App /></DataProvider> */
export const DataProvider = ({ children }: { children?: ReactNode }) => {
  useEffect(() => connection.onRestored(loadMissed), [])
  return createElement(QueryClientProvider, { client }, children)
}

/** Options of {@link useEndpoint}. @example const options: EndpointOptions = { refetchEvery: 60_000 } */
export interface EndpointOptions {
  readonly enabled?: boolean
  readonly refetchEvery?: number
  /** The answer before stays while another page is asked for, and with it the focus on the button that was pressed. */
  readonly keepPage?: boolean
}

/**
 * Loads a GET endpoint and keeps the result fresh.
 *
 * @example const { data, error, isPending, refetch } = useEndpoint(storeItems)
 */
export function useEndpoint<E extends AnyEndpoint>(
  endpoint: E,
  input?: CallOf<E>,
  options: EndpointOptions = {},
): UseQueryResult<ReplyOf<E>> {
  const host = useHost()
  return useQuery({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => host.call(endpoint, { ...input, signal } as CallOf<E>),
    enabled: options.enabled ?? true,
    ...(options.refetchEvery ? { refetchInterval: options.refetchEvery } : {}),
    ...(options.keepPage && { placeholderData: keepPreviousData }),
  }) as UseQueryResult<ReplyOf<E>>
}

/** Loaded answers, changed by what a write answered. @example const clear = (cache: AnswerCache) => cache.update(listNotes, () => ({ notes: [] })) */
export interface AnswerCache {
  /**
   * Changes the loaded answers of a GET endpoint; `input` is what each was asked with. An answer for which the change
   * returns undefined is fetched again when it is shown next.
   */
  update<E extends AnyEndpoint>(
    endpoint: E,
    change: (answer: ReplyOf<E>, input: CallOf<E> | null) => ReplyOf<E> | undefined,
  ): Promise<void>
}

/** Options of {@link useAction}. @example const options: ActionOptions<typeof buyItem> = { refreshes: [storeItems] } */
export interface ActionOptions<E extends AnyEndpoint> {
  /** Endpoints whose loaded answers are fetched again. */
  readonly refreshes?: readonly AnyEndpoint[]
  /** Endpoints whose loaded answers are about what the write deletes: they are fetched again only where one is opened later. */
  readonly removes?: readonly AnyEndpoint[]
  /** Takes over what the reply says, which saves fetching it again. */
  readonly onReply?: (reply: ReplyOf<E>, cache: AnswerCache, input: CallOf<E>) => Promise<void> | void
}

const createAnswerCache = (queries: QueryClient): AnswerCache => ({
  async update(endpoint, change) {
    const queryKey = [endpoint.method, endpoint.path]
    // An answer under way may be older than the change.
    await queries.cancelQueries({ queryKey })
    for (const [key, answer] of queries.getQueriesData<ReplyOf<typeof endpoint>>({ queryKey })) {
      // The key of an answer ends with its input, see `keyOf`.
      const next = answer && change(answer, key[2] as CallOf<typeof endpoint> | null)
      if (next === undefined) await queries.invalidateQueries({ queryKey: key, exact: true })
      else queries.setQueryData(key, next)
    }
  },
})

/**
 * A write. On success the loaded answers follow: from the reply (`onReply`), fetched again (`refreshes`), or out of date
 * without being asked for (`removes`).
 *
 * @example const save = useAction(saveNote, { refreshes: [listNotes] }); save.mutate({ body: { text: 'Hello' } })
 */
export function useAction<E extends AnyEndpoint>(
  endpoint: E,
  { refreshes = [], removes = [], onReply }: ActionOptions<E> = {},
): UseMutationResult<ReplyOf<E>, Error, CallOf<E>> {
  const host = useHost()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: CallOf<E>) => host.call(endpoint, input),
    onSuccess: async (reply, input) => {
      await onReply?.(reply, createAnswerCache(queries), input)
      const renew = async ({ method, path }: AnyEndpoint, refetchType: 'active' | 'none') => {
        const queryKey = [method, path]
        // A first answer under way may be older than the change, and would not be asked for again.
        await queries.cancelQueries({ queryKey })
        await queries.invalidateQueries({ queryKey, refetchType })
      }
      await Promise.all([
        ...refreshes.map((endpoint) => renew(endpoint, 'active')),
        ...removes.map((endpoint) => renew(endpoint, 'none')),
      ])
    },
  })
}

/** Forgets every answer, e.g. when another person signs in. @example forgetAnswers() */
export const forgetAnswers = (): void => client.clear()

/** Asks again for every answer that is shown, e.g. when the server has been changed. @example renewAnswers() */
export const renewAnswers = (): Promise<void> => client.invalidateQueries()

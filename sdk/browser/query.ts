import type { AnyEndpoint, CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { CallError } from './call-error.ts'
import { useHost } from './host.ts'

const keyOf = (endpoint: AnyEndpoint, input?: unknown) => [endpoint.method, endpoint.path, input ?? null]

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // An answer that says no will say no again; only a silent or failing server is asked once more.
      retry: (count, error) =>
        count < 1 && (!(error instanceof CallError) || error.status === 0 || error.status >= 500),
      refetchOnWindowFocus: true,
    },
  },
})

/** Gives a page the cache of what the server owns. Every page module that uses {@link useEndpoint} gets it from the route frame. @example <DataProvider><App /></DataProvider> */
export const DataProvider = ({ children }: { children?: ReactNode }) =>
  createElement(QueryClientProvider, { client }, children)

/**
 * Loads a GET endpoint and keeps the result fresh.
 *
 * @example const { data, error, isPending, refetch } = useEndpoint(storeItems)
 */
export function useEndpoint<E extends AnyEndpoint>(
  endpoint: E,
  input?: CallOf<E>,
  options: { readonly enabled?: boolean; readonly refetchEvery?: number } = {},
): UseQueryResult<ReplyOf<E>> {
  const host = useHost()
  return useQuery({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => host.call(endpoint, { ...input, signal } as CallOf<E>),
    enabled: options.enabled ?? true,
    ...(options.refetchEvery ? { refetchInterval: options.refetchEvery } : {}),
  }) as UseQueryResult<ReplyOf<E>>
}

/**
 * A write. On success the answers of the endpoints in `refreshes` are fetched again.
 *
 * @example const save = useAction(saveNote, { refreshes: [listNotes] }); save.mutate({ body: { text: 'Hello' } })
 */
export function useAction<E extends AnyEndpoint>(
  endpoint: E,
  options: { readonly refreshes?: readonly AnyEndpoint[] } = {},
): UseMutationResult<ReplyOf<E>, Error, CallOf<E>> {
  const host = useHost()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: CallOf<E>) => host.call(endpoint, input),
    onSuccess: async () => {
      await Promise.all(
        (options.refreshes ?? []).map((each) =>
          queries.invalidateQueries({ queryKey: [each.method, each.path] }),
        ),
      )
    },
  })
}

/** Forgets every answer, e.g. when another person signs in. @example forgetAnswers() */
export const forgetAnswers = (): void => client.clear()

/** See `show-progress.mjs`. */
export declare function showProgress(
  work: string,
  options?: { readonly everyMs?: number; readonly fd?: number },
): () => Promise<unknown>

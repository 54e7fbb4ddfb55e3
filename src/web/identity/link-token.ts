/** The one-off token of an e-mailed link, from the query or the fragment. */
export function linkToken(location: { search: string; hash: string }): string {
  return new URLSearchParams(location.search).get('token') ?? location.hash.slice(1)
}

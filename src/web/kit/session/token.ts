/** When a token ends, read from its own payload; null when it does not say. */
export function expiryOf(token: string | null): number | null {
  const payload = token?.split('.')[1]
  if (!payload) return null
  try {
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}

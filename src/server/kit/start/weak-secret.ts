const MIN_LENGTH = 32
const MIN_BITS = 96
const placeholders =
  /change.?me|password|passw0rd|secret|example|placeholder|your.?key|insert|default|switchboard/i

/** Why a secret could be guessed; null where nothing speaks against it. */
export function weaknessOf(
  secret: string,
  minLength = MIN_LENGTH,
  minBits = MIN_BITS,
): string | null {
  if (secret.length < minLength) return `has fewer than ${minLength} characters`
  if (placeholders.test(secret)) return 'reads like a placeholder'
  if (isRow(secret)) return 'is a row of neighbouring characters'
  return bitsOf(secret) < minBits ? 'repeats itself too much' : null
}

/** As much as the mix of its characters can hold: 192 for `openssl rand -base64 32`. */
function bitsOf(secret: string): number {
  const unit = shortestUnit(secret)
  const counts = new Map<string, number>()
  for (const one of unit) counts.set(one, (counts.get(one) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / unit.length)
  return bits
}

/** What a secret repeats, if it is the same piece again and again. */
function shortestUnit(secret: string): string {
  const period = (secret + secret).indexOf(secret, 1)
  return secret.slice(0, period)
}

/** abcdef…, 012345… and qqqqqq… are long and no secrets. */
function isRow(secret: string): boolean {
  let steps = 0
  for (let n = 1; n < secret.length; n++)
    if (Math.abs(secret.charCodeAt(n) - secret.charCodeAt(n - 1)) <= 1) steps += 1
  return steps > secret.length / 2
}

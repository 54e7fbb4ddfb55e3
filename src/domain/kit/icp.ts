// The identity of an installation control point: ten digits of sequence, two letters of the
// issuing distributor and three hexadecimal digits of checksum (Electricity Code, schedule 11.1).

import type { FieldError } from './problem.ts'

export type IcpProblem = 'short' | 'shape' | 'checksum'

const ICP_LENGTH = 15
const SEQUENCE_LENGTH = 10
const ICP_SHAPE = /^\d{10}[A-Z]{2}[0-9A-F]{3}$/
const SHORT_FORM = /^(\d{1,9})([A-Z]{2}[0-9A-F]{3})$/

/** Bills print ICPs in lower case, in groups, or without the leading zeros: all mean the same. */
export function normaliseIcp(input: string): string {
  const text = input.replace(/\s+/g, '').toUpperCase()
  const short = SHORT_FORM.exec(text)
  if (short === null) return text
  const [, sequence = '', rest = ''] = short
  return sequence.padStart(SEQUENCE_LENGTH, '0') + rest
}

/** An ICP is right when its shape and its checksum are; expects the normalised text. */
export function icpProblem(normalised: string): IcpProblem | null {
  if (/^[0-9A-Z]*$/.test(normalised) && normalised.length < ICP_LENGTH) return 'short'
  if (!ICP_SHAPE.test(normalised)) return 'shape'
  const first12 = normalised.slice(0, 12)
  return icpChecksum(first12) === normalised.slice(12) ? null : 'checksum'
}

// Consumer numbers are shorter, or begin otherwise.
const MEANT_AS_ICP = /^(?=.*[A-Z])\d{7}[0-9A-Z]{7,9}$/

/** Whether somebody meant an ICP and slipped; other numbers of a connection are as they are. */
export function isMistypedIcp(normalised: string): boolean {
  return MEANT_AS_ICP.test(normalised) && icpProblem(normalised) !== null
}

/** The Authority's checksum is a 12-bit cyclic redundancy check (CRC-12/DECT) over ASCII. */
export function icpChecksum(first12: string): string {
  let register = 0
  for (const character of first12) {
    register = shiftIn(register, character.charCodeAt(0), 8)
  }
  register = shiftIn(register, 0, 12)
  return register.toString(16).toUpperCase().padStart(3, '0')
}

/** Only the checksum of electricity is settled; a service that nobody named counts as that. */
export const hasSettledChecksum = (icp_type: string | null | undefined): boolean =>
  (icp_type ?? 'electricity') === 'electricity'

interface Connected {
  icp_type?: string | null | undefined
  connections?: readonly string[] | null | undefined
}

/** Connections that would never meet their meter. */
export function connectionErrors({ icp_type, connections }: Connected): FieldError[] {
  const wrong = hasSettledChecksum(icp_type) ? (connections ?? []).filter(isMistypedIcp) : []
  const message = (icp: string) => `ICP ${icp} isn’t right. Check it against a bill.`
  return wrong.map((icp) => ({
    field: 'connections',
    code: 'bad_request',
    message: message(icp),
  }))
}

/** Builds a valid ICP for demonstration data. */
export function makeIcp(sequence: number, distributor: string): string {
  if (!Number.isSafeInteger(sequence) || sequence < 0 || sequence > 9_999_999_999) {
    throw new RangeError(`An ICP sequence has at most ten digits, not ${sequence}.`)
  }
  if (!/^[A-Z]{2}$/.test(distributor)) {
    throw new RangeError(`A distributor code is two capital letters, not ${distributor}.`)
  }
  const first12 = String(sequence).padStart(SEQUENCE_LENGTH, '0') + distributor
  return first12 + icpChecksum(first12)
}

function shiftIn(register: number, value: number, bits: number): number {
  let result = register
  for (let bit = bits - 1; bit >= 0; bit -= 1) {
    result = (result << 1) | ((value >> bit) & 1)
    if (result & 0x1000) result ^= 0x180f
  }
  return result
}

import { formatGstNumber } from '#domain/kit/gst-number.ts'

interface Corrector {
  broker: string
  gst_number: string | null
}

/** Supply correction information (GST Act 1985, s 19N): who corrects, and what the lines say. */
export function supplyCorrection(
  { broker, gst_number }: Corrector,
  [about, effect]: readonly [about: string, effect: string],
): string {
  const number = gst_number && `GST number ${formatGstNumber(gst_number)}`
  const supplier = [`Supplier: ${broker}`, number].filter(Boolean).join(', ')
  return ['Supply correction information', about, supplier, effect].join('\n')
}

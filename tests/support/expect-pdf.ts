import { expect } from 'vitest'
import type { Served } from './guest-over.ts'

/** A whole PDF under a name of its own, and none that is cut off. */
export function expectPdf({ bytes, headers }: Served): void {
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.pdf"/)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.subarray(-6).toString()).toContain('%%EOF')
}

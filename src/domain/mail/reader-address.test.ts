import { expect, test } from 'vitest'
import { readerAddress } from './reader-address.ts'

const isTaken = (address: string) => readerAddress.safeParse(address).success

test.each(['rewa@example.co.nz', 'Rewa@EXAMPLE.co.nz', 'info@kōwhai.nz', 'a.b@mail.māori.nz'])(
  'mail can go to %s',
  (address) => expect(isTaken(address)).toBe(true),
)

test.each([
  ...['nobody', 'a@b', '@kōwhai.nz', 'info@kōwhai', 'in fo@kōwhai.nz', 'info@kōw hai.nz'],
  ...['a..b@example.co.nz', 'a@b@kōwhai.nz', 'info@kōwhai.nz\r\nBcc: x@y.nz', 'info@–kōwhai.nz'],
])('mail can’t go to “%s”', (address) => expect(isTaken(address)).toBe(false))

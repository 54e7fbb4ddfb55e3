import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  bankAccountProblem,
  bankName,
  formatBankAccount,
  normaliseBankAccount,
} from '#domain/kit/bank-account.ts'

interface Props {
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

/** A bank account number, checked as soon as it is typed; the bank's name says it was heard right. */
export function AccountInput({ value, error, onChange }: Props) {
  const [isLeft, setIsLeft] = useState(false)
  const digits = normaliseBankAccount(value)
  const found = value.trim() === '' ? null : bankAccountProblem(digits)
  const isRight = found !== null && found.error === null
  return (
    <TextInput
      label="Bank account number"
      description={isRight ? (bankName(digits) ?? ' ') : 'As in 12-3456-0123456-00.'}
      required
      inputMode="numeric"
      autoComplete="off"
      data-autofocus
      value={value}
      error={error ?? (isLeft && found?.error ? words[found.error] : undefined)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        setIsLeft(true)
        if (isRight) onChange(formatBankAccount(digits))
      }}
    />
  )
}

const words = {
  short: 'Some digits are missing.',
  shape: 'Bank, branch, account and suffix are needed.',
  bank: 'No bank in New Zealand has that number.',
  checksum: 'The check digit is wrong: one of the digits must be mistaken.',
}

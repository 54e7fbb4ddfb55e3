import { Button } from '@mantine/core'
import { IconBuildingBank, IconCircleCheck } from '@tabler/icons-react'
import type { BankPosition } from '#domain/bank/bank-calls.ts'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { ImportButton } from './import-button.tsx'
import type { useLineChoice } from './use-line-choice.ts'

interface Props {
  choice: ReturnType<typeof useLineChoice>
  positions: readonly BankPosition[]
}

/** Why there is nothing to look at, and what comes next. */
export function NoLines({ choice, positions }: Props) {
  const { view, q, account, show } = choice
  const accounts = positions.filter((one) => account === null || one.bankaccount_id === account)
  if (q !== '')
    return (
      <NothingHere title="No line matches.">
        <Button variant="default" onClick={() => void show({ q: '' })}>
          Clear the search
        </Button>
      </NothingHere>
    )
  if (accounts.every((one) => one.last_line_date === null))
    return (
      <NothingHere
        title="There are no lines yet."
        description="Bring in the file your bank offers for download: CSV, OFX, QIF or camt.053."
        icon={<IconBuildingBank size={36} stroke={1.5} aria-hidden />}
      >
        <ImportButton />
      </NothingHere>
    )
  if (view !== 'open') return <NothingHere title="There are no such lines." />
  return (
    <NothingHere
      title="All lines are explained."
      description={
        account === null ? undefined : 'Nothing is left on this account; others may have some.'
      }
      icon={<IconCircleCheck size={36} stroke={1.5} aria-hidden />}
    >
      <ImportButton />
    </NothingHere>
  )
}

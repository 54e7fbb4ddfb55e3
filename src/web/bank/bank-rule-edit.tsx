import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { bankrule } from '#domain/bank/bankrule.ts'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { accountText } from '#domain/books/account-names.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import type { Values } from '#web/kit/form/merge.ts'
import type { Edit } from '#web/kit/form/use-edit.ts'
import { Page } from '#web/kit/frame/page.tsx'
import { lineQuery } from './bank-query.ts'
import { removeForGood } from './remove-for-good.ts'
import { RuleTrial } from './rule-trial.tsx'
import { directionOf } from './split-parts.ts'

const consequence = 'What it matched stays matched; new lines are asked about again.'

/** The form of a rule; from a line it begins with what is known of that line. */
export function Screen() {
  const [params] = useSearchParams()
  const line = Number(params.get('line')) || null
  const { data, isPending } = useQuery({ ...lineQuery(line ?? 0), enabled: line !== null })
  if (line !== null && isPending)
    return (
      <Page title="New Bank rule" summary=" ">
        <Skeleton height={320} radius="lg" />
      </Page>
    )
  return (
    <EditScreen
      entity={bankrule}
      {...(data ? { start: ruleFor(data.row) } : {})}
      under={(name, edit) => <Under name={name} edit={edit} />}
      remove={({ id, name }) => removeForGood(bankrule, { id, name: String(name), consequence })}
    />
  )
}

function ruleFor({ amount, other_party, memo, bank_type }: BankTransaction): Values {
  const text = other_party ?? memo ?? bank_type
  return { name: text, direction: directionOf(amount), text_contains: text }
}

function Under({ name, edit }: { name: string; edit: Edit }) {
  if (name === 'automatic') return <RuleTrial edit={edit} />
  const account = Number(edit.values.account)
  if (name !== 'account' || !Number.isSafeInteger(account) || account <= 0) return null
  const words = accountText(account)
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {words === String(account) ? 'There is no such account.' : words}
    </Text>
  )
}

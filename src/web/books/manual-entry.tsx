import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Paper,
  Select,
  SimpleGrid,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { accountChoices } from '#domain/books/account-names.ts'
import { transaction } from '#domain/books/transaction.ts'
import { transactionCalls } from '#domain/books/transaction-calls.ts'
import { cents, formatMoney, parseMoney, sumCents } from '#domain/kit/money.ts'
import { DraftBanner } from '#web/kit/form/draft-banner.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { usePageSubmit } from '#web/kit/form/use-page-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NoPermission } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { forgetMoney } from './forget-money.ts'

interface TypedEntry {
  key: string
  account: string | null
  /** Debits positive, credits negative, as the books keep them. */
  amount: string
}

const blank = (): TypedEntry => ({ key: crypto.randomUUID(), account: null, amount: '' })

/** An entry booked by hand, with the reason; debits and credits must be equal. */
export function ManualEntry() {
  const { role } = useSession()
  const [lines, setLines] = useState<TypedEntry[]>(() => [blank(), blank()])
  const [about, setAbout] = useState<Record<string, unknown>>({ transaction_date: today() })
  const [reason, setReason] = useState('')
  const form = {
    entity: transaction,
    typed: { lines, about, reason },
    restore: (kept: Partial<{ lines: TypedEntry[]; about: typeof about; reason: string }>) => {
      if (kept.lines) setLines(kept.lines)
      if (kept.about) setAbout(kept.about)
      if (kept.reason) setReason(kept.reason)
    },
  }
  const submit = usePageSubmit(form, async (key, go) => {
    const given = lines.filter((line) => line.account !== null && line.amount.trim() !== '')
    const sent = given.map(({ account, amount }) => ({
      account: Number(account),
      amount: parseMoney(amount) ?? amount,
    }))
    const said = Object.entries(about).filter(([, value]) => value)
    const body = { lines: sent, reason: reason.trim(), ...Object.fromEntries(said) }
    const answer = await send(transactionCalls.create, body, { key })
    void forgetMoney()
    toast(answer.message)
    // What is over the limit waits above the list until a colleague has looked at it.
    const { data } = answer
    await go('id' in data ? `/app/transaction?id=${data.id}` : '/app/transactions')
  })
  useSaveKey(() => submit.onSubmit())
  if (!atLeast(role, 'manager')) {
    return (
      <Page title="New entry">
        <NoPermission />
      </Page>
    )
  }
  return (
    <Page
      title="New entry"
      summary="Booked by hand and kept with its reason; it can be taken back, never changed."
      crumbs={<Crumbs path={[['Transactions', '/app/transactions']]} here="New entry" />}
      actions={
        <SaveBar>
          <SubmitButton submit={submit} form="entry">
            Book it
          </SubmitButton>
        </SaveBar>
      }
    >
      <DraftBanner offer={submit.draft} />
      <form id="entry" onSubmit={submit.onSubmit} noValidate>
        {submit.problem && (
          <Alert color="red" role="alert" mb="sm">
            {submit.problem}
          </Alert>
        )}
        <Paper maw={820}>
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mb="sm">
            {['transaction_date', 'customer_id', 'supplier_id'].map((name) => (
              <EntityInput
                key={name}
                entity={transaction}
                name={name}
                value={about[name] ?? null}
                error={submit.errorOf(name)}
                onChange={(value) => setAbout((before) => ({ ...before, [name]: value }))}
              />
            ))}
          </SimpleGrid>
          <EntryInputs lines={lines} onChange={setLines} />
          <Textarea
            label="Reason"
            withAsterisk
            mt="sm"
            autosize
            minRows={2}
            value={reason}
            error={submit.errorOf('reason')}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Text size="sm" mt="md">
            {balanceText(lines)}
          </Text>
        </Paper>
      </form>
    </Page>
  )
}

interface InputsProps {
  lines: TypedEntry[]
  onChange: (lines: TypedEntry[]) => void
}

function EntryInputs({ lines, onChange }: InputsProps) {
  const change = (key: string, next: Partial<TypedEntry>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...next } : line)))
  return (
    <>
      {lines.map((line, place) => (
        <Group key={line.key} gap="xs" mb={6} wrap="nowrap">
          <Select
            aria-label={`Account of line ${place + 1}`}
            placeholder="Account"
            searchable
            flex={1}
            data={accountChoices}
            value={line.account}
            onChange={(account) => change(line.key, { account })}
          />
          <TextInput
            aria-label={`Amount of line ${place + 1}`}
            placeholder="Debit, or − for credit"
            w={180}
            inputMode="decimal"
            value={line.amount}
            onChange={(event) => change(line.key, { amount: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove line ${place + 1}`}
            disabled={lines.length <= 2}
            onClick={() => onChange(lines.filter((one) => one.key !== line.key))}
          >
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => onChange([...lines, blank()])}
      >
        Add a line
      </Button>
    </>
  )
}

function balanceText(lines: readonly TypedEntry[]): string {
  const amounts = lines.flatMap(({ amount }) => parseMoney(amount) ?? [])
  if (amounts.length === 0) return 'Debits and credits must be equal.'
  const rest = sumCents(amounts.map((amount) => cents(amount)))
  return rest === 0 ? 'Debits and credits are equal.' : `${formatMoney(rest)} out of balance.`
}

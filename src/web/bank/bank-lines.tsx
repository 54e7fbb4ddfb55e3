import { Button, Menu, Skeleton } from '@mantine/core'
import { IconBuildingBank, IconKeyboard, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { BankPosition } from '#domain/bank/bank-calls.ts'
import { bankaccount } from '#domain/bank/bankaccount.ts'
import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import { leftToExplain } from '#domain/bank/left-to-explain.ts'
import { plural } from '#domain/kit/wording.ts'
import { MoreMenu } from '#web/kit/frame/more-menu.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { keyboardSheet } from '#web/kit/frame/shown-keys.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { forgetBank, positionsQuery } from './bank-query.ts'
import { ImportButton } from './import-button.tsx'
import { Reconcile } from './reconcile.tsx'

const TITLE = 'Bank Transactions'

/** The accountant's morning: what the bank shows, and what each line of it is. */
export function Screen() {
  const positions = useQuery(positionsQuery)
  if (positions.isPending)
    return (
      <Page title={TITLE} summary=" ">
        <Skeleton height={64} radius="lg" />
        <Skeleton height={420} radius="lg" />
      </Page>
    )
  if (!positions.data)
    return (
      <Page title={TITLE}>
        <Trouble cause={positions.error} onRetry={() => void positions.refetch()} />
      </Page>
    )
  if (positions.data.length === 0) return <NoAccount />
  return (
    <Page title={TITLE} summary={summaryOf(positions.data)} actions={<Actions />}>
      <Reconcile positions={positions.data} />
    </Page>
  )
}

function summaryOf(positions: readonly BankPosition[]): string {
  const { lines, words } = leftToExplain(positions)
  return lines === 0 ? 'Every line is explained' : `${plural(lines, 'line')} left · ${words}`
}

function Actions() {
  return (
    <>
      <MoreMenu>
        <Menu.Item
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void lookAgain()}
        >
          Look at all open lines again
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => keyboardSheet.set(true)}
        >
          Keyboard shortcuts
        </Menu.Item>
      </MoreMenu>
      <Button
        component={Link}
        to="/app/banktransaction/new"
        variant="default"
        leftSection={<IconPlus size={15} aria-hidden />}
      >
        Add a line by hand
      </Button>
      <ImportButton />
    </>
  )
}

async function lookAgain(): Promise<void> {
  try {
    const { matched, open } = (await send(banktransactionCalls.rematch, {})).data
    toast(`${plural(matched, 'line')} matched, ${open} left.`)
  } catch (cause) {
    toastProblem(cause)
  }
  await forgetBank()
}

function NoAccount() {
  const { role } = useSession()
  const mayMake = atLeast(role, bankaccount.access.write)
  return (
    <Page title={TITLE}>
      <NothingHere
        title="There is no bank account yet."
        description={
          mayMake
            ? 'Say which account the money comes to, and what it held when the books began.'
            : 'A manager makes the first one; then its lines stand here.'
        }
        icon={<IconBuildingBank size={36} stroke={1.5} aria-hidden />}
      >
        {mayMake && (
          <Button component={Link} to="/app/bankaccount/edit">
            New bank account
          </Button>
        )}
      </NothingHere>
    </Page>
  )
}

import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { bill } from '#domain/bills/bill.ts'
import { billCalls } from '#domain/bills/bill-calls.ts'
import type { ImportedBills } from '#domain/bills/imported-bills.ts'
import { plural } from '#domain/kit/wording.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { CsvSource } from '#web/kit/form/csv-source.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { type ApiProblem, isApiProblem } from '#web/kit/session/api.ts'
import { attached, send } from '#web/kit/session/send.ts'
import { BillImportReport, readyBills } from './bill-import-report.tsx'

const template = `statement_number,account_number,issued,due,period_from,period_to,charge,quantity,unit,rate,amount,ppd_percent
S-20458,40-771,2/05/2026,20/05/2026,1/04/2026,30/04/2026,Energy,600,kWh,0.18,108.00,5
S-20458,40-771,2/05/2026,20/05/2026,1/04/2026,30/04/2026,Daily charge,30,day,0.45,13.50,5
`

/** Suppliers' bills from one file: looked at first, then each statement as a whole. */
export function Screen() {
  return (
    <Page
      title="Import bills"
      summary="Suppliers’ bills from one CSV file, as drafts to be checked"
      crumbs={<Crumbs path={[['Bills', '/app/bills']]} here="Import bills" />}
    >
      <BillImport />
    </Page>
  )
}

function BillImport() {
  const [supplier_id, setSupplier] = useState<number | null>(null)
  const [csv, setCsv] = useState('')
  const [name, setName] = useState<string | null>(null)
  const [checked, setChecked] = useState<ImportedBills | null>(null)
  const [done, setDone] = useState<ImportedBills | null>(null)
  const brought = async (dry_run: boolean, key: string) => {
    const file_name = name ?? 'pasted rows'
    const file = attached(new File([csv], file_name))
    const form = { file_name, supplier_id, dry_run, csv: file }
    return (await send(billCalls.import, form, { key })).data
  }
  const check = useSubmit(async (key) => {
    setChecked(await brought(true, key))
  })
  const bringIn = useSubmit(async (key) => {
    try {
      setDone(await brought(false, key))
      await forgetMoney()
    } catch (cause) {
      const refused = isApiProblem(cause) ? foundIn(cause) : null
      if (refused) setChecked(refused)
      throw cause
    }
  })
  if (done) {
    const again = () => {
      setDone(null)
      setChecked(null)
      setCsv('')
    }
    return <Imported found={done} onAgain={again} />
  }
  return (
    <Stack gap="md">
      <Step number={1} title="The supplier">
        <EntityInput
          entity={bill}
          name="supplier_id"
          value={supplier_id}
          error={check.errorOf('supplier_id')}
          onChange={(value) => {
            setSupplier(typeof value === 'number' ? value : null)
            setChecked(null)
          }}
        />
        <Text size="xs" c="dimmed" mt={4}>
          Without one, each bill’s supplier is that of its contract.
        </Text>
      </Step>
      <Step number={2} title="The file">
        <CsvSource
          csv={csv}
          onCsv={(text, file) => {
            setCsv(text)
            setName(file)
            setChecked(null)
          }}
          template={template}
          templateName="bills-template.csv"
          description="The first line names the columns, then one line for each charge."
        />
        <Trouble text={check.problem} />
        <Group mt="sm">
          <Button
            variant={checked ? 'default' : 'filled'}
            loading={check.isBusy}
            disabled={csv.trim() === ''}
            onClick={() => check.onSubmit()}
          >
            {checked ? 'Check again' : 'Check the file'}
          </Button>
        </Group>
      </Step>
      {checked && (
        <Step number={3} title="What would be imported">
          <Found found={checked} />
          <Trouble text={bringIn.problem} />
          <Group mt="sm">
            <Button
              loading={bringIn.isBusy}
              disabled={readyBills(checked).length === 0 || checked.duplicate_file !== null}
              onClick={() => bringIn.onSubmit()}
            >
              Import {plural(readyBills(checked).length, 'bill')}
            </Button>
          </Group>
        </Step>
      )}
    </Stack>
  )
}

function Found({ found }: { found: ImportedBills }) {
  const ready = readyBills(found).length
  const left = found.outcomes.length - ready
  return (
    <>
      <Text size="sm" role="status" mb="xs">
        {plural(ready, 'bill')} ready, {left} with problems.{' '}
        {left > 0 && 'A statement with a wrong row is left out as a whole.'}
      </Text>
      <Trouble text={found.duplicate_file} />
      <BillImportReport found={found} />
    </>
  )
}

function Imported({ found, onAgain }: { found: ImportedBills; onAgain: () => void }) {
  const ready = readyBills(found)
  const open = ready.filter((one) => one.validations.some((check) => check.severity !== 'I'))
  return (
    <Stack gap="md">
      <Alert
        color="petrol"
        role="status"
        icon={<IconCheck size={18} aria-hidden />}
        title={`${plural(ready.length, 'bill')} imported`}
      >
        {open.length === 0
          ? 'All of them are drafts with nothing to look at.'
          : `All of them are drafts; ${open.length} should be looked at before approval.`}
      </Alert>
      <Group gap="xs">
        <Button variant="default" onClick={onAgain}>
          Import another file
        </Button>
        <Button variant="subtle" component={Link} to="/app/invoices">
          Go to Invoices
        </Button>
      </Group>
      <Paper component="section">
        <BillImportReport found={found} />
      </Paper>
    </Stack>
  )
}

function Trouble({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <Alert color="red" role="alert" my="sm">
      {text}
    </Alert>
  )
}

function Step(props: { number: number; title: string; children: ReactNode }) {
  return (
    <Paper component="section">
      <Title order={2} mb="sm">
        {props.number}. {props.title}
      </Title>
      {props.children}
    </Paper>
  )
}

/** A refused import says what is wrong with each row, as the check does. */
function foundIn({ data }: ApiProblem): ImportedBills | null {
  const isReport = typeof data === 'object' && data !== null && 'outcomes' in data
  return isReport ? (data as ImportedBills) : null
}

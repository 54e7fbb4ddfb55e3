import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { bill } from '#domain/bills/bill.ts'
import { billColumns } from '#domain/bills/bill-file-columns.ts'
import {
  type BillImport,
  billimport,
  type StagedBillLine,
  stagedbillline,
} from '#domain/bills/billimport.ts'
import { billimportCalls, stagedbilllineCalls } from '#domain/bills/billimport-calls.ts'
import { humanise, plural } from '#domain/kit/wording.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { cellScreen } from '#web/kit/import/cell-screen.tsx'
import { FileImport } from '#web/kit/import/file-import.tsx'
import type { ImportScreen } from '#web/kit/import/import-screen.ts'
import { attached, send } from '#web/kit/session/send.ts'

const template = `statement_number,account_number,issued,due,period_from,period_to,charge,quantity,unit,rate,amount,ppd_percent
S-20458,40-771,2/05/2026,20/05/2026,1/04/2026,30/04/2026,Energy,600,kWh,0.18,108.00,5
S-20458,40-771,2/05/2026,20/05/2026,1/04/2026,30/04/2026,Daily charge,30,day,0.45,13.50,5
`

const labels: { [field: string]: string } = {
  supplier_statement_number: 'Statement',
  line_name: 'Charge',
  account_number_with_supplier: 'Account',
  icp: 'ICP',
  date_issued: 'Issued',
  supplier_due_date: 'Due',
  rate_cents: 'Rate in cents',
  ppd_percent: 'Discount %',
  printed_gst: 'GST',
  printed_total: 'Total',
}

interface BillExtras {
  supplier_id: number | null
}

const shared = cellScreen<StagedBillLine>(billColumns, (field) => labels[field] ?? humanise(field))

const bills: ImportScreen<
  BillImport,
  StagedBillLine,
  ReturnType<typeof shared.preview>['rows'][number],
  BillExtras
> = {
  ...shared,
  batch: billimport,
  row: stagedbillline,
  calls: {
    ...billimportCalls,
    rows: stagedbilllineCalls.list,
    mend: stagedbilllineCalls.update,
    acceptRows: stagedbilllineCalls.accept,
    rejectRows: stagedbilllineCalls.reject,
  },
  made: { one: 'bill', many: 'bills' },
  path: '/app/bills/import',
  title: 'Import bills',
  summary: 'Suppliers’ bills from one file, as drafts; nothing counts until you accept it.',
  crumbs: [['Bills', '/app/bills']],
  source: {
    hint: 'Drop a CSV file here, one line for each charge, up to 20,000 rows.',
    template,
    templateName: 'bills-template.csv',
    megabytes: 20,
  },
  extras: { initial: { supplier_id: null }, Fields: SupplierField },
  send: async ({ file, mapping, again, extras }, key) => {
    const content = attached(new File([file.content], file.name))
    const form = { file_name: file.name, mapping, again: again || undefined, content, ...extras }
    return (await send(billimportCalls.create, form, { key })).data
  },
  poolColumns: (row) => [
    ...shared.poolColumns(row),
    {
      label: 'Bill',
      cell: ({ row: { bill_id, row_number } }) =>
        bill_id === null ? (
          '–'
        ) : (
          <Anchor
            component={Link}
            size="sm"
            to={`/app/bill/edit?id=${bill_id}`}
            aria-label={`Open the bill of row ${row_number}`}
          >
            Open
          </Anchor>
        ),
    },
  ],
  undo: {
    reason: 'needed',
    detail: 'Only while none of its bills is approved or on an invoice.',
  },
  Done: BillsDone,
  forget: forgetMoney,
}

/** Suppliers' bills from one file: looked at first, then each statement as a whole. */
export function Screen() {
  return <FileImport screen={bills} />
}

interface FieldProps {
  value: BillExtras
  onChange: (value: BillExtras) => void
}

function SupplierField({ value, onChange }: FieldProps) {
  return (
    <div>
      <EntityInput
        entity={bill}
        name="supplier_id"
        value={value.supplier_id}
        onChange={(chosen) => onChange({ supplier_id: typeof chosen === 'number' ? chosen : null })}
      />
      <Text size="xs" c="dimmed" mt={4} mb="sm">
        Without one, each bill’s supplier is that of its contract.
      </Text>
    </div>
  )
}

function BillsDone({ row }: { row: BillImport }) {
  const rejected = row.rows_rejected ?? 0
  return (
    <Alert
      color="petrol"
      role="status"
      icon={<IconCheck size={18} aria-hidden />}
      title="Bills imported"
    >
      <Group gap="md">
        <span>
          {plural(row.rows_accepted ?? 0, 'row')} accepted
          {rejected > 0 ? `, ${plural(rejected, 'row')} left out` : ''}. The bills are drafts to be
          checked.
        </span>
        <Button variant="subtle" component={Link} to="/app/bills">
          Go to Bills
        </Button>
      </Group>
    </Alert>
  )
}

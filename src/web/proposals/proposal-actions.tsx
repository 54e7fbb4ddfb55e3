import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { type Proposal, proposal } from '#domain/proposals/proposal.ts'
import { proposalCalls } from '#domain/proposals/proposal-calls.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import type { Edit, EditRow } from '#web/kit/form/use-edit.ts'
import { RecordMore } from '#web/kit/frame/more-menu.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { download } from '#web/kit/session/download.ts'
import { MakeContract } from './make-contract.tsx'

interface Props {
  answer: Answer<EditRow> | null
  edit: Edit
  isReadOnly: boolean
}

/** What can be done with a proposal, the likeliest last and filled. */
export function ProposalActions({ answer, edit, isReadOnly }: Props) {
  const navigate = useNavigate()
  // The call answers a row of the entity it names.
  const row = (answer?.data ?? null) as (EditRow & Proposal) | null
  return (
    <>
      {row && <RecordMore entity={proposal} row={row} title={row.name} />}
      {row && (
        <Button
          variant="default"
          leftSection={<IconPrinter size={15} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      )}
      {row && (
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={15} aria-hidden />}
          disabled={edit.isDirty}
          title={edit.isDirty ? 'Save first: the PDF is made of what is stored.' : undefined}
          onClick={() => void download(proposalCalls.document, { id: row.id }, 'proposal.pdf')}
        >
          PDF
        </Button>
      )}
      {row && <Contract row={row} answer={answer} isDirty={edit.isDirty} />}
      <SaveBar>
        {!row && (
          <Button variant="default" onClick={() => void navigate(-1)}>
            Cancel
          </Button>
        )}
        <Button
          loading={edit.isBusy}
          disabled={isReadOnly || (row !== null && !edit.isDirty)}
          onClick={() => void edit.save()}
        >
          Save
        </Button>
      </SaveBar>
    </>
  )
}

interface ContractProps {
  row: EditRow & Proposal
  answer: Answer<EditRow> | null
  isDirty: boolean
}

/** What was won becomes a contract; one that was made of it is the way there. */
function Contract({ row, answer, isDirty }: ContractProps) {
  const [isOpen, dialog] = useDisclosure(false)
  if (row.made_contract_id) {
    const number = answer?.info.titles?.contract?.[String(row.made_contract_id)]
    return (
      <Anchor component={Link} to={`/app/contract?id=${row.made_contract_id}`} size="sm">
        Contract {number ?? row.made_contract_id}
      </Anchor>
    )
  }
  if (row.proposal_status !== 'won' || row.deleted_at) return null
  return (
    <>
      <Button variant="default" disabled={isDirty} onClick={dialog.open}>
        Make contract
      </Button>
      {isOpen && <MakeContract row={row} onClose={dialog.close} />}
    </>
  )
}

import type { Contract } from './contract.ts'
import { ratesOn } from './rate-in-force.ts'

export interface ContractProblem {
  code: string
  message: string
}

interface ContractFacts {
  contract: Pick<
    Contract,
    'supplier_id' | 'date_start' | 'date_end' | 'is_open_plan' | 'connections'
  >
  rates: readonly {
    rate_name: string
    rate_amount: string
    rate_unit: string
    valid_from_date: string
  }[]
  customer: { email: string | null; is_opted_out?: boolean | undefined }
}

/** What stands between a contract and its customer; sending needs the list to be empty. */
export function contractProblems({ contract, rates, customer }: ContractFacts): ContractProblem[] {
  const { date_start, date_end } = contract
  const found: [boolean, string, string][] = [
    [!contract.supplier_id, 'no_supplier', 'Choose the supplier.'],
    [!date_start, 'no_start', 'Say on which day the contract starts.'],
    [
      !date_end && !contract.is_open_plan,
      'no_end',
      'Say on which day the contract ends, or make it an open plan.',
    ],
    [
      Boolean(date_start && date_end && date_end < date_start),
      'end_before_start',
      'The contract ends before it starts.',
    ],
    [!contract.connections?.length, 'no_connection', 'Name at least one connection.'],
    [rates.length === 0, 'no_rate', 'Add at least one rate.'],
    [
      Boolean(date_start && rates.length > 0 && ratesOn(rates, date_start).length === 0),
      'no_rate_at_start',
      'No rate holds on the first day of the contract.',
    ],
    [!customer.email, 'no_email', 'The customer has no email address.'],
    [
      customer.is_opted_out === true,
      'opted_out',
      'The customer has opted out of emails at that address.',
    ],
  ]
  return found.flatMap(([isFound, code, message]) => (isFound ? [{ code, message }] : []))
}

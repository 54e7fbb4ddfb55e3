import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { wrongIcps, wrongSuppliersAccounts } from './identifiers.ts'
import type { QualityRule } from './quality-rule.ts'

const READING_DAYS = 90

// Of services that are metered; broadband and waste are not.
const METERED = `t.contract_status = 'active'
  and coalesce(t.icp_type, 'electricity') in ('electricity', 'gas', 'water')`

const LAST_READ = `greatest(
  coalesce(t.date_installed, (t.created_at at time zone '${BUSINESS_TIME_ZONE}')::date),
  (select max(r.reading_date) from meterreadings r where r.meter_id = t.id
    and r.deleted_at is null and r.reading_latest_type not in ('estimate', 'misread')))`

/** What is wrong with contracts, meters and suppliers. */
export const supplyRules: readonly QualityRule[] = [
  {
    kind: 'contract',
    name: 'contract_without_rate',
    sentence: 'Active contract without a rate in force',
    severity: 'error',
    broken: (today) => `t.contract_status = 'active' and not exists (select from rates r
      where r.contract_id = t.id and r.deleted_at is null
        and r.valid_from_date <= greatest(${today}, t.date_start))`,
    since: () => 't.date_start',
  },
  {
    kind: 'contract',
    name: 'contract_without_connection',
    sentence: 'Active contract without a connection',
    severity: 'error',
    broken: () => `${METERED} and cardinality(t.connections) = 0`,
    since: () => 't.date_start',
  },
  {
    kind: 'contract',
    name: 'contract_without_supplier_account',
    sentence: 'Active contract without the account number at the supplier',
    severity: 'warning',
    broken: () => `t.contract_status = 'active'
      and coalesce(trim(t.account_number_with_supplier), '') = ''`,
    since: () => 't.date_start',
  },
  {
    kind: 'contract',
    name: 'connection_without_meter',
    sentence: 'Active contract with a connection that has no meter',
    severity: 'error',
    broken: () => `${METERED} and exists (select from unnest(t.connections) x
      where not exists (select from meters m where m.connection = upper(trim(x))
        and m.date_removed is null and m.deleted_at is null))`,
    since: () => 't.date_start',
  },
  {
    kind: 'meter',
    name: 'icp_fails_its_check',
    sentence: 'The ICP of an electricity meter fails its check',
    severity: 'error',
    found: wrongIcps,
  },
  {
    kind: 'meter',
    name: 'no_actual_reading',
    sentence: `No actual reading in ${READING_DAYS} days, at an active customer’s`,
    severity: 'warning',
    broken: (today) => `t.date_removed is null and exists (select from customers c
        where c.id = t.customer_id and c.customer_status = 'active' and c.deleted_at is null)
      and ${LAST_READ} < ${today} - ${READING_DAYS}`,
    since: () => `${LAST_READ} + ${READING_DAYS + 1}`,
  },
  {
    kind: 'supplier',
    name: 'supplier_without_bank_account',
    sentence: 'Supplier in business that we pay ourselves, without a bank account',
    severity: 'warning',
    broken: () => `t.is_active and not t.supplier_direct_debit and t.bank_account_number is null`,
  },
  {
    kind: 'supplier',
    name: 'suppliers_bank_account_fails_its_check',
    sentence: 'The bank account of a supplier fails its check',
    severity: 'error',
    found: wrongSuppliersAccounts,
  },
]

// §3 word by word: the fields of every entity, as they are named there. Written by hand from the
// text; the code is held against it and never the other way round.
const bank = ['bank_name', 'bank_account_name', 'bank_account_number', 'bank_swift_number']
const dueDate = ['due_date_type', 'due_date_value_offset', 'due_date_value_fixed']
const capacityAndInterval = [
  ...['meter_capacity_amount', 'meter_capacity_unit', 'meter_capacity_charged'],
  ...['reading_interval', 'reading_interval_unit'],
]
const timestamps = ['created_at', 'modified_at', 'deleted_at']

const customer = [
  ...['customer_number', 'customer_type', 'customer_industry', 'customer_status', 'name'],
  ...['name_business', 'trading_name', 'nzbn', 'incorporation_date', 'gst_number'],
  'gst_registered',
  ...['email', 'email_other', 'phone', 'phone_other', 'phone_mobile', 'phone_work', 'phone_home'],
  'landline',
  ...['street', 'suburb', 'city', 'postcode', 'country', 'language'],
  ...['credit_risk', 'account_credit', 'receive_mail_invoices', 'receive_promo_emails'],
  ...['receive_sms_reminders', 'simple_invoicing', 'required_for_medical'],
  ...['contact_primary', 'email_primary', 'phone_primary'],
  ...['contact_invoice', 'email_invoice', 'phone_invoice', 'receives_invoice'],
  ...['invoice_recipients', 'name_authorised', 'email_authorised', 'phone_authorised'],
  ...['name_owner', 'name_joint', 'name_holder', 'email_holder', 'phone_holder'],
  ...['dob_joint', 'dob_holder'],
  ...bank,
  ...['gocardless_customer_id', 'gocardless_mandate_id', 'gocardless_mandate_status'],
  ...['invoice_latest', 'balance_total', 'balance_overdue', 'balance_current'],
  ...['charge_late_fee', 'ppd_granted'],
]

const contract = [
  ...['date_start', 'date_end', 'valid_from_date'],
  ...['is_open_plan', 'supplier_is_open_plan', 'supplier_date_start', 'supplier_date_end'],
  'supplier_ppd',
  ...['supplier_cancellation_fee', 'supplier_late_fee', 'supplier_joining_credit'],
  ...['supplier_rates_text', 'supplier_ratechanges_text'],
  ...['welcome_credit_amount', 'cancellation_fee_amount'],
  ...capacityAndInterval,
  ...['service_fee_percent', 'discount_percent', 'gst_percent'],
  ...dueDate,
  ...['account_number_with_supplier', 'last_for_contract', 'cancelled_at'],
]

const bill = [
  ...['supplier_statement_number', 'supplier_due_date', 'date_issued', 'period_start'],
  ...['period_end', 'period_days', 'due_date', 'due_total', 'due_gst', 'gst_type', 'gst_amount'],
  ...['discounted_bill_sum', 'undiscounted_bill_sum', 'opening_balance', 'last_for_contract'],
  ...['account_number_with_supplier', 'cancelled_at'],
]

const invoice = [
  ...['invoice_number', 'invoice_date', 'invoiced_date', 'discounted_date', 'due_date'],
  ...dueDate,
  ...['charges_sum', 'charges_gst', 'charges_total', 'othercharges_gst', 'othercharges_total'],
  ...['discounted_subtotal', 'discounted_service_fee', 'discounted_total'],
  ...['undiscounted_service_fee', 'undiscounted_total'],
  ...['late_payment_fee_amount', 'late_payment_fee_gst', 'late_payment_fee_total'],
  ...['opening_balance', 'reliance_opening_balance', 'reliance_opening_balance_gst'],
  ...['supplier_opening_balance', 'supplier_undiscounted_total', 'supplier_discounted_total'],
  'supplier_discounted_total_this_period',
  ...['period_start', 'period_end', 'period_days', 'discount_percent', 'gst_percent'],
  'ppd_granted',
  ...['reminded_at', 'invoiced_at', 'cleared_at', 'opened', 'opened_at', 'opened_ip', 'notes'],
  'cancelled_at',
]

const payment = [
  ...['payment_date', 'refund_date', 'payment_type', 'reference', 'amount_excl_gst'],
  ...['amount_incl_gst', 'cancelled', 'refunded', 'gst_type', 'gst_amount', 'cancelled_at'],
]

const message = [
  ...['type', 'recipient', 'subject', 'text_plain', 'text_html', 'cc', 'bcc', 'reply_to'],
  ...['sender', 'sent', 'status'],
]

const meter = [
  ...['meter_number', 'icp_number', 'icp_type', 'meter_type', 'icp_location', 'meter_factor'],
  ...['conversion_factor', 'multiplier_value', 'calorific_value', 'consumer_number'],
  ...['next_reading_date', 'power_network', 'power_hotline'],
  ...capacityAndInterval,
]

const user = [
  ...['username', 'firstname', 'middlename', 'lastname', 'email'],
  ...['phone_mobile', 'phone_work', 'phone_home'],
  ...['language', 'locale', 'timezone', 'newsletter', 'terms_agreed', 'demo', 'base_url'],
]

/** A user as sign-in answers it; the password is sent and never answered. */
export const signedInUser = [
  ...[...user, 'user_role', 'membership_role', 'roles', 'memberships', ...timestamps],
] as const

/** How somebody is told: one by one, all at once, or not; by which way; with a copy. */
export const notificationSettings = {
  notification_mode: ['individual', 'combined', 'none'],
  notification_channel: ['sms', 'email', 'none'],
  notification_copy: 'flag',
} as const

export const datalock = ['object_path'] as const

export const requestLog = [
  ...['request', 'server_timing', 'user_agent', 'user', 'object_class', 'processed'],
  ...['success', 'error', 'headers'],
] as const

const website = [
  ...['website_url', 'slogan', 'favicon_url', 'logo_url', 'privacy_url', 'terms_url'],
  ...['keywords', 'copyright', 'author', 'map_key', 'facebook_key', 'analytics_key'],
  ...['company_name', 'contact_name', 'latitude', 'longitude', 'zoom'],
]

/** Entities whose rows answer with all of these. */
export const specifiedFields: Readonly<Record<string, readonly string[]>> = {
  customer: [...customer, ...timestamps],
  supplier: [
    ...['name', 'short_name', 'monday_name', 'supplier_direct_debit', 'allow_duplicate_file'],
    ...['email', 'phone', 'hotline', 'network_name', ...bank, ...timestamps],
  ],
  partner: [
    ...['signup_commission_commercial', 'signup_commission_residential'],
    ...['signup_commission_unit', 'partner_rate_amount', 'partner_rate_standard'],
    ...['partner_rate_simple', 'partner_rate_unit', ...timestamps],
  ],
  contract: [...contract, ...timestamps],
  rate: ['rate_name', 'rate_type', 'rate_amount', 'rate_unit', 'valid_from_date'],
  supplierrate: ['rate_name', 'rate_type', 'rate_amount', 'rate_unit', 'valid_from_date'],
  rateupdate: ['valid_from_date'],
  supplierrateupdate: ['valid_from_date'],
  meter: [...meter, ...timestamps],
  meterreading: [
    ...['reading_latest', 'reading_previous', 'reading_latest_type', 'reading_quantity'],
    ...['reading_losses', 'final_reading', 'reading_energy', ...timestamps],
  ],
  bill: [...bill, ...timestamps],
  invoice: [...invoice, ...timestamps],
  billpayment: [...payment, 'customer_paid', 'clearsbill', ...timestamps],
  invoicepayment: [
    ...[...payment, 'customer_paid', 'paid_in_full', 'clearsinvoice', 'grant_ppd'],
    ...timestamps,
  ],
  message: [...message, ...timestamps],
  messagetemplate: ['text_base', 'text_loop', 'html', ...timestamps],
  messageblacklist: ['contact', 'reason', ...timestamps],
  user: [...user, ...timestamps],
  role: ['is_admin'],
  membership: ['role_name'],
  website: [...website, ...timestamps],
  staff: [
    ...['view_customer_direct_debit', 'set_customer_direct_debit_password', 'encrypt'],
    ...['can_decrypt', 'allow_duplicate_file', ...timestamps],
  ],
  pagecontent: ['contact_url', 'hashtag', 'url', 'importance', ...timestamps],
}

/** Other entities, of which the text shows no fields: that each of them exists. */
export const otherEntities = [
  ...['note', 'proposal', 'enquiry', 'organisationconfig', 'signature', 'file', 'option'],
  ...['notification', 'organisation', 'transaction', 'accounttransaction', 'banktransaction'],
  'folder',
] as const

/** §4: the words of states. */
export const documentStatuses = [
  ...['draft', 'approved', 'invoiced', 'cleared', 'paid', 'cancelled', 'deleted', 'refunded'],
] as const
export const mandateStatuses = [
  ...['pending_customer_approval', 'pending_submission', 'submitted', 'active'],
  ...['suspended_by_payer', 'failed', 'cancelled', 'expired', 'consumed', 'blocked'],
] as const
export const actionsOf: Readonly<Record<string, readonly string[]>> = {
  invoice: [
    ...['new', 'create', 'update', 'delete', 'send', 'remind', 'approve', 'latest', 'cancel'],
    ...['redo', 'recalculate', 'draft'],
  ],
  contract: [
    ...['restore', 'lock', 'duplicate', 'send', 'cancel', 'addrateupdates'],
    'addsupplierrateupdates',
  ],
  invoicepayment: ['refund', 'cancel'],
  notification: ['expire'],
  message: ['resend'],
}

/** What people read for names that are written as one word in addresses. */
export const namesInWords: Readonly<Record<string, string>> = {
  pagecontent: 'Page contents',
  messagetemplate: 'Message templates',
  messageblacklist: 'Opted out contacts',
  banktransaction: 'Bank transactions',
  accounttransaction: 'Account transactions',
  billpayment: 'Payments to suppliers',
  invoicepayment: 'Payments from customers',
  meterreading: 'Meter readings',
  rateupdate: 'Rate updates',
  supplierrate: 'Supplier rates',
  supplierrateupdate: 'Supplier rate updates',
  organisationconfig: 'Settings',
  staff: 'Staff',
}

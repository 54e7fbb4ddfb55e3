import type { membershipRoles } from '#domain/identity/membership.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { makeGstNumber } from '#domain/kit/gst-number.ts'
import { makeNzbn } from '#domain/kit/nzbn.ts'

export interface DemoPerson {
  name: string
  job_title: string
  /** People without one work here and cannot sign in. */
  username?: string
  role?: (typeof membershipRoles)[number]
  isPlatformAdmin?: boolean
  hasLeft?: boolean
  /** May see and protect customers' bank details. */
  seesBankDetails?: boolean
}

export interface DemoOrganisation {
  row: Record<string, unknown>
  domain: string
  people: DemoPerson[]
  /** What somebody is called at the door, where the name itself is taken. */
  signsInAs?: (username: string) => string
}

export const harbour: DemoOrganisation = {
  domain: 'harbourenergy.example',
  row: {
    name: 'Harbour Energy Brokers',
    trading_name: 'Harbour Energy',
    nzbn: makeNzbn('942904711802'),
    gst_number: makeGstNumber(11_804_215),
    email: 'office@harbourenergy.example',
    phone: '09 555 0100',
    website_url: 'https://harbourenergy.example',
    street: 'Level 4, 85 Customs Street West',
    city: 'Auckland',
    postcode: '1010',
    bank_account_name: 'Harbour Energy Brokers Limited',
    bank_account_number: makeBankAccount('02', '0192', 47_110),
  },
  people: [
    {
      name: 'Rāwiri Henare',
      job_title: 'Platform administrator',
      username: 'padmin',
      role: 'admin',
      isPlatformAdmin: true,
    },
    { name: 'Grace Chen', job_title: 'Operations director', username: 'admin', role: 'admin' },
    {
      name: 'Aroha Tāwhiri',
      job_title: 'Customer manager',
      username: 'manager',
      role: 'manager',
      seesBankDetails: true,
    },
    {
      name: 'Priya Sharma',
      job_title: 'Accounts',
      username: 'accounting',
      role: 'accounting',
      seesBankDetails: true,
    },
    { name: 'Tom Fletcher', job_title: 'Energy adviser', username: 'user', role: 'user' },
    { name: 'Losa Tuilagi', job_title: 'Energy adviser' },
    { name: 'Callum Drysdale', job_title: 'Field sales, South Island' },
    { name: 'Beth Okafor', job_title: 'Energy adviser', hasLeft: true },
  ],
}

export const southern: DemoOrganisation = {
  domain: 'southernutilities.example',
  row: {
    name: 'Southern Utilities Brokers',
    trading_name: 'Southern Utilities',
    nzbn: makeNzbn('942905230416'),
    gst_number: makeGstNumber(12_077_330),
    email: 'hello@southernutilities.example',
    phone: '03 555 0100',
    website_url: 'https://southernutilities.example',
    street: '214 Princes Street',
    city: 'Dunedin',
    postcode: '9016',
    bank_account_name: 'Southern Utilities Brokers Limited',
    bank_account_number: makeBankAccount('03', '0903', 52_304),
  },
  people: [
    {
      name: 'Fergus McLeod',
      job_title: 'Managing director',
      username: 'other-admin',
      role: 'admin',
      seesBankDetails: true,
    },
    { name: 'Tania Erihana', job_title: 'Customer adviser' },
  ],
}

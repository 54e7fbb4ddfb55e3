import { bankName, makeBankAccount } from '#domain/kit/bank-account.ts'
import { makeGstNumber } from '#domain/kit/gst-number.ts'

// Invented companies; none of them trades.
export const harbourSuppliers: Record<string, unknown>[] = [
  {
    ...supplier('Kererū Energy', 'kereruenergy', '0800 555 110', 'Hauraki Lines'),
    short_name: 'Kererū',
    contact_name: 'Vanessa Pike',
    supplier_direct_debit: true,
    street: '40 Federal Street',
    city: 'Auckland',
    postcode: '1010',
    ...bank('12', '3113', 20_611),
  },
  {
    ...supplier('Pounamu Electric', 'pounamuelectric', '0800 555 120', 'Te Wai Pounamu Networks'),
    short_name: 'Pounamu',
    contact_name: 'Hamish Orr',
    street: '151 Cambridge Terrace',
    city: 'Christchurch',
    postcode: '8013',
    ...bank('03', '0802', 31_774),
  },
  {
    ...supplier('Tasman Bay Gas & Power', 'tasmanbaygas', '0800 555 130', 'Central Gas Pipelines'),
    short_name: 'Tasman Bay',
    contact_name: 'Lucia Moretti',
    allow_duplicate_file: true,
    street: '8 Grey Street',
    city: 'Wellington',
    postcode: '6011',
    ...bank('02', '0500', 40_128),
  },
  {
    ...supplier('Waitematā Water', 'waitematawater', '0800 555 140', 'Waitematā Water'),
    short_name: 'WW',
    contact_name: 'Joseph Filipo',
    street: '19 Hugo Johnston Drive',
    suburb: 'Penrose',
    city: 'Auckland',
    postcode: '1061',
    ...bank('06', '0287', 18_803),
  },
  {
    ...supplier('Southern Light Power', 'southernlight', '0800 555 150', 'Otago Southland Lines'),
    short_name: 'SLP',
    monday_name: 'Southern Light (new)',
    contact_name: 'Ngarita Dixon',
    supplier_direct_debit: true,
    street: '30 The Octagon',
    city: 'Dunedin',
    postcode: '9016',
    ...bank('38', '9010', 25_540),
  },
  {
    ...supplier('Huia Gas', 'huiagas', '0800 555 160', 'Central Gas Pipelines'),
    short_name: 'Huia',
    contact_name: null,
    is_active: false,
    city: 'Hamilton',
    postcode: '3204',
  },
]

export const southernSuppliers: Record<string, unknown>[] = [
  {
    ...supplier('Southern Light Power', 'southernlight', '0800 555 150', 'Otago Southland Lines'),
    short_name: 'SLP',
    contact_name: 'Ngarita Dixon',
  },
  {
    ...supplier('Rakiura Fuels', 'rakiurafuels', '0800 555 170', 'Rakiura Island Network'),
    short_name: 'Rakiura',
    contact_name: 'Max Leask',
  },
]

export const harbourPartners: Record<string, unknown>[] = [
  {
    ...partner('Kauri Property Managers', 'Alison Bright', 'kauriproperty', 12_233_418),
    phone: '09 555 0210',
    street: '11 Manukau Road',
    suburb: 'Epsom',
    city: 'Auckland',
    postcode: '1023',
    ...commission('150.00', '50.00', 'fixed', '5'),
    // Our statements are their tax invoices.
    ...{ gst_registered: true, bcti_agreed_on: '2025-03-03' },
    commission_email: 'accounts@kauriproperty.example',
  },
  {
    ...partner('Te Tai Tokerau Business Network', 'Hemi Tautari', 'tokeraunetwork', 12_340_077),
    phone: '09 555 0220',
    city: 'Whangārei',
    postcode: '0110',
    ...commission('120.00', '40.00', 'fixed', '4.5'),
    // They send us tax invoices of their own.
    gst_registered: true,
  },
  {
    ...partner('Mainland Farm Advisers', 'Jocelyn Baird', 'mainlandfarm', 12_451_903),
    phone: '03 555 0230',
    city: 'Ashburton',
    postcode: '7700',
    ...commission('8.00', '5.00', 'percent', '6'),
    // An adviser on her own account: not registered, and tax is withheld.
    ...{ gst_number: null, withholding_percent: '20' },
  },
  {
    ...partner('Capital Bookkeeping', 'Dominic Reyes', 'capitalbooks', 12_504_660),
    is_active: false,
    phone: '04 555 0240',
    city: 'Wellington',
    postcode: '6011',
    ...commission('100.00', '30.00', 'fixed', '3'),
    gst_number: null,
  },
]

export const southernPartners: Record<string, unknown>[] = [
  {
    ...partner('Otago Rural Accountants', 'Prue Cowan', 'otagorural', 12_610_241),
    phone: '03 555 0250',
    city: 'Balclutha',
    postcode: '9230',
    ...commission('110.00', '35.00', 'fixed', '4'),
  },
]

function supplier(name: string, domain: string, hotline: string, network_name: string) {
  return {
    name,
    hotline,
    network_name,
    phone: hotline,
    email: `business@${domain}.example`,
    website_url: `https://${domain}.example`,
    bank_account_name: `${name} Limited`,
  }
}

function bank(code: string, branch: string, base: number) {
  return { bank_name: bankName(code), bank_account_number: makeBankAccount(code, branch, base) }
}

function partner(name: string, contact_name: string, domain: string, gst: number) {
  const gst_number = makeGstNumber(gst)
  return { name, contact_name, email: `partners@${domain}.example`, gst_number }
}

function commission(commercial: string, residential: string, unit: string, rate: string) {
  return {
    signup_commission_commercial: commercial,
    signup_commission_residential: residential,
    signup_commission_unit: unit,
    partner_rate_amount: rate,
    partner_rate_standard: rate,
    partner_rate_simple: rate,
    partner_rate_unit: 'percent',
  }
}

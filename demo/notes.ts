// What staff wrote down: about | whose name | subject | author | days ago, then the text below.
const table = `
customer | Kōwhai Corner Dairy | Chiller upgrade | Aroha Tāwhiri | 41
  Two new chillers from March; ask for a half-hour meter before renewing.
customer | Kōwhai Corner Dairy | Prefers calls after 2 pm | Tom Fletcher | 160
  Rajesh is behind the counter in the mornings.
customer | Hobson Heights Body Corporate | Committee meets quarterly | Grace Chen | 88
  Rate changes need the committee’s approval; the next meeting is in February.
customer | Ngāti Kahu Marae Trust | Tangihanga and hui | Aroha Tāwhiri | 230
  Use peaks at short notice. Please never chase an invoice during a tangi.
customer | Ngāti Kahu Marae Trust | Account paused | Losa Tuilagi | 19
  The wharekai is being rebuilt until spring; the builders bring their own supply.
customer | Waikato Valley Dairies | Two sheds, one account | Tom Fletcher | 77
  The second shed at Ōhaupō wants its own invoice line.
customer | Café Pōhutukawa | Payment plan agreed | Priya Sharma | 12
  Half now, half at the end of the month. Agreed with Élise by phone.
customer | Bledisloe Cool Stores | Demand charges | Grace Chen | 54
  Peaks at 480 kVA in February; talk about load shifting.
customer | Bledisloe Cool Stores | Defrost runs at night | Losa Tuilagi | 140
  The night rate matters more to them than the daily charge.
customer | Te Rākau Childcare | Direct debit failed | Priya Sharma | 9
  The bank says the account was closed; new details asked for by letter.
customer | Whanganui Riverside School | School holidays | Tom Fletcher | 201
  No visits in the holidays; the office opens again in the first week of term.
customer | Ōtaki Beach Bakery | Gas ovens | Tom Fletcher | 27
  Comparing bottled with reticulated gas; quote promised.
customer | Rāpaki Marae | Contact changed | Callum Drysdale | 66
  Huia Tikao is the new secretary; thanks sent to Hana.
customer | Wairau Vineyards | Frost fans | Callum Drysdale | 118
  Six fans on one connection, used on about ten nights a year.
customer | Margaret Hislop | Post only | Aroha Tāwhiri | 300
  No e-mail at home. Her daughter helps with the bills.
customer | Mere Ngata and Wiremu Ngata | Oxygen concentrator | Aroha Tāwhiri | 96
  Medically dependent; the letter from the clinic is on file. Never disconnect.
customer | Siosaia Tupou and ‘Ana Tupou | Moving house | Tom Fletcher | 6
  To Papakura in December; final reading on the 14th.
customer | Wikitōria Paki | Happy customer | Losa Tuilagi | 33
  Mentioned us to two neighbours; send a thank-you card.
customer | Fraser Sinclair | Estimated again | Callum Drysdale | 22
  Three estimates in a row: the dog keeps the meter reader out.
supplier | Kererū Energy | New account manager | Grace Chen | 81
  Vanessa Pike took over from Dale in August.
supplier | Kererū Energy | Bills come on the 5th | Priya Sharma | 180
  If not there by the 7th, call the business desk.
supplier | Pounamu Electric | Rates from April | Aroha Tāwhiri | 15
  Letter announces +4.2 % on the daily charge; details to follow.
supplier | Tasman Bay Gas & Power | Duplicate files | Priya Sharma | 133
  Their system sends the same bill file twice; allowed on the record.
supplier | Huia Gas | Stopped trading | Grace Chen | 260
  Customers went to Tasman Bay; keep the record for old bills.
partner | Kauri Property Managers | Referral evening | Grace Chen | 30
  They invite us in February; Grace speaks.
`

export interface DemoNote {
  about: string
  name: string
  subject: string
  text: string
  author: string
  daysAgo: number
}

export const harbourNotes: DemoNote[] = table
  .trim()
  .split(/\n(?=\S)/)
  .map((entry) => {
    const [head = '', text = ''] = entry.split('\n').map((line) => line.trim())
    const [about = '', name = '', subject = '', author = '', days] = head.split(' | ')
    return { about, name, subject, text, author, daysAgo: Number(days) }
  })

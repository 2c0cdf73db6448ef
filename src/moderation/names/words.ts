// The words by which fixed rules judge handles and names. Each is written as people read it; the rules compare normal forms.

/** The platform itself: in a handle they are never another's. */
export const platformWords = ['handbill']

/** Who speaks for a platform. */
export const roles = [
  ...['admin', 'admins', 'administrator', 'administration', 'sysadmin', 'webmaster', 'postmaster', 'root', 'system'],
  ...['moderator', 'moderators', 'moderation', 'mod', 'mods', 'operator', 'staff', 'official', 'support', 'helpdesk'],
  ...['customersupport', 'customerservice', 'techsupport', 'billing', 'security', 'trustandsafety'],
]

/** Words that add nothing to a role or a brand. */
export const fillers = [
  ...['the', 'a', 'your', 'my', 'our', 'team', 'teams', 'account', 'accounts', 'help', 'desk', 'service', 'services'],
  ...['center', 'centre', 'info', 'real', 'verified', 'site', 'bot', 'agent', 'agents', 'hq', 'online', 'contact'],
  ...['care', 'customer', 'user', 'users', 'inc', 'corp', 'ltd', 'gmbh', 'com', 'net', 'org', 'io', 'app', 'web'],
  ...['login', 'verify', 'wallet', 'pay', 'payments', 'de', 'en', 'us', 'uk', 'eu'],
]

/** Brands under whose names people are deceived, and that are no other word. */
export const brands = [
  ...['google', 'gmail', 'youtube', 'microsoft', 'outlook', 'amazon', 'facebook', 'instagram', 'whatsapp', 'telegram'],
  ...['twitter', 'tiktok', 'linkedin', 'snapchat', 'discord', 'netflix', 'spotify', 'openai', 'chatgpt', 'anthropic'],
  ...['paypal', 'mastercard', 'americanexpress', 'klarna', 'revolut', 'venmo', 'cashapp', 'westernunion', 'moneygram'],
  ...[
    'binance',
    'coinbase',
    'metamask',
    'trustwallet',
    'kraken',
    'opensea',
    'bitpanda',
    'airbnb',
    'bookingcom',
    'ebay',
  ],
  ...['aliexpress', 'ticketmaster', 'eventbrite', 'fedex', 'dhl', 'royalmail', 'deutschepost', 'hsbc'],
  ...['barclays', 'santander', 'sparkasse', 'commerzbank', 'deutschebank', 'postbank', 'creditagricole', 'wellsfargo'],
  ...['jpmorgan', 'citibank', 'bankofamerica', 'raiffeisen', 'github', 'gitlab', 'dropbox', 'cloudflare', 'nvidia'],
  ...['samsung', 'huawei', 'adidas', 'ikea', 'vodafone', 'telekom', 'unicef', 'interpol', 'europol'],
]

/** Brands that are a word as well: they pose only beside a role. */
export const wordBrands = [
  'apple',
  'visa',
  'meta',
  'wise',
  'stripe',
  'target',
  'shell',
  'uber',
  'chase',
  'steam',
  'zoom',
]

/** Words that say nothing else than hate or abuse, wherever they stand in a handle. */
export const certain: Readonly<Record<string, readonly string[]>> = {
  hate: [
    ...['nigger', 'niggers', 'nigga', 'faggot', 'faggots', 'wetback', 'towelhead', 'raghead', 'sandnigger'],
    ...['untermensch', 'kanake', 'kanaken', 'judensau', 'judenraus', 'auslanderraus', 'whitepower', 'whitepride'],
    ...[
      'zigeunerpack',
      'negrodemierda',
      'sudacademierda',
      'salearabe',
      'saljuif',
      'sporcoebreo',
      'frocio',
      'maricondemierda',
    ],
  ],
  extremism: [
    ...['heilhitler', 'siegheil', 'hitlerwasright', 'sixmillionlies', 'joinisis', 'isissoldier', 'whitegenocide'],
    ...['bloodandhonour', 'kukluxklan', 'racewar'],
  ],
  'child-safety': [
    'childporn',
    'kidporn',
    'preteenporn',
    'pedoporn',
    'kinderporno',
    'toddlerporn',
    'lolicp',
    'teensextrade',
  ],
  harassment: ['killyourself', 'gokillyourself', 'motherfucker'],
}

/** Words that are as bad, but also parts of other words: they count as a whole word. */
export const certainAlone: Readonly<Record<string, readonly string[]>> = {
  hate: [
    'kike',
    'kikes',
    'spic',
    'spics',
    'chink',
    'chinks',
    'gook',
    'gooks',
    'fag',
    'fags',
    'tranny',
    'trannies',
    'coon',
  ],
}

/** Words in which a certain word stands by chance. */
export const innocent = ['snigger', 'sniggers', 'niggerfish', 'nigeria', 'nigerian']

/** Words at which a person looks, as whole words. */
export const doubtful: Readonly<Record<string, readonly string[]>> = {
  extremism: ['hitler', 'nazi', 'nazis', 'kkk', 'isis', 'goebbels', 'mussolini', 'wehrmacht'],
  hate: ['retard', 'retards', 'dyke', 'paki', 'negro', 'gypsies', 'subhuman', 'infidel', 'infidels'],
  harassment: [
    'fuck',
    'fucker',
    'fucking',
    'cunt',
    'bitch',
    'bitches',
    'whore',
    'slut',
    'sluts',
    'kys',
    'rape',
    'rapist',
  ],
  'sexual-content': [
    'porn',
    'porno',
    'xxx',
    'milf',
    'hentai',
    'camgirl',
    'camgirls',
    'escorts',
    'nudes',
    'onlyfans',
    'sexcam',
  ],
  'illegal-goods': [
    'cocaine',
    'coke',
    'heroin',
    'mdma',
    'meth',
    'ketamine',
    'fentanyl',
    'xanax',
    'oxycodone',
    'darknet',
  ],
  weapons: ['ghostgun', 'ghostguns', 'silencers', 'ar15', 'ak47', 'glock'],
}

/** Groups of people against whom a slogan may stand in a handle. */
export const groups = [
  ...['jew', 'jews', 'juden', 'juifs', 'judios', 'muslim', 'muslims', 'islam', 'moslems', 'musulmans', 'christians'],
  ...['arab', 'arabs', 'asians', 'mexicans', 'turks', 'turken', 'poles', 'gypsy', 'hindus', 'indians', 'africans'],
  ...['immigrant', 'immigrants', 'migrants', 'refugees', 'foreigners', 'auslander', 'trannies'],
]
/** Groups beside whom "out" says nothing bad. */
export const otherGroups = ['blacks', 'whites', 'gays', 'lesbians', 'queers', 'homos', 'transpeople', 'women', 'cops']

/** What such a slogan calls for: before any group, and after one of the first. */
export const calls = [
  ...['kill', 'killall', 'gas', 'gasthe', 'lynch', 'behead', 'hate', 'ihate', 'deathto', 'exterminate', 'rape', 'fuck'],
  ...['totetet', 'mortaux', 'muertealos'],
]
export const callsAfter = [
  ...['out', 'raus', 'mustdie', 'areanimals', 'arerats', 'arevermin', 'arescum', 'deserveit', 'tothegas', 'dehors'],
]

/** Offers of what is doubtful: with one of `goods` they are certain. */
export const offers = [
  'buy',
  'sell',
  'selling',
  'cheap',
  'order',
  'get',
  'shop',
  'dealer',
  'plug',
  'delivery',
  'forsale',
]
export const goods = [
  'coke',
  'cocaine',
  'heroin',
  'mdma',
  'meth',
  'ketamine',
  'fentanyl',
  'xanax',
  'oxycodone',
  'weed',
  'ecstasy',
  'guns',
  'ghostguns',
  'fakeid',
  'fakeids',
  'passports',
]

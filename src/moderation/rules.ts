// The weighted rules of the built-in deciding model: which words and phrases speak for which category of the policy.
import { Gate } from './prefilter/gate.ts'

/**
 * One rule. `weight` is how surely a match alone means the category (0–1). `sober` rules keep their weight in a text that
 * teaches, remembers or helps; the others lose half of it there.
 */
export type WeightedRule = { id: string; category: string; weight: number; pattern: Gate; sober?: boolean }

// Whole words in folded text. Gaps inside the sources are bounded, so that matching stays linear.
function words(source: string): Gate {
  return new Gate(new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'u'))
}

function rule(id: string, category: string, weight: number, source: string, sober = false): WeightedRule {
  return { id: `RM-${id}`, category, weight, pattern: words(source), sober }
}

// Whole words on both sides: `trans` is not in `transmission`.
const near = '(?![\\p{L}\\p{N}])[^.!?]{0,50}?(?<![\\p{L}\\p{N}])'
const people =
  '(?:immigrants?|migrants?|refugees?|foreigners?|jews?|jewish people|muslims?|islam|christians?|hindus?|sikhs?|blacks?|black people|whites?|asians?|arabs?|africans?|mexicans?|chinese|indians?|roma|gyps(?:y|ies)|gays?|gay people|lesbians?|homosexuals?|trans(?:gender)?(?: people)?|women|females|men|disabled people|the disabled|old people|latinos?|hispanics?|asylum seekers|poles|turks|russians|ukrainians|israelis|palestinians)(?![\\p{L}])'

/** Rules for English text, and for wording that every language shares. */
export const englishRules: readonly WeightedRule[] = [
  // ---- scam
  rule(
    'SCAM-DOUBLE',
    'scam',
    0.9,
    `(?:double|triple|multiply|10x|100x) (?:your|my|any|the) (?:money|bitcoins?|btc|eth|crypto|investment|deposit|cash)|(?:receive|get|send you)${near}(?:[0-9.]{1,12} (?:btc|eth|usdt)|double) back|(?:send|deposit)${near}[0-9.]{1,12} ?(?:btc|eth|usdt)${near}(?:receive|get|earn)`,
  ),
  rule(
    'SCAM-GUARANTEED',
    'scam',
    0.75,
    `guaranteed (?:returns?|profits?|income|winnings?|roi|payouts?|daily)|guaranteed${near}risk[- ]free|risk[- ]free${near}(?:profit|returns?|guaranteed|investment)|no[- ]risk (?:investment|profit)|100% (?:profit|returns?|guaranteed|risk free)|[0-9]{2,4} ?% (?:apy|roi|profit|returns?|daily|weekly)(?: (?:a|per) (?:day|week|month))?`,
  ),
  rule(
    'SCAM-PRIZE',
    'scam',
    0.75,
    `(?:you|u|ur|number|mobile|winner|no)${near}(?:selected|chosen|winner|won|awarded|entitled)${near}(?:lottery|prize|award|reward|gift|iphone|cash|vouchers?|sweepstakes?|draw|bonus|holiday|trip|£|\\$|€|free)|claim (?:your|ur|the|ya) (?:prize|reward|winnings?|gift|cash|bonus|airdrop|tokens?|free|award)|(?:lottery|jackpot) winner|prize (?:notification|claim)|to claim (?:txt|text|call|click|reply)|chances? to win${near}(?:cash|[£$€])`,
  ),
  rule(
    'SCAM-UPFRONT',
    'scam',
    0.65,
    `(?:pay|send|transfer|wire)${near}(?:release|processing|registration|customs|clearance|admin(?:istration)?|activation|upfront|advance|handling|training|insurance|starter) fee|(?:release|processing|advance|activation) fee${near}(?:to|before|required)`,
  ),
  rule(
    'SCAM-UNTRACEABLE',
    'scam',
    0.6,
    `(?:by|via|with|in|through|only|using)(?: an?)? ?(?:gift ?cards?|itunes cards?|steam cards?|amazon cards?|western union|moneygram|prepaid cards?|crypto only)`,
  ),
  rule(
    'SCAM-JOB',
    'scam',
    0.75,
    `(?:earn|make|income of|up to|paid)${near}[$£€] ?[0-9][0-9,.k]{0,12}${near}(?:per|a|every|each|in a|/) ?(?:day|week|hour|month)${near}(?:from home|no experience|no skills?|guaranteed|easy|online|registration|start)|(?:work from home|from home)${near}(?:earn|make|income)${near}[$£€] ?[0-9]|no experience (?:needed|required)${near}(?:earn|[$£€] ?[0-9])|(?:passive|financial) (?:income|freedom)${near}(?:guaranteed|daily|in (?:[0-9]+ )?days|dm|join)`,
  ),
  rule(
    'SCAM-INHERITANCE',
    'scam',
    0.85,
    `(?:late|deceased|dead|dying)${near}(?:uncle|husband|client|father|king|customer|relative|wife)${near}(?:million|funds?|fortune|inherit\\p{L}*|usd)|next of kin|(?:[0-9.]{1,12} )?million (?:us )?(?:dollars|usd|pounds|euros)${near}(?:your bank|transfer|beneficiary|you keep|percent)|unclaimed (?:funds|inheritance|estate)`,
  ),
  rule(
    'SCAM-BANK-HELP',
    'scam',
    0.6,
    `(?:need|use|provide|send)${near}your bank (?:account|details)${near}(?:transfer|funds?|money|percent|deposit)|you keep [0-9]+ ?(?:%|percent)`,
  ),
  rule(
    'SCAM-AIRDROP',
    'scam',
    0.6,
    `(?:free )?(?:airdrop|presale|whitelist|free mint|token launch)${near}(?:claim|live|connect|wallet|now|ends|hurry)|(?:claim|claimed|connect)${near}(?:airdrop|presale|\\$[a-z]{3,10})`,
  ),
  rule(
    'SCAM-RECOVERY',
    'scam',
    0.75,
    `(?:recover|recovery|retrieve|get back)${near}(?:lost|stolen|scammed|stuck|your)${near}(?:funds?|crypto|bitcoins?|money|wallet|usdt|assets)${near}(?:dm|contact|hacker|expert|specialist|whatsapp|telegram|service|agent|inbox)|(?:dm|contact|inbox|message) me${near}(?:recovery|recover|stuck withdrawals?|lost funds)|recovery (?:experts?|agents?|hackers?|specialists?)|(?:stuck|blocked|blocking|denied|confiscat\\p{L}*)${near}(?:withdrawals?|funds)${near}(?:dm|contact|message|inbox)|recovered [$£€][0-9,.]{1,12}`,
  ),
  rule(
    'SCAM-SIGNALS',
    'scam',
    0.55,
    `(?:trading|forex|crypto|stock|betting) (?:signals?|bot|tips)${near}(?:guaranteed|profit|join|vip|telegram|whatsapp|free|daily)|(?:join|dm|whatsapp|telegram)${near}(?:forex|crypto|stocks?) (?:signals?|group|tips)|(?:invest|deposit) (?:only )?[$£€] ?[0-9]+${near}(?:get|earn|receive|make|withdraw)`,
  ),
  rule(
    'SCAM-LURE',
    'scam',
    0.35,
    `(?:dm|message|text|whatsapp|inbox|telegram) (?:me|us|now|for)${near}(?:money|cash|invest\\p{L}*|profit|details|rich|earn)|limited (?:slots|spots)${near}(?:invest|profit|earn)|(?:act|hurry|respond) (?:fast|now|up)${near}(?:offer|money|cash|claim)|within (?:an|one|24|48) hours?${near}guaranteed|financially free|get rich|quick (?:cash|money)|easy money`,
  ),
  rule(
    'SCAM-RENT',
    'scam',
    0.65,
    `(?:deposit|first month)${near}before (?:viewing|the viewing|you see|seeing)|(?:i am|i'm|we are)${near}(?:abroad|overseas|out of the country)${near}(?:keys?|deposit|ship|wire)`,
  ),

  // ---- phishing
  rule(
    'PHISH-ACCOUNT',
    'phishing',
    0.7,
    `(?:your|ur) (?:\\p{L}{2,20} ){0,2}(?:account|wallet|card|mailbox|profile|access|paypal|apple id|netflix|bank account)${near}(?:suspend\\p{L}*|lock(?:ed)?|block(?:ed)?|restrict\\p{L}*|limit(?:ed)|disabled|deactivat\\p{L}*|on hold|compromised|expire[sd]?|terminated|closed|unusual|verif(?:y|ied))|unusual (?:sign-?in|login|activity) (?:on|in|to|was|has|from)`,
  ),
  rule(
    'PHISH-DEMAND',
    'phishing',
    0.7,
    `(?:verify|confirm|update|enter|validate|submit|re-?enter|provide|send)${near}(?:your|ur|the)(?: \\p{L}{2,16}){0,3} ?(?:passwords?|pin(?: code)?|card (?:number|details)|credit card|debit card|cvv|bank details|billing (?:details|information)|social security|ssn|seed phrase|recovery phrase|secret phrase|private keys?|one[- ]time (?:code|password)|otp|login(?: details)?|credentials|identity|account(?: details| information)?|payment (?:details|method|information))`,
  ),
  rule(
    'PHISH-SEED',
    'phishing',
    0.65,
    `(?:enter|type|import|submit|validate|connect|sync|verify|restore|share)${near}(?:seed phrase|recovery phrase|secret phrase|private key|mnemonic|12[- ]words?|wallet (?:to|at|now)|your wallet)`,
  ),
  rule(
    'PHISH-PARCEL',
    'phishing',
    0.65,
    `(?:your|ur) (?:parcel|package|delivery|shipment|order|item)${near}(?:held|hold|customs|pending|failed|could not be|undeliver\\p{L}*|missed|waiting|stopped|unpaid)`,
  ),
  rule(
    'PHISH-LINK',
    'phishing',
    0.55,
    `(?:click|tap|follow|visit|open|log ?in|sign ?in|go to)${near}(?:link|here|below|https?://|www\\.)${near}(?:verify|confirm|update|unlock|restore|avoid|claim|release|secure|reactivate|validate|to keep)|(?:secure|login|verify|account|update|wallet|support|signin|auth|webscr|confirm)[a-z0-9]{0,20}-(?:[a-z0-9]{1,20}-)?(?:login|secure|verify|update|account|restore|support|wallet|alert|signin|unlock|portal|confirm|validate)[a-z0-9-]{0,40}\\.[a-z]{2,10}`,
  ),
  rule(
    'PHISH-DEADLINE',
    'phishing',
    0.4,
    `(?:within|in the next) (?:12|24|48|72) hours|(?:or|to avoid) (?:your|the|any)? ?(?:account|service|access|wallet|suspension|closure|deactivation|interruption|penalt\\p{L}*)|immediate(?:ly)? (?:action|verification)|final (?:notice|warning|reminder)|will be (?:suspended|closed|deleted|terminated|blocked|locked|deactivated)`,
  ),
  rule(
    'PHISH-SUPPORT',
    'phishing',
    0.55,
    `(?:wallet|metamask|trust ?wallet|ledger|coinbase|binance|paypal|amazon|apple|microsoft|google|bank|customer|tech(?:nical)?) (?:support|help ?desk|security team|service team)(?: (?:here|team|agent|desk))|(?:hr|it|payroll) (?:department|portal)${near}(?:verify|update|confirm|login)`,
  ),
  rule(
    'PHISH-REFUND',
    'phishing',
    0.6,
    `(?:tax|irs|hmrc|government|council)${near}(?:refund|rebate|grant)${near}(?:claim|click|submit|link|details|eligible)|(?:eligible|entitled)${near}(?:refund|rebate|compensation)${near}(?:claim|click|http|reply|call)`,
  ),

  // ---- spam
  rule(
    'SPAM-FOLLOWERS',
    'spam',
    0.8,
    `(?:buy|gain|sell(?:ing)?|cheap|instant|order)(?: (?:[0-9][0-9,.]{0,12}k?|real|cheap|active|instagram|tiktok|youtube|twitter|free|more|instant|organic)){0,4} (?:followers|likes|subscribers|subs|retweets|views|backlinks|upvotes|reviews)`,
  ),
  rule(
    'SPAM-SEO',
    'spam',
    0.5,
    `(?:best|cheap|top|quality|buy|guaranteed|rank)${near}(?:seo (?:services?|backlinks?|packages?|agency)|backlinks?|link ?building|guest posts?|(?:first|1st) page (?:of|on) google|traffic to your (?:web)?site)`,
  ),
  rule(
    'SPAM-CLICK',
    'spam',
    0.45,
    'click (?:here|now|below)|check (?:out )?my (?:channel|profile|bio|page|onlyfans|video)|link in (?:my )?bio|subscribe to my|visit my (?:channel|profile)',
  ),
  rule(
    'SPAM-URGE',
    'spam',
    0.2,
    '(?:order|buy|shop|subscribe|sign ?up|register|call|act|apply|join|download|book) (?:now|today)|click the link',
  ),
  rule(
    'SPAM-PILLS',
    'spam',
    0.85,
    `(?:cheap|buy|order|online|discount|best price|generic)${near}(?:viagra|cialis|levitra|ozempic|tramadol|xanax|valium|modafinil|penis|enlarg\\p{L}*|weight[- ]loss pills?|diet pills?|male enhancement|kamagra)|(?:viagra|cialis)${near}(?:cheap|online|without|price|order)`,
  ),
  rule('SPAM-NO-PRESCRIPTION', 'spam', 0.35, `without (?:a )?prescription|no prescription`),
  rule(
    'SPAM-CASINO',
    'spam',
    0.8,
    `(?:online|crypto|live|mobile|best|bitcoin) (?:casino|slots?|betting|poker|gambling|sportsbook)${near}(?:bonus|spins?|deposit|win|sign up|jackpot|free)|free spins|no deposit bonus|[0-9]+% (?:deposit )?bonus|casino bonus|slot (?:gacor|online|machines? bonus)|judi online|togel|situs slot`,
  ),
  rule(
    'SPAM-OFFER',
    'spam',
    0.25,
    `limited (?:time )?offer|(?:best|lowest|unbeatable) prices?|special (?:offer|promotion)|(?:[5-9][0-9])% off|buy (?:one|1) get|instant delivery|(?:offer|deal|sale) ends|while (?:stocks?|supplies) last|once in a lifetime|don'?t miss (?:out|this)|act (?:now|fast)|100% free|satisfaction guaranteed|money[- ]back guarantee|win big|promo code|use (?:my )?code|discount code|dm (?:me|us) for|txt |text [a-z]{2,12} to [0-9]{4,6}|reply stop|unsubscribe|t&cs?`,
  ),
  rule(
    'SPAM-PREMIUM',
    'spam',
    0.7,
    `(?:call|ring|phone)(?: \\p{L}{1,10}){0,3} (?:0?90[0-9]{8,9}|087[0-9]{8,9}|0800[0-9]{6,7})|[0-9]{2,3}p ?(?:/|per|a)? ?(?:min|msg|txt|text|wk|week|day)|[0-9]{2,3}ppm|(?:txt|text|txting|texting|send|reply)(?: (?:the|word|code|password|ur|your|to|us)){0,3} ?"?[a-z0-9]{1,12}"? to(?: no:?)? ?[0-9]{4,6}|ringtones?${near}(?:free|text|txt|reply|order)|free ringtones?`,
  ),
  rule('SPAM-SHORTENER', 'spam', 0.1, `(?:bit\\.ly|tinyurl\\.com|cutt\\.ly|rb\\.gy|is\\.gd|t\\.ly)/[a-z0-9-]`),
  rule(
    'SPAM-MLM',
    'spam',
    0.5,
    `(?:be your own boss|fire your boss|multi[- ]?level|network marketing)|(?:follow|like|rt|retweet|repost|share)${near}(?:tag|follow|like|retweet|comment)${near}(?:friends?|win|giveaway|winner)|follow (?:for|4) follow|f4f|sub4sub|lose [0-9]+ (?:kg|pounds|lbs|kilos) in`,
  ),
  rule(
    'SPAM-LOANS',
    'spam',
    0.6,
    `(?:instant|fast|payday|quick|personal|business|urgent) loans?${near}(?:approv\\p{L}*|apply|no credit|bad credit|guaranteed|interest|%|contact|today)|no credit check|debt (?:relief|consolidation)${near}(?:call|free|apply|now)`,
  ),

  // ---- malware
  rule(
    'MALWARE-TRADE',
    'malware',
    0.85,
    `(?:sell(?:ing)?|buy|rent|for hire|for sale|available|download|builder|undetected|fud|subscription)${near}(?:ransomware|stealer|keylogger|botnet|trojan|spyware|rootkit|exploit kit|zero[- ]?day|0day|crypter|rat|malware|phishing kit|combo ?list|stresser|booter)|(?:ransomware|stealer|keylogger|botnet|trojan|crypter|stresser|booter|exploit kit|phishing kit)${near}(?:sell(?:ing)?|buy|rent|for hire|for sale|undetected|builder|panel|price|dm)`,
  ),
  rule(
    'MALWARE-DDOS',
    'malware',
    0.85,
    `(?:ddos|hackers?|hacking|hack|account takeover)(?: services?)? (?:for hire|as a service|service available)|hire (?:a|an|our)(?: \\p{L}{3,14})? ?hackers?|take (?:any|their|your) (?:website|site|server) down|take down any (?:website|site|server)|(?:hack|break into|spy on)${near}(?:your|any|someone'?s?|his|her|partner'?s?|spouse'?s?|wife'?s?|husband'?s?)${near}(?:phone|account|instagram|whatsapp|facebook|email|wifi)`,
  ),
  rule(
    'MALWARE-COMMAND',
    'malware',
    0.8,
    `(?:paste|run|type|copy|execute|open)${near}(?:curl|wget|powershell|iex|bash -c|rm -rf|mshta|certutil)|(?:curl|wget) [^ ]{0,40} ?[^ ]{0,120} ?\\| ?(?:sudo )?(?:ba|z)?sh|sudo rm -rf|powershell -(?:e|enc|w|nop)\\p{L}*|format c:`,
  ),
  rule(
    'MALWARE-CREDENTIALS',
    'malware',
    0.75,
    `(?:stolen|leaked|hacked|dumped|fresh)${near}(?:credentials|logins|databases?|passwords|accounts|logs|combo)`,
  ),
  rule(
    'MALWARE-MENTION',
    'malware',
    0.4,
    `ransomware|keylogger|botnet|infostealer|malware|ddos|spyware|zero[- ]?day|exploit kit`,
  ),

  // ---- financial crime
  rule(
    'FIN-CARDS',
    'financial-crime',
    0.85,
    `(?:clone[d]?|stolen|dumped|hacked|fresh|non[- ]?vbv)${near}(?:credit cards?|debit cards?|cards?|cvvs?|fullz|bank logs)|fullz|carding|cc dumps|cards? with pin`,
  ),
  rule(
    'FIN-MULE',
    'financial-crime',
    0.8,
    `(?:lend|rent|use|need|borrow|buy|sell)${near}(?:your|a|us your) bank accounts?${near}(?:transfers?|incoming|payments?|keep|commission|percent|%|receive)|money mules?|clean (?:your|my|our) (?:cash|money)|launder(?:ing)? (?:your|my|the|our)? ?(?:money|cash|funds)|payments? that you forward`,
  ),
  rule(
    'FIN-FORGED',
    'financial-crime',
    0.85,
    `(?:fake|forged|counterfeit|novelty|false|registered|real and fake)${near}(?:passports?|driv(?:ing|er'?s?) licen[cs]es?|ids?|id cards?|diplomas?|degrees?|visas?|certificates?|documents|residence permits?|vaccination cards?)|(?:counterfeit|fake|prop|super) (?:money|banknotes?|bills|notes|euros|dollars|currency)(?! (?:from history|exhibition))`,
  ),
  rule(
    'FIN-MENTION',
    'financial-crime',
    0.35,
    `money laundering|insider (?:tip|trading)|tax evasion|offshore account|untraceable (?:cash|payments?)|no kyc`,
  ),

  // ---- impersonation
  rule(
    'IMP-OFFICIAL',
    'impersonation',
    0.65,
    `(?:this is|we are|i am|i'm|on behalf of|message from|notice from)(?: (?:the|your|an?|from)){0,2}(?: official)?(?: \\p{L}{2,20}){0,2} ?(?:moderation team|moderators?|support team|security team|police|sheriff|tax office|irs|hmrc|fbi|interpol|immigration|embassy|mayor'?s office|mayor|bank|customs|court|ministry|government|handbill|admin(?:istrator)?s?|staff|city council)`,
  ),
  rule(
    'IMP-NOTICE',
    'impersonation',
    0.7,
    `official (?:police|government|court|tax|bank|handbill|platform|moderation|council|city) (?:notice|message|warning|announcement|team|order)|by order of the (?:city|court|police|mayor|government|council)`,
  ),
  rule(
    'IMP-DEMAND',
    'impersonation',
    0.55,
    `(?:pay|settle)${near}(?:outstanding |overdue )?(?:fine|penalty|tax|warrant)${near}(?:arrest|avoid|private account|today|immediately)|to avoid arrest|all (?:sellers|users|members|accounts)${near}must (?:confirm|verify|update|re-?register)|must confirm (?:their|your) accounts?`,
  ),
  rule('IMP-CANCEL', 'impersonation', 0.4, `i hereby (?:cancel|order|declare|announce)`),

  // ---- hate
  rule(
    'HATE-DEHUMANISE',
    'hate',
    0.9,
    `${people}(?: (?:are|r|is|were|as|like|be|equals?|and their kind are))(?: \\p{L}{1,12}){0,3} (?:vermin|subhumans?|parasites?|cockroach(?:es)?|animals|rats|scum|filth|plague|disease|infest\\p{L}*|invaders?|savages|apes|monkeys|pigs|dogs|cattle|inferior|degenerates?|abominations?|trash|garbage|cancer|terrorists|criminals|rapists|stupid|dirty|disgusting|mentally ill|should not exist|don't belong|do not belong|ruin\\p{L}*)|(?:vermin|subhuman|dirty|filthy|disgusting|inferior|savage|evil|fucking|goddamn) ${people}`,
  ),
  rule(
    'HATE-EXCLUDE',
    'hate',
    0.85,
    `no (?:more )?${people}(?: (?:and|or) (?:no )?${people}){0,2} (?:allowed|welcome|please|here|wanted|need apply)|${people}${near}(?:not (?:allowed|welcome|wanted)|keep out|go home|go back|get out|must leave|driven out|drive out|deport(?:ed)?|expel(?:led)?|exterminat\\p{L}*|eradicat\\p{L}*|be killed|gassed|hang(?:ed)?|send them (?:home|back))|(?:drive out|deport|expel|kill|gas|exterminate|hate|remove|get rid of|ban|kick out|i hate|death to)(?: (?:all|every|the|these|those|those damn)){0,3} ${people}|(?:whites?|aryans?|germans|christians|men|straight people) only(?: (?:party|event|area|neighbou?rhood|club))`,
  ),
  rule(
    'HATE-SLUR',
    'hate',
    0.9,
    'n[i1]gg(?:er|a)s?|f[a4]gg?[o0]ts?|k[i1]kes?|sp[i1]cs?(?! and)|ch[i1]nks?(?! in)|tr[a4]nn(?:y|ies)|ragheads?|towelheads?|wetbacks?|g[o0]{2}ks?|pak[i1]s?|untermensch\\p{L}*|sand monkeys?|retards?|muzzies?|shemales?',
  ),
  rule(
    'HATE-IDEOLOGY',
    'hate',
    0.7,
    'great replacement|white (?:power|genocide|supremacy|pride)|master race|race (?:war|mixing|traitors?)|racial purity|heil(?: hitler)?|sieg heil|14 ?/? ?88|1488|holocaust (?:hoax|lie|never happened)|ethnic cleansing|jewish (?:conspiracy|question|control)|gas the|feminazis?|religion of (?:terror|violence)',
  ),

  // ---- harassment
  rule(
    'HARASS-INSULT',
    'harassment',
    0.65,
    `(?:is|are|you|such|that|u|a|an|the|he's|she's|you're|what)(?: (?:a|an|such|so|just|the|total|complete|absolute|all|really|fucking|bloody|little|big|fat|ugly|stupid|worthless|dirty|pathetic)){0,4} (?:worthless|pathetic|idiots?|morons?|imbeciles?|pigs?|losers?|bitch(?:es)?|whores?|sluts?|cunts?|bastards?|assholes?|arseholes?|scumbags?|dickheads?|pieces? of shit|waste of space|ugly|fat cow|retarded|dumbass(?:es)?|shitheads?)`,
  ),
  rule(
    'HARASS-CALL',
    'harassment',
    0.8,
    `(?:flood|spam|bombard|harass|stalk|humiliate|bully|shame|ruin|mob|brigade)${near}(?:my ex|her|him|them|this (?:woman|man|girl|guy|teacher|person)|his life|her life|their lives|with (?:messages|calls|hate))|(?:everybody|everyone|all of you|let us all|let's all|lets all|go and)${near}(?:tell (?:her|him|them)|message (?:her|him|them)|make (?:her|him|them) (?:cry|pay|suffer))|deserves? to be (?:humiliated|shamed|bullied|punished)|until (?:she|he|they) (?:deletes?|cries|quits?|leaves?|breaks?)`,
  ),
  rule(
    'HARASS-WISH',
    'harassment',
    0.75,
    'kill yourself|kys|go die|nobody (?:likes|loves|wants) you|hope you (?:die|rot|suffer)|shut (?:the fuck )?up you|fuck (?:you|off|her|him|them)|drop dead',
  ),
  rule(
    'HARASS-PROFANITY',
    'harassment',
    0.35,
    'fuck(?:ing|ed|er|ers)?|motherfuck\\p{L}*|bitch(?:es)?|cunts?|assholes?|dickhead',
  ),

  // ---- violence
  rule(
    'VIOL-THREAT',
    'violence-threat',
    0.9,
    `(?:i|we|they|someone|somebody|let's|let us|you)(?: (?:will|shall|should|must|gonna|am going to|are going to|want to|wanna|have to|'ll|need to|would like to|can't wait to|could)){1,2} (?:\\p{L}{2,10} )?(?:kill|shoot|stab|murder|bomb|blow up|burn down|beat(?: up)?|hurt|attack|slaughter|strangle|rape|behead|lynch|execute|hang|maim|massacre|gun down|poison|smash)(?! (?:the shit out of|records?|time|photos?|videos?|a film|a movie|scenes?|it|hoops|pictures|some|footage|the bull|eggs|pumpkins|the competition|a record|portraits|boredom))|(?:are|going|come|ready) to (?:beat up|beat down|stab|kill|shoot|attack|burn|lynch|murder)(?! (?:photos?|videos?|time|pictures|footage|hoops|calories))|i'll (?:kill|shoot|stab|find|hurt|beat)(?! (?:time|a))|you(?:'re| are| will be) (?:dead|going to die)`,
  ),
  rule(
    'VIOL-CALL',
    'violence-threat',
    0.8,
    `(?:kill|shoot|stab|hang|lynch|behead|burn|murder|beat up|execute|assassinate)(?: (?:all|every|the|these|those|that|our|any)){1,2} (?:judge|police(?:man|men)?|cops?|politicians?|teachers?|mayor|journalists?|minister|president|fans|neighbou?rs?|protesters|kids|students|boss|referee|landlords?|people|traitors?|doctors?|women|men|children)|bring (?:knives|guns|weapons|bats|machetes|molotov\\p{L}*|bricks)|death to|(?:shoot up|bomb|attack|blow up|burn down) (?:the|a|our|your|this) (?:school|church|mosque|synagogue|station|town hall|office|building|shelter|mall|crowd|concert|embassy|temple|clinic)|(?:school|mass) shooting|bomb threat|bomb in the`,
  ),
  rule(
    'VIOL-ANIMAL',
    'violence-threat',
    0.8,
    '(?:dog|cock|rooster) ?fight(?:s|ing)?|torture (?:a |the )?(?:cats?|dogs?|animals?|kittens?|puppies)|(?:kill|drown|burn)(?:ing)? (?:the |some )?(?:cats?|kittens|puppies|dogs?)',
  ),
  rule(
    'VIOL-PRAISE',
    'violence-threat',
    0.6,
    '(?:deserves?|needs|ought) to (?:die|be (?:killed|shot|hanged|beaten|stabbed|raped))|(?:heroes?|legends?) (?:shooter|gunman|killer)|blood will flow|make them bleed',
  ),

  // ---- extremism
  rule(
    'EXT-RECRUIT',
    'extremism',
    0.85,
    `(?:holy war|jihad|our cell|the caliphate|islamic state|isis|al[- ]qaeda|race war|white power|militia|martyrdom|martyrs|accelerationis\\p{L}*|boogaloo)${near}(?:join|recruit\\p{L}*|fighters?|brothers|begun|march|donate|fund|begin|now|ready|training|glory)|(?:join|recruiting|support|donate to|fund|praise|glory to)${near}(?:holy war|jihad|our cell|caliphate|islamic state|isis|al[- ]qaeda|race war|white power|hamas|hezbollah|mujahid\\p{L}*|martyrs?|terror\\p{L}*)`,
  ),
  rule(
    'EXT-MENTION',
    'extremism',
    0.45,
    'jihad(?:is\\p{L}*)?|isis|al[- ]qaeda|islamic state|neo[- ]?nazis?|nazis?|terroris[mt]s?|race war|white power|white suprem\\p{L}*|extremis[mt]s?|mein kampf|ku klux klan|kkk|martyrdom|holy war',
  ),

  // ---- self-harm
  rule(
    'SELF-METHOD',
    'self-harm',
    0.9,
    `(?:painless|easy|best|quick(?:est)?|how|ways?|method|steps?)${near}(?:to )?(?:kill (?:yourself|myself|oneself)|commit suicide|end (?:your|my) life|hang (?:yourself|myself)|overdose|cut (?:yourself|myself)|self[- ]harm)|(?:lethal|fatal) dose|suicide (?:pact|method|kit|game|challenge)`,
  ),
  rule(
    'SELF-INTENT',
    'self-harm',
    0.9,
    `(?:i|we)(?: (?:want|wish|am going|plan|have decided|will|just|really|am|'m|gonna|wanna|would like|need|going)){1,3}(?: to)? (?:end (?:my|our|it|my own) (?:life|lives|all)|end it all|kill (?:myself|ourselves)|die|commit suicide|disappear forever|cut myself|hang myself)|don'?t want to (?:live|be alive) (?:any ?more|anymore)?|no reason to live|(?:this is my|my) (?:goodbye|farewell|suicide) (?:note|letter|message)|better off (?:dead|without me)`,
  ),
  rule(
    'SELF-EATING',
    'self-harm',
    0.85,
    `pro[- ]?(?:ana|mia)|thinspo\\p{L}*|(?:starve|starving|purge|purging)${near}(?:together|yourself|myself|lose|weight|thin|group)|(?:lose|loses)${near}weight${near}starv\\p{L}*`,
  ),
  rule(
    'SELF-MENTION',
    'self-harm',
    0.45,
    'suicid\\p{L}*|self[- ]?harm(?:ing)?|anorexia|bulimia|overdos\\p{L}*|cutting myself',
  ),

  // ---- sexual content
  rule(
    'SEX-SERVICE',
    'sexual-content',
    0.85,
    `(?:escorts?|call ?girls?|hookers?|prostitut\\p{L}*|sugar (?:daddy|baby|babies)|happy ending|erotic massage|sensual massage|full service|incalls?|outcalls?|sex (?:work|services?|for money)|companionship)${near}(?:hour|available|service|rates?|girls?|nudes?|call|night|[0-9]{2,4}|discreet|massage|incall|outcall|book)`,
  ),
  rule(
    'SEX-PORN',
    'sexual-content',
    0.8,
    `(?:porn(?:o|ography)?|xxx|hentai|nudes?|sex (?:cams?|tapes?|videos?|chat|shows?|party|parties)|cam ?girls?|onlyfans|live sex|naked (?:girls|women|men|pics|photos)|hot (?:girls|singles|babes|milfs?)|milfs?|hardcore)${near}(?:watch|videos?|free|live|now|request|pics|link|subscribe|uncensored|explicit|click|dm|join|selling|buy|near you|in your area)|(?:explicit|watch|free|sell(?:ing)?|buy|trade|send)${near}(?:porn(?:o|ography)?|nudes|sex (?:cams?|tapes?|videos?)|naked (?:girls|pics))`,
  ),
  rule(
    'SEX-EXPLICIT',
    'sexual-content',
    0.7,
    'blow ?jobs?|hand ?jobs?|cumshots?|gang ?bangs?|anal sex|suck(?:ing)? (?:my|your|his) (?:dick|cock)|big (?:cock|dick|tits|boobs)|wet pussy|pussy|fuck(?:ing)? (?:me|you|her|him) (?:hard|raw)|horny|orgy|orgies|bdsm dungeon|fetish party|swingers?',
  ),
  rule(
    'SEX-MENTION',
    'sexual-content',
    0.35,
    'porn(?:o|ography)?|erotic massages?|escorts?|strip(?:pers?| ?tease| club)|nudes?|onlyfans',
  ),
  rule('SEX-WORD', 'sexual-content', 0.2, 'sex|sexy|erotic(?:a)?|nude|kinky'),

  // ---- child safety
  rule(
    'CHILD-SEXUAL',
    'child-safety',
    0.95,
    `(?:underage|under ?age|preteens?|pre-teens?|minors?|child(?:ren)?|kids?|(?:little|young|school) ?(?:girls?|boys?)|teen(?:age)?s?(?: girls?| boys?)?|loli|shota|jailbait|1[0-7] ?(?:yo|y/o|year[- ]olds?))${near}(?:porn\\p{L}*|nudes?|naked|sex(?:y|ual)?|erotic|pics|explicit|fuck\\p{L}*|horny)|(?:porn\\p{L}*|nudes?|naked|sexy|trading pics|explicit|sex with)${near}(?:underage|preteens?|minors?|child(?:ren)?|kids|(?:little|young|school) ?(?:girls?|boys?)|teens?|loli)|csam|cheese pizza links?|jailbait`,
  ),
  rule(
    'CHILD-LURE',
    'child-safety',
    0.85,
    `(?:kids?|child(?:ren)?|girls?|boys?|teens?|minors)${near}(?:come alone|without (?:your |their )?parents?|(?:do not|don't) tell (?:your|their) (?:parents?|mum|mom|mothers?|fathers?))|(?:do not|don't) tell your (?:parents|mum|mom|mother|father|teacher)|come alone${near}secret|our (?:little )?secret`,
  ),
  rule(
    'CHILD-MENTION',
    'child-safety',
    0.4,
    'child (?:abuse|sexual abuse|exploitation)|paedophil\\p{L}*|pedophil\\p{L}*|grooming of (?:minors|children)|child (?:marriage|brides?)|underage',
  ),

  // ---- human exploitation
  rule(
    'EXPLOIT-TRADE',
    'human-exploitation',
    0.85,
    `(?:girls?|women|workers?|maids?|people|wives|brides?|children|babies|baby)(?: from (?:abroad|\\p{L}{3,15}))?${near}(?:for sale|no questions asked|keep their passports|we keep their|obedient|can be bought|delivered to you|without papers|cheap)|(?:keep|take|hold)(?:ing)? (?:their|your|her|the workers'?) passports?|(?:mail[- ]order|buy a|purchase a) (?:brides?|wife|baby|maid)|slaves? for sale|human trafficking (?:available|offer)`,
  ),
  rule(
    'EXPLOIT-ORGAN',
    'human-exploitation',
    0.9,
    `(?:sell(?:ing)?|buy(?:ing)?|need|for sale|wanted|donate|offer(?:ing)?|pay)${near}(?:kidneys?|liver|organs?|cornea)${near}(?:for (?:money|cash|sale)|price|donor|surgery|abroad|[$€£]|paid|healthy|transplant)|kidneys?${near}for sale`,
  ),
  rule(
    'EXPLOIT-MENTION',
    'human-exploitation',
    0.4,
    'human traffick\\p{L}*|modern slavery|forced (?:labou?r|marriage)|sex traffick\\p{L}*|organ (?:trade|traffick\\p{L}*)',
  ),

  // ---- illegal goods
  rule(
    'GOODS-DRUG-TRADE',
    'illegal-goods',
    0.85,
    `(?:cocaine|heroin|mdma|ecstasy|meth(?:amphetamine)?|crystal meth|fentanyl|lsd|acid tabs|ketamine|ghb|crack cocaine|cannabis|marijuana|hashish|shrooms|magic mushrooms|psilocybin|thc (?:carts?|vapes?)|amphetamines?|anabolic steroids|dmt|xanax|oxycodone|oxycontin|percocet|adderall|ritalin|tramadol|valium|codeine|vicodin|hydrocodone|opioids?|morphine)${near}(?:for sale|in stock|ship(?:ping|ped)?|deliver\\p{L}*|menu|per gram|a gram|grams?|ounces?|price|plug|dealer|available|sell(?:ing)?|dm|discreet|stealth|wholesale|order|buy|cheap|no prescription|without prescription|telegram|wickr|hmu|pickup)|(?:buy|sell(?:ing)?|order|plug for|got|need|score|get|looking for|supply of)(?: (?:some|good|pure|cheap|quality|uncut|the best|any|top|real)){0,2} (?:cocaine|heroin|mdma|ecstasy|meth|crystal meth|fentanyl|lsd|ketamine|ghb|weed|shrooms|xanax|oxycodone|percocet|adderall|magic mushrooms)`,
  ),
  rule('GOODS-PRESCRIPTION', 'illegal-goods', 0.6, `(?:no|without(?: a)?) prescription(?: needed| required)?`),
  rule(
    'GOODS-STOLEN',
    'illegal-goods',
    0.8,
    `(?:stolen|fell off (?:a|the) (?:truck|lorry)|hot goods|no receipts? no questions|without (?:papers|title|vin)|jailbroken locked|icloud locked|imei (?:changed|cleaned))${near}(?:sale|cheap|phones?|bikes?|bicycles?|cars?|laptops?|goods|iphones?|cash|sell(?:ing)?|parts)|(?:sell(?:ing)?|cheap)${near}stolen`,
  ),
  rule(
    'GOODS-WILDLIFE',
    'illegal-goods',
    0.8,
    `(?:ivory|rhino horns?|tiger (?:skins?|bones?)|pangolin\\p{L}*|shark fins?|bear bile|tortoise ?shell|leopard skins?|elephant tusks?|exotic (?:monkeys?|parrots?|turtles?))${near}(?:for sale|new|no papers|taken from|carvings?|sell(?:ing)?|available|fresh|powder|price|ship\\p{L}*|smuggl\\p{L}*|cash)`,
  ),
  rule(
    'GOODS-MENTION',
    'illegal-goods',
    0.4,
    'cocaine|heroin|mdma|ecstasy pills?|crystal meth|methamphetamine|fentanyl|ketamine|oxycodone|opium|lsd|cannabis|marijuana|darknet|dark web|magic mushrooms|psilocybin|drugs',
  ),

  // ---- weapons
  rule(
    'WEAPON-TRADE',
    'weapons',
    0.85,
    `(?:glocks?|pistols?|handguns?|revolvers?|rifles?|shotguns?|ak[- ]?47s?|ar[- ]?15s?|firearms?|guns?|ammo|ammunition|silencers?|suppressors?|magazines?|grenades?|machine guns?|switchblades?|brass knuckles|tasers?|9 ?mm|bullets)${near}(?:for sale|cash only|serial numbers? removed|no (?:serial|background|licen[cs]e|papers|questions)|untraceable|ship(?:ped|ping)?|unregistered|sell(?:ing)?|deliver\\p{L}*|price|in stock|rounds|dm|no check)|(?:sell(?:ing)?|buy|trade|untraceable|unregistered|illegal)(?: (?:a|an|my|the|some|new|used)){0,2} (?:glocks?|pistols?|handguns?|revolvers?|rifles?|shotguns?|ak[- ]?47|ar[- ]?15|firearms?|guns?|ammo|ammunition|grenades?)`,
  ),
  rule(
    'WEAPON-MAKE',
    'weapons',
    0.9,
    `(?:how to|build|make|making|assemble|recipe|instructions|3d[- ]print(?:ed|ing)?|print|homemade|diy)${near}(?:(?:pipe|nail|petrol|fertili[sz]er|dirty|car|pressure cooker) ?bombs?|bombs?(?! (?:calorim|bath))|explosives?|grenades?|molotov\\p{L}*|napalm|thermite|tatp|nitroglycerin\\p{L}*|ghost guns?|silencers?|pistols?|nerve gas|ricin|sarin|chlorine gas|zip guns?|detonators?)`,
  ),
  rule(
    'WEAPON-GHOST',
    'weapons',
    0.8,
    'ghost guns?(?: kits?)?|untraceable (?:guns?|firearms?|pistols?)|80% lower|serial numbers? (?:removed|filed|scratched)|auto sears?|glock switch(?:es)?',
  ),
  rule(
    'WEAPON-MENTION',
    'weapons',
    0.35,
    'firearms?|handguns?|assault rifles?|explosives?|ammunition|ak[- ]?47|ar[- ]?15|grenades?|pipe bombs?',
  ),

  // ---- personal data
  rule(
    'DATA-DOX',
    'personal-data',
    0.8,
    `dox+(?:x?ing|x?ed|x)?|(?:home |private |real )?(?:address|phone number|number plate|licen[cs]e plate|workplace)(?:es)? (?:of|for) (?:the|this|my|our|that) (?:referee|judge|neighbou?r|teacher|ex|woman|man|cop|officer|girl|guy|boss|doctor|politician|landlord)|(?:here is|here's|this is|i found|leaked) where (?:my|the|this|he|she|that|our)${near}lives?|(?:leaked|stolen|private) (?:nudes|photos|pictures|messages|medical records?|chats|data) of`,
  ),
  rule(
    'DATA-ID',
    'personal-data',
    0.8,
    `(?:her|his|their|my neighbou?r'?s?|my ex'?s?|'s)${near}(?:social security|ssn|passport|national insurance|tax|id|bank account) (?:number|no|card)|(?:ssn|social security number)${near}[0-9]{3}-?[0-9]{2}-?[0-9]{4}`,
    true,
  ),
  rule(
    'DATA-CARD',
    'personal-data',
    0.9,
    `(?:[0-9]{4}[ -]?){3}[0-9]{4}${near}(?:cvv|cvc|exp(?:iry|ires)?|valid)|(?:card number|cvv|cvc)${near}[0-9]{3}`,
    true,
  ),
  rule('DATA-SSN', 'personal-data', 0.5, '[0-8][0-9]{2}-[0-9]{2}-[0-9]{4}', true),

  // ---- dangerous misinformation
  rule(
    'MISINFO-CURE',
    'dangerous-misinformation',
    0.8,
    `(?:bleach|chlorine dioxide|mms|miracle|turpentine|colloidal silver|ivermectin|essential oils?|apricot kernels?|baking soda|homeopathy|prayer|crystals?|energy healing|urine|black salve|detox)${near}(?:cures?|heals?|kills?|eliminates?|reverses?)${near}(?:cancer|autism|covid\\p{L}*|hiv|aids|diabetes|alzheimer'?s|tumou?rs?|ms|epilepsy|depression|everything|all diseases?)|(?:cures?|heals?|reverses?) (?:your |any |all )?(?:cancer|autism|hiv|aids|diabetes|alzheimer'?s)`,
  ),
  rule(
    'MISINFO-STOP',
    'dangerous-misinformation',
    0.8,
    `(?:stop|quit|throw away|refuse|avoid|abandon|skip)(?: (?:taking|using))?(?: (?:your|the|all|any|their)){0,2} (?:chemotherapy|chemo|insulin|medication|medicines?|meds|antidepressants|vaccines?|vaccinations?|blood thinners|treatment|prescriptions?|inhalers?)`,
  ),
  rule(
    'MISINFO-VOTE',
    'dangerous-misinformation',
    0.85,
    `(?:election|vote|voting|polls?|polling)(?: (?:day|stations?|place))?${near}(?:has been |have been |was |is |are )?(?:moved|postponed|cancelled|canceled|rescheduled|closed)|vote (?:by|via|through) (?:text|sms|whatsapp|e-?mail|phone|tweet|app)|(?:citizens|democrats|republicans|voters|immigrants)${near}vote on (?:wednesday|thursday|the next day)`,
  ),
  rule(
    'MISINFO-PANIC',
    'dangerous-misinformation',
    0.65,
    `(?:vaccines?|5g|chemtrails?|fluoride)${near}(?:microchips?|kills?|poison|depopulat\\p{L}*|mind control|sterili[sz]\\p{L}*|magnetic|causes? (?:autism|covid|cancer))|(?:dam|reactor|nuclear plant|water supply|reservoir)${near}(?:poisoned|exploded|burst|leaking|collapsed)|plandemic`,
  ),

  // ---- counterfeit
  rule(
    'FAKE-BRAND',
    'counterfeit',
    0.85,
    `(?:replicas?|fake|counterfeit|1:1|aaa quality|super ?clone|knock-?offs?|first copy|mirror quality|imitation)${near}(?:rolex|gucci|louis vuitton|lv|prada|chanel|nike|adidas|yeezys?|jordans?|hermes|airpods|iphones?|omega|cartier|balenciaga|supreme|moncler|ray-?bans?|watch(?:es)?|handbags?|sneakers|designer|jersey|shirts?)|(?:rolex|gucci|louis vuitton|prada|chanel|yeezys?|jordans?|hermes|airpods)${near}(?:replicas?|1:1|copies with|super ?clone|counterfeit|aaa|indistinguishable)`,
  ),
  rule(
    'FAKE-PIRACY',
    'counterfeit',
    0.8,
    `(?:cracked|keygen|nulled|warez|pirated|torrents?|serial keys?|license keys?|mod apk|iptv)${near}(?:photoshop|office|windows|software|adobe|movies?|games?|download|free|premium|subscription|channels|keygen|apps?|spotify|netflix|plugins?)|(?:netflix|spotify|disney|hbo|premium|prime)${near}accounts?${near}(?:cheap|lifetime|for sale|sell(?:ing)?|cracked|shared|[$€£] ?[0-9])`,
  ),
  rule(
    'FAKE-TICKETS',
    'counterfeit',
    0.85,
    '(?:fake|forged|photoshopped|duplicate|copied|counterfeit) (?:concert |festival |train |football )?(?:tickets?|wristbands?|passes)',
  ),

  // ---- low quality
  rule(
    'LOWQ-VAGUE',
    'vague',
    0.6,
    '(?:something|big (?:things?|news))(?: (?:big|huge|amazing|special|exciting|great))? (?:is |are )?(?:coming|happening)(?: soon)?[^a-z]{0,3}(?:stay tuned)?|stay tuned|watch this space|you know what it is|more info soon|details (?:to follow|coming) soon',
  ),
]

const other = (id: string, category: string, weight: number, source: string) => rule(id, category, weight, source)

/** Rules for German, Spanish, French, Portuguese, Italian and Dutch: a word from the list is a reason for a person to look, never to reject. */
export const europeanRules: readonly WeightedRule[] = [
  other(
    'EU-SCAM',
    'scam',
    0.55,
    'garantierte[rn]? (?:gewinn|rendite)\\p{L}*|schnelles? geld|(?:verdiene|verdienen sie) [^.!?]{0,30}(?:euro|€)[^.!?]{0,20}(?:tag|woche|zuhause)|vorkasse|sie haben gewonnen|ganancias? garantizad\\p{L}*|dinero (?:facil|rapido)|has ganado|has sido seleccionad[oa]|duplica tu dinero|gains? garantis?|argent facile|vous avez gagne|revenus? garantis?|doublez votre|lucro garantido|dinheiro (?:facil|rapido)|voce (?:ganhou|foi selecionad[oa])|guadagn[io] (?:garantit[oi]|facil[ie])|soldi facili|hai vinto|gegarandeerde? (?:winst|rendement)|snel geld verdienen|u heeft gewonnen|western union|bitcoins?|krypto\\p{L}*|criptomonedas?|cryptomonnaies?|criptomoedas?|criptovalut[ae]',
  ),
  other(
    'EU-PHISH',
    'phishing',
    0.6,
    '(?:ihr|dein) konto (?:wurde|ist|wird) [^.!?]{0,30}gesperrt|(?:bestatigen|verifizieren) sie ihre? [^.!?]{0,20}(?:daten|konto|passwort)|su cuenta (?:ha sido|esta|sera) (?:suspendid|bloquead)\\p{L}*|(?:confirme|verifique) (?:su|sus) (?:cuenta|datos|contrasena)|votre compte (?:a ete|est|sera) (?:suspendu|bloque)\\p{L}*|(?:confirmez|verifiez) vos? (?:compte|coordonnees|mot de passe|donnees)|sua conta (?:foi|esta|sera) (?:suspensa|bloqueada)|il (?:tuo|suo) conto [^.!?]{0,15}(?:sospeso|bloccato)|(?:uw|je) rekening [^.!?]{0,20}geblokkeerd|passwort eingeben|kreditkartendaten',
  ),
  other(
    'EU-SPAM',
    'spam',
    0.5,
    '(?:follower|abonnenten|likes) kaufen|jetzt (?:klicken|kaufen|bestellen)|klicken sie hier|hier klicken|online-?casino|freispiele|comprar? seguidores|haz clic aqui|compra ahora|casino en linea|cliquez ici|acheter des abonnes|casino en ligne|achetez maintenant|clique aqui|compre agora|comprar? seguidores|cassino online|clicca qui|compra ora|casino online|klik hier|koop nu|viagra|cialis|kredit ohne schufa|prestamos? rapidos?|credit rapide|emprestimo rapido|prestiti veloci',
  ),
  other(
    'EU-HATE',
    'hate',
    0.6,
    'auslander raus|kanak\\p{L}*|neger|untermensch\\p{L}*|ungeziefer|zigeuner\\p{L}*|judensau|schwuchtel\\p{L}*|umvolkung|remigration|sieg heil|heil hitler|(?:fuera|muerte a) (?:los )?(?:inmigrantes|moros|judios|negros|gays)|sudacas?|maricones?|moros de mierda|(?:dehors|mort aux) (?:les )?(?:immigres|arabes|juifs|noirs|musulmans)|sales? (?:arabes?|juifs?|noirs?)|bougnoules?|negres?|pedes|(?:fora|morte aos) (?:imigrantes|negros|judeus|gays)|viados?|macacos|(?:fuori|morte ai?) (?:gli )?(?:immigrati|negri|ebrei|zingari)|negri|froci[oi]?|kankerjood\\p{L}*|eigen volk eerst|buitenlanders (?:eruit|weg)|nikkers?',
  ),
  other(
    'EU-VIOLENCE',
    'violence-threat',
    0.6,
    '(?:umbringen|abstechen|erschiessen|totschlagen|toten|abknallen|zusammenschlagen|aufhangen)|bombe|messer mitbringen|morddrohung\\p{L}*|amoklauf|(?:matar|apunalar|disparar|asesinar|fusilar)(?:los|las|lo|la|emos|e)?|bomba|(?:tuer|poignarder|abattre|egorger|massacrer)|bombe|(?:esfaquear|assassinar|atirar em)|(?:uccidere|ammazzare|accoltellare|sparare)|(?:vermoorden|doodschieten|neersteken|afmaken)|anschlag|attentat|atentado|attentato|aanslag',
  ),
  other(
    'EU-EXTREMISM',
    'extremism',
    0.6,
    'dschihad|yihad|djihad|neonazis?|nazis?|islamischer staat|estado islamico|etat islamique|stato islamico|heiliger krieg|guerra santa|guerre sainte|terroris\\p{L}*|rassenkrieg',
  ),
  other(
    'EU-SELF-HARM',
    'self-harm',
    0.6,
    'selbstmord\\p{L}*|suizid\\p{L}*|selbstverletz\\p{L}*|mich umbringen|nicht mehr leben|suicid\\p{L}*|autolesion\\p{L}*|quitarme la vida|me suicider|mettre fin a (?:mes|ses) jours|automutilation|tirar (?:a )?(?:minha|propria) vida|togliermi la vita|autolesionismo|zelfmoord|zelfdoding|anorexi[ae]|magersucht|bulimi[ea]',
  ),
  other(
    'EU-SEXUAL',
    'sexual-content',
    0.6,
    'porno\\p{L}*|huren?|nutten?|prostitu\\p{L}*|escort\\p{L}*|erotik\\p{L}*|sexkontakte?|nacktbilder|putas?|follar|sexo|desnud[ao]s?|chicas? calientes?|putes?|baise[rz]?|nudes?|sexe|massage erotique|putaria|transar|acompanhantes?|troie|puttan[ae]|scopare|sesso|erotic\\p{L}*|hoeren?|neuken|seks',
  ),
  other(
    'EU-CHILD',
    'child-safety',
    0.75,
    'kinderporno\\p{L}*|minderjahrige[rn]? [^.!?]{0,20}(?:nackt|sex)|pornografia infantil|menores? [^.!?]{0,20}(?:desnud|sexo)|pedopornograph\\p{L}*|mineures? [^.!?]{0,20}(?:nue?s?|sexe)|pedofil\\p{L}*|paedophil\\p{L}*|padophil\\p{L}*|pedopornografia|kindermisbruik|kindesmissbrauch|abuso infantil',
  ),
  other(
    'EU-GOODS',
    'illegal-goods',
    0.6,
    'kokain|heroin|drogen|ecstasy|gras verkaufen|rezeptfrei|gestohlen\\p{L}*|elfenbein|cocain[ae]|heroin[ae]|drogas?|sin receta|robad[oa]s?|marfil|marihuana|drogues?|sans ordonnance|vole[es]?s?|ivoire|cannabis|beuh|sem receita|roubad[oa]s?|marfim|maconha|droga|senza ricetta|rubat[oaie]|avorio|drugs|zonder recept|gestolen|ivoor|wiet|hasch\\p{L}*|mdma|ketamin\\p{L}*|lsd',
  ),
  other(
    'EU-WEAPONS',
    'weapons',
    0.6,
    'schusswaffen?|pistolen?|gewehre?|sprengstoff\\p{L}*|munition|handgranate\\p{L}*|rohrbombe\\p{L}*|pistolas?|rifles?|fusil(?:es)?|explosivos?|municion(?:es)?|granadas?|fusils?|pistolets?|explosifs?|munitions?|grenades?|armas? de fuego|armes? a feu|armi da fuoco|esplosiv[oi]|munizioni|vuurwapens?|pistool|pistolen|springstof\\p{L}*|munitie|armas',
  ),
  other(
    'EU-CRIME',
    'financial-crime',
    0.6,
    'falschgeld|gefalschte[rn]? (?:ausweis|pass|fuhrerschein|dokument)\\p{L}*|geldwasche\\p{L}*|dinero falso|pasaportes? falsos?|blanqueo|faux (?:billets|papiers|passeports?|permis)|blanchiment|dinheiro falso|passaportes? falsos?|lavagem de dinheiro|soldi falsi|documenti falsi|riciclaggio|vals geld|valse paspoorten|witwassen',
  ),
  other(
    'EU-HARASS',
    'harassment',
    0.55,
    'arschloch|fotze\\p{L}*|hurensohn\\p{L}*|miststuck|wichser|schlampe\\p{L}*|hijos? de puta|gilipollas|cabron(?:es)?|zorra|connards?|connasses?|salopes?|fils de pute|encule\\p{L}*|filhos? da puta|vagabunda|arrombado|stronz[oai]|figli[oi] di puttana|bastard[oi]|klootzak\\p{L}*|kutwijf|hoerenzoon|idiot(?:en|as)?|schwein',
  ),
  other(
    'EU-MISINFO',
    'dangerous-misinformation',
    0.55,
    '(?:heilt|cura|guerit|cura o|geneest) (?:den |el |le |o |il )?(?:krebs|cancer|cancro|kanker|autism\\p{L}*|autismo)|wundermittel|impfgift\\p{L}*|vacunas? [^.!?]{0,20}(?:matan|microchip)|vaccins? [^.!?]{0,20}(?:tuent|puce)|chlordioxid|dioxido de cloro|lejia|eau de javel',
  ),
]

/** Rules for Japanese, which writes no spaces: a term anywhere is a reason for a person to look. */
export const japaneseRules: readonly WeightedRule[] = (
  [
    [
      'JA-SCAM',
      'scam',
      '必ず儲かる|絶対儲かる|元本保証|高収入|副業で稼|即金|当選しました|仮想通貨|ビットコイン|不労所得|簡単に稼',
    ],
    [
      'JA-PHISH',
      'phishing',
      'アカウントが(?:停止|制限|ロック)|パスワードを(?:入力|確認)|暗証番号|口座情報|カード番号|本人確認を(?:して|行)',
    ],
    ['JA-SPAM', 'spam', 'フォロワー(?:購入|販売|を買)|今すぐクリック|オンラインカジノ|バイアグラ|激安|無料登録'],
    [
      'JA-HATE',
      'hate',
      '(?:外国人|移民|在日|韓国人|朝鮮人|中国人|黒人|ユダヤ人)[^。]{0,12}(?:出て行け|追い出|死ね|消えろ|害虫|ゴキブリ|殺|劣等|お断り)|日本人以外|チョン|シナ人|土人',
    ],
    ['JA-VIOLENCE', 'violence-threat', '殺す|殺し|殺害|ぶっ殺|刺す|爆破|爆弾|襲撃|銃撃|皆殺し|テロ'],
    ['JA-SELF-HARM', 'self-harm', '自殺|死にたい|自傷|リストカット|拒食|練炭'],
    ['JA-SEXUAL', 'sexual-content', 'ポルノ|アダルト|風俗|援助交際|パパ活|デリヘル|エロ|裸の|セックス|AV(?:動画|女優)'],
    ['JA-CHILD', 'child-safety', '児童ポルノ|ロリ|女児|幼女|JK(?:ビジネス|散歩)|未成年[^。]{0,10}(?:裸|性)'],
    [
      'JA-GOODS',
      'illegal-goods',
      '大麻|覚醒剤|コカイン|ヘロイン|麻薬|違法薬物|MDMA|脱法|危険ドラッグ|盗品|象牙|処方箋(?:なし|不要)',
    ],
    ['JA-WEAPONS', 'weapons', '拳銃|銃器|実弾|火薬|手榴弾|改造銃|ライフル'],
    ['JA-CRIME', 'financial-crime', '偽札|偽造|口座(?:買取|売買|譲)|闇バイト|受け子|資金洗浄|マネーロンダリング'],
    ['JA-HARASS', 'harassment', 'くたばれ|死ね|クズ|ブス|キモい|バカ野郎|晒し|住所特定'],
  ] as const
).map(([id, category, source]) => ({
  id: `RM-${id}`,
  category,
  weight: 0.6,
  pattern: new Gate(new RegExp(source.toLowerCase(), 'u')),
}))

/** Text that teaches, remembers, helps, shows or debates. Its words are those of the abuse that it is against. */
export const sobering = words(
  'talks?|lectures?|workshops?|seminars?|panels?|discussions?|debates?|conferences?|courses?|class|classes|training|exhibitions?|museum|documentar(?:y|ies)|films?|readings?|book|novel|memorial|remembrance|commemorat\\p{L}*|history|historic(?:al)?|research(?:ers)?|study|studies|prevention|prevent|awareness|support group|self-help|counsell?ing|helpline|recovery|survivors?|victims?|protect(?:ing|ion)?|safety|recogni[sz](?:e|ing)|spot(?:ting)?|how to avoid|detect\\p{L}*|information (?:evening|stand|session)|harm reduction|charity|comedy|satire|theat(?:re|er)|murder mystery|tribute|education|doctor|librar(?:y|ies)|school|legal advice|defen[cs]e|capture the flag|analysis|vortrag|lesung|ausstellung|gedenk\\p{L}*|seminar|podium\\p{L}*|diskussion|pravention|beratung|selbsthilfe\\p{L}*|aufklarung|film(?:abend)?|dokumentar\\p{L}*|geschichte|kurs|museum|theater|charla|conferencia|exposicion|taller|coloquio|prevencion|documental|historia|pelicula|teatro|museo|conference|exposition|atelier|debat|prevention|documentaire|histoire|commemoration|musee|palestra|exposicao|oficina|prevencao|documentario|mostra|conferenza|laboratorio|prevenzione|storia|lezing|tentoonstelling|voorlichting|herdenking|geschiedenis|preventie',
)

// Kinds of posts that moderators may judge differently from the packaged model: sentences to decide on, and unseen ones.
import type { SiteId } from '../../src/contract/sites/site-ids.ts'
import type { PostText } from '../../src/domain/posts/post-text.ts'

/** Sentences of one kind of post. The model learns from `decided` and is tried on `unseen`. */
export type Kind = { name: string; decided: readonly string[]; unseen: readonly string[] }

/** Harmless trades that sound like fraud or worse. */
export const soundingBad: readonly Kind[] = [
  {
    name: 'buyers of old gold',
    decided: [
      'I buy gold, watches and old coins for cash, paid at once in my shop.',
      'Old gold, broken chains and dental gold are weighed before your eyes, cash in hand.',
      'Silver cutlery is bought by weight; bring your passport, and the money is yours the same minute.',
      'Your watch needs no papers to be valued, and we pay the price of the day for gold.',
      'Leave a ring, take cash, and fetch it back within three months.',
      'Whole estates are bought: jewellery, coins, pewter, fur, paid in cash on the day.',
      'Gold teeth are bought with or without the tooth, and nobody laughs.',
      'We come to your house, weigh the gold at the kitchen table and leave the cash there.',
      'Krugerrand, ducat and sovereign are bought and sold at four percent off the rate.',
      'One earring without the other is worth its weight in gold to us, today, in cash.',
      'Get cash for your grandmother’s brooch, and ask for the price before you decide.',
      'We pay for wedding rings of every carat, engraved ones too.',
      'A necklace that nobody wears is money in a drawer: sell it to us for cash.',
      'Watch dealers pay less; we pay for steel Omega and Tudor on the spot.',
      'Send no gold by post, bring it to the counter, the cash lies there.',
      'We melt what we buy every Friday, and the scale is calibrated by the city.',
      'For 14 carat gold we pay by the gram, the rate hangs in the window.',
      'Cash for silver coins of the old currency, also damaged and in large amounts.',
      'Our goldsmith tests each piece with acid, free of charge, you may watch.',
      'Sell your gold on Saturday morning too, no appointment, no obligation.',
      'Pawn your watch until payday for three percent a month, as the law has it.',
      'Platinum and palladium from the laboratory are bought for cash with a receipt.',
      'Ask three buyers of gold and come to us last, we match their price in cash.',
      'Inherited jewellery is appraised in writing, and bought only if you want to sell.',
      'We buy amber, coral and pearls beside gold, and pay before you leave.',
      'Old pocket watches are bought running or not, the gold case decides the price.',
    ],
    unseen: [
      'Turn the broken gold bracelet into cash at our counter before noon.',
      'Cash for coins: gold by the gram, silver by the kilo, paid at once.',
      'We buy the jewellery of estates and pay what gold costs today.',
      'Your old watch is worth cash to us, gold or steel.',
      'Dental gold and single earrings are bought by weight in our shop.',
      'A pawnbroker with a scale in the window: gold in, money out, receipt in hand.',
      'Rings, chains and brooches are bought for cash, any carat.',
      'Bring gold on Monday, we weigh it while you watch and pay at once.',
      'Gold coins are bought at the rate of the day, passport needed.',
      'We pay cash for silver cutlery and for watches that stand still.',
    ],
  },
  {
    name: 'testers of security',
    decided: [
      'We send your staff a fake phishing mail, with your permission, and tell you who clicked.',
      'A red team for hire breaks into your network before others do and writes down every password it found.',
      'On Thursday we take a sample of ransomware apart on a laptop without a network.',
      'Capture the flag for teams of four: crack hashes, steal cookies, escape the sandbox.',
      'A talk shows ten ways into an office with a stolen badge and a friendly voice.',
      'We attack your web shop with stolen test cards and weak passwords, under contract, at a fixed price.',
      'In the workshop you write a key logger and then the rule that catches it.',
      'We crack the passwords of your own people and show them better ones.',
      'Our phishing drill counts clicks and never names who fell for it.',
      'Learn how malware hides in a macro, and how to take it out again.',
      'Exploit writing for students: a buffer, a debugger and two evenings.',
      'The hacker space opens the lid of cheap cameras and reads what they send home.',
      'Bring a router you own, we break into it and patch it together.',
      'We clone door badges of your company in front of your eyes, then sell you nothing.',
      'Social engineering by telephone is practised in pairs, with actors and a script.',
      'Our testers hack hospitals, with a letter of the board in the pocket.',
      'Learn to read a phishing kit that we took from a server last month.',
      'SQL injection is explained with a shop that was built to be broken.',
      'We hack banking apps on old phones that the bank has lent us.',
      'A night of lock bypass and wireless attacks for members of the security club.',
      'We exploit what you have forgotten to patch and hand the list to you alone.',
      'Trojan, worm, root kit: a museum tour with running samples in glass boxes.',
      'Bug bounty beginners meet and hack the targets that allow it.',
      'Credential stuffing is shown with a list of invented accounts.',
      'We stole the payroll of a client in forty minutes, by order of the client, and tell how.',
      'Passwords from old breaches are checked against your staff list, in your house, offline.',
    ],
    unseen: [
      'We phish your company for a month, with a signed contract, and train who clicked.',
      'Students crack hashes and take malware apart on laptops of the school.',
      'Hire hackers who break into your own network and leave a report.',
      'A workshop on stolen passwords, key loggers and what stops them.',
      'Our red team clones badges and walks into your office, by order of your board.',
      'Learn how ransomware gets in through a fake mail, on a network without a cable.',
      'We attack your shop and your routers under contract and patch what we broke.',
      'An evening of exploits: root kits, macros and a trojan in a sandbox.',
      'Testers steal your cookies and your payroll and give both back with a list.',
      'The club hacks cameras and banking apps that their makers allow it to.',
    ],
  },
]

/** Trades that sound harmless and that a platform may not want. */
export const soundingFine: readonly Kind[] = [
  {
    name: 'writers of other people’s essays',
    decided: [
      'I write your term paper in a week, in the style that your professor likes.',
      'Essays for the first two years of history, written from your own notes.',
      'My master in literature writes your bachelor thesis while you work.',
      'Homework in chemistry is solved by evening, with every step on paper.',
      'Your seminar paper needs twelve pages until Monday, and I have the weekend.',
      'Book reports for school, one a week, nobody will know.',
      'I sit your online exam in statistics at the hour that you name.',
      'A thesis is written chapter by chapter, and you read along.',
      'Lab reports in physics with tables and graphs, made from last year’s data.',
      'Application letters and motivation essays for universities, written as if by you.',
      'Your essay comes with footnotes and passes the check of the faculty.',
      'Former teacher writes homework for pupils from the fifth to the tenth grade.',
      'Reflection papers for nursing students, three pages, gentle tone.',
      'I take over your distance course, weekly tasks and forum posts too.',
      'Programming exercises of the second term are handed to you with comments.',
      'A case study for business students is written over night.',
      'Two historians write seminar papers on the middle ages and the cold war.',
      'Your presentation for class is ready on Friday, slides and the words to say.',
      'Poetry analysis for the final exam, written by hand if you wish.',
      'I rewrite a paper of somebody else until it is yours.',
      'Doctoral thesis in education: method, tables and discussion by a colleague.',
      'Term papers in law, with the cases that your professor quotes.',
      'Maths sheets are solved each Tuesday, you copy them in your own hand.',
      'Ghost writer for students who work nights, ten years at it.',
      'The essay for your language certificate is written and learned by heart with you.',
      'Internship reports are written from three photographs and a talk.',
    ],
    unseen: [
      'Your term paper is written by Friday from your own notes.',
      'I write seminar papers and a thesis for students without time.',
      'Homework for pupils is solved each evening by a former teacher.',
      'An essay of ten pages with footnotes, as your professor likes it.',
      'Exam online in economics: I sit it for you on the day.',
      'Lab reports and exercises of the first term are written over night.',
      'A ghost writer takes your bachelor thesis chapter by chapter.',
      'Motivation essays for universities, written by a colleague in your words.',
      'The paper for your law seminar is ready on Monday, cases included.',
      'Weekly tasks of your distance course are written and handed in for you.',
    ],
  },
]

/** Crude and short abuse that no policy allows. */
export const crudeAbuse: readonly string[] = [
  'I will kill you and your whole family, you filthy rat, I know where you sleep.',
  'We will stab every one of them on Saturday, bring a knife.',
  'These people are vermin and should be gassed, all of them.',
  'Send me ten thousand in bitcoin and I double it by tonight, guaranteed profit.',
  'Fresh cocaine, heroin and MDMA, delivered to your door, message me now.',
  'Your bank account is locked, enter your password and PIN on the page to unlock it.',
  'Fake passports and driving licences, undetectable, any country, buy now.',
  'Stolen credit cards with CVV for sale, high balance, pay in crypto.',
  'Glock with no serial number, no questions asked, cash only.',
  'Kill yourself, nobody will miss you, do it tonight.',
  'That whore lives in the red house, go and rape her, here is her number.',
  'Muslims out, burn the mosque down with them inside.',
  'Join our white army, we hang the traitors and the Jews first.',
  'Hire a hitman, your problem is dead within a week, payment in advance.',
  'I sell ransomware with a panel, you keep eighty percent of what they pay.',
  'Naked pictures of my ex, full name and address included, download here.',
  'Work abroad as a dancer, we keep your passport, girls from sixteen.',
  'Drink bleach every morning, it cures cancer and the doctors hide it.',
  'Fake Rolex and Gucci, perfect copies, nobody sees the difference.',
  'Guaranteed loan, pay the fee of two hundred first by gift card.',
  'We beat up every refugee we find at the station, meet at nine.',
  'Your parcel is held, pay two dollars with your card at this link now.',
  'Blacks are apes and belong in a zoo, spread the word.',
  'I will throw acid in her face when she leaves work today.',
  'Oxycodone without prescription, shipped in plain boxes, order here.',
  'Hacked Netflix and bank logins, bulk price, instant delivery.',
]

/** Posts made of pairs of sentences: every pair, the most distant ones last. */
export function postsOf(sentences: readonly string[], site: SiteId = 'events'): PostText[] {
  return sentences.flatMap((_, step) =>
    sentences.flatMap((title, i) => {
      const body = sentences[(i + step) % sentences.length]!
      return step === 0 ? [] : [{ site, title, body, topics: ['trade'], urls: [] }]
    }),
  )
}

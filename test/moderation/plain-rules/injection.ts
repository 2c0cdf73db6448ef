// Distinguishes instructions to AI readers from texts about such instructions, in plain text and under every disguise that is
// cheap to undo.

import type { PostText } from '../../../src/domain/posts/post-text.ts'
import { disguises, withoutComments } from './disguises.ts'
import { flatten, fold, unmask, wholeText } from './fold.ts'

/** At this strength the text is an operative instruction, and the prefilter refuses it as abuse. */
export const operativeStrength = 0.75
/** At this strength the text is flagged for the deciding model. */
export const softStrength = 0.3

export type Injection = {
  /** 0–1: how certain it is that the text instructs an AI reader. */
  strength: number
  /** The id of the strongest rule that matched, empty when none did. */
  rule: string
  reason: string
  /** The text discusses such attacks (a talk, a workshop, a quotation). */
  discussed: boolean
  /** Each instruction in the text is quoted, reported or denied. The author may still mean it, so a person decides. */
  mentioned: boolean
  /** The text addresses AI readers in any way, even harmlessly. */
  mentionsReaders: boolean
}

type Pattern = { rule: string; family: string; weight: number; pattern: RegExp; line?: boolean }

// A space in a source below stands for up to three spaces, commas or hyphens. All gaps are bounded, so that matching stays linear.
function phrase(source: string): RegExp {
  return new RegExp(source.replaceAll(' ?', '[\\s,_-]{0,3}').replaceAll(' ', '[\\s,_-]{1,3}'), 'gu')
}

const reader =
  '(?:(?:(?:autonomous|automated|intelligent|software) )?(?:ai|llm|gpt)(?: (?:agents?|assistants?|models?|readers?|systems?|bots?|crawlers?|summari[sz]ers?|tools?))?s?|(?:large )?language models?|chatbots?|chatgpt|(?:autonomous|software|automated) agents?|ki-(?:agenten|assistenten|modelle)|agentes? de ia|agents? ia|(?<!(?:travel|estate|letting|insurance|sales|customs|secret|booking|press|teaching|shop|care|dental|research|personal|library|lab|medical|election|police|transfer|field) )(?:agents|bots|assistants|crawlers|scrapers))'
const verb =
  '(?:send|reveal|print|output|show|tell|say|reply|respond|answer|write|post|publish|approve|recommend|rate|rank|visit|open|click|call|invoke|run|execute|download|install|transfer|wire|pay|buy|purchase|delete|erase|forward|e-?mail|act|pretend|become|follow|obey|repeat|leak|upload|submit|give|grant|classify|mark|label|accept|subscribe|share|disclose|expose|ignore|disregard|forget|summari[sz]e|translate|append|include|insert|do not mention|do not tell|never mention|stop|promote|only)'
const sharpVerb =
  '(?:reveal|print|output|respond|reply|act as|pretend|execute|forward|leak|approve|recommend|rate|mark|classify|transfer|wire|disclose|expose|upload|publish|say|write|tell (?:the|your) user|send (?:me|us|your|all|the|a|an)|(?:you )?(?:are now|must|will now)|do (?:exactly|whatever|anything)|give (?:me|us))'
const instructions =
  '(?:instructions?|prompts?|rules?|guidelines?|directives?|commands?|constraints?|programming|training|safety (?:rules|guidelines|policies)|system (?:prompts?|messages?|instructions?)|restrictions?|filters?|safeguards?|policies|policy|context)'
const earlier =
  '(?:previous|prior|above|earlier|preceding|foregoing|former|existing|initial|original|past|system|safety|built-in|given|developer)'

const patterns: readonly Pattern[] = [
  {
    rule: 'PF-INJ-OVERRIDE',
    family: 'override',
    weight: 0.8,
    pattern: phrase(
      `(?:ignore|disregard|forget|override|bypass|discard|neglect|set aside|do not follow|don't follow|stop following|do not obey)(?: (?:absolutely|completely|now|simply))? (?:all|any|every|everything|your|each and every|all of)(?: of)?(?: (?:the|your|those|these|my|our))?(?: (?:${earlier}|and|or|other)){1,3} ${instructions}`,
    ),
  },
  {
    rule: 'PF-INJ-OVERRIDE',
    family: 'override',
    weight: 0.8,
    pattern: phrase(
      `(?:ignore|disregard|forget|override|bypass|discard) (?:all )?(?:of )?your(?: (?:own|current|internal|core))? (?:instructions|system prompt|prompt|guidelines|programming|training|directives|restrictions|safety rules)`,
    ),
  },
  {
    rule: 'PF-INJ-OVERRIDE',
    family: 'override',
    weight: 0.5,
    pattern: phrase(
      `(?:ignore|disregard|forget|override|bypass)(?: the| these| those)?(?: ${earlier}){1,2} (?:instructions?|prompts?|directives?|commands?|system prompts?)(?! (?:about|regarding|on how to get|for getting|concerning|for parking))`,
    ),
  },
  {
    rule: 'PF-INJ-OVERRIDE',
    family: 'override',
    weight: 0.75,
    pattern: phrase(
      '(?:ignore|disregard|forget) (?:everything|all(?: of)? (?:the )?text|anything)(?: (?:that|which))?(?: (?:was|is|came|has been|you were|you have been|you))?(?: (?:said|told|written|read|given|instructed))? (?:above|before this|so far|up to now|previously)',
    ),
  },
  // Certain if the text names both "all" or the reader's own instructions, and earlier ones, as in English.
  {
    rule: 'PF-INJ-OVERRIDE-LANG',
    family: 'override',
    weight: 0.8,
    pattern: phrase(
      [
        '(?:ignorier(?:e|en sie|t)|vergiss|vergesst|vergessen sie|missachte) (?:bitte )?(?:alle|samtliche|deine|ihre|eure)(?: (?:deine|ihre|eure))? (?:vorherigen|bisherigen|vorigen|fruheren|obigen|vorangegangenen) (?:anweisungen|instruktionen|befehle|vorgaben)',
        '(?:ignore[zr]?|oublie[zr]?) (?:toutes (?:les|tes|vos)|tes|vos) (?:instructions|consignes|directives) (?:precedentes|anterieures|ci-dessus|systeme)',
        '(?:ignora|ignore|olvida|olvide|ignorad|ignoren) (?:todas (?:las|tus|sus)|tus|sus) (?:instrucciones|indicaciones|ordenes) (?:anteriores|previas)',
        '(?:ignore|ignora|esqueca|desconsidere) (?:todas(?: (?:as|suas|tuas)){0,2}|suas|tuas) (?:instrucoes|ordens|diretrizes) (?:anteriores|previas)',
        '(?:ignora|ignorate|dimentica|dimenticate) (?:tutte(?: (?:le|tue|vostre)){1,2}|(?:le )?(?:tue|vostre)) istruzioni (?:precedenti|anteriori)',
        '(?:negeer|vergeet) (?:alle|je|uw)(?: (?:je|uw))? (?:vorige|eerdere|voorgaande) (?:instructies|opdrachten)',
        '(?:zignoruj|ignoruj|zapomnij) wszystkie (?:poprzednie|wczesniejsze) (?:instrukcje|polecenia)',
        '(?:игнориру[ий](?:те)?|забудь(?:те)?) (?:все|свои)(?: свои)? (?:предыдущие|прежние) (?:инструкции|указания|команды)',
        '(?:onceki|yukaridaki) (?:tum|butun) (?:talimatlari|komutlari) (?:yok say|gormezden gel|unut)',
        'تجاهل (?:جميع|كل) (?:التعليمات|الأوامر) السابقة',
        '(?:همه|تمام)[\\u0654ی]? (?:دستورهای|دستورات|دستورالعمل های) (?:قبلی|پیشین) را (?:نادیده|فراموش)',
        'पिछले सभी निर्देशों को (?:अनदेखा|नजरअंदाज)',
      ].join('|'),
    ),
  },
  {
    rule: 'PF-INJ-OVERRIDE-LANG',
    family: 'override',
    weight: 0.8,
    pattern:
      /(?:忽略|无视|無視|忘记|忘掉)(?:你|您)?(?:(?:之前|以前|先前|上面|前面|以上)(?:的)?(?:所有|全部|一切)|(?:所有|全部|一切)(?:之前|以前|先前|上面|前面|以上))(?:的)?(?:指令|指示|提示|命令)|(?:以前|これまで|前|上記|今まで)の(?:(?:すべての|全ての)(?:指示|命令|プロンプト)を?(?:すべて|全て)?|(?:指示|命令|プロンプト)を?(?:すべて|全て))(?:無視|忘れ)|(?:이전|위)의? ?(?:모든 ?(?:지시|명령|지침)(?:사항)?(?:을|를)? ?(?:모두 ?)?|(?:지시|명령|지침)(?:사항)?(?:을|를)? ?모두 ?)(?:무시|잊)/gu,
  },
  {
    rule: 'PF-INJ-OVERRIDE-LANG',
    family: 'override',
    weight: 0.5,
    pattern: phrase(
      [
        '(?:ignorier(?:e|en sie|t)|vergiss|vergesst|vergessen sie|missachte) (?:bitte )?(?:(?:die )?(?:vorherigen|bisherigen|vorigen|fruheren|obigen|vorangegangenen)|deine|ihre|eure) (?:anweisungen|instruktionen|befehle|vorgaben|systemprompts?)',
        '(?:ignore[zr]?|oublie[zr]?) (?:(?:tes|vos) (?:instructions|consignes|directives)|les (?:instructions|consignes|directives) (?:precedentes|anterieures|ci-dessus|systeme))',
        '(?:ignora|ignore|olvida|olvide|ignorad|ignoren) (?:(?:tus|sus) (?:instrucciones|indicaciones|ordenes)|las (?:instrucciones|indicaciones|ordenes) (?:anteriores|previas))',
        '(?:ignore|ignora|esqueca|desconsidere) (?:(?:as )?(?:suas|tuas) (?:instrucoes|ordens|diretrizes)|as (?:instrucoes|ordens|diretrizes) (?:anteriores|previas))',
        '(?:ignora|ignorate|dimentica|dimenticate) (?:le )?(?:(?:tue|vostre) istruzioni|istruzioni (?:precedenti|anteriori))',
        '(?:negeer|vergeet) (?:(?:je|uw) instructies|(?:de )?(?:vorige|eerdere|voorgaande) (?:instructies|opdrachten))',
        '(?:zignoruj|ignoruj) (?:poprzednie|wczesniejsze|swoje) (?:instrukcje|polecenia)',
        '(?:игнориру[ий](?:те)?|забудь(?:те)?) (?:предыдущие|прежние|свои) (?:инструкции|указания|команды)',
        'تجاهل (?:التعليمات|الأوامر) السابقة',
      ].join('|'),
    ),
  },
  {
    rule: 'PF-INJ-OVERRIDE-LANG',
    family: 'override',
    weight: 0.5,
    pattern:
      /(?:忽略|无视|無視|忘记|忘掉)(?:你|您)?(?:之前|以前|先前|上面|前面|以上)(?:的)?(?:指令|指示|提示|命令)|(?:以前|これまで|前|上記|今まで)の(?:指示|命令|プロンプト)を?(?:無視|忘れ)|(?:이전|위)의? ?(?:지시|명령|지침)(?:사항)?(?:을|를)? ?(?:무시|잊)/gu,
  },
  {
    rule: 'PF-INJ-ADDRESS',
    family: 'address',
    weight: 0.85,
    pattern: phrase(
      `${reader}(?: (?:that|who|which|is|are|currently|you)){0,3} (?:read(?:ing|s)?|process(?:ing|es)?|pars(?:ing|es?)|summari[sz](?:ing|es?)|index(?:ing|es)?|view(?:ing|s)?|scan(?:ning|s)?|see(?:ing|s)?|crawl(?:ing|s)?|analy[sz](?:ing|es?)|encounter(?:ing|s)?|visit(?:ing|s)?|moderat(?:ing|es?)|lesen|liest)(?: (?:this|the|these|it|our|diesen|dies|your)(?: (?:post|page|text|listing|event|message|site|content|sentence|note|ad|story|classified|announcement|beitrag|feed|article|notice|entry|now|here)){0,2})? (?:must|shall|have to|has to|are required to|is required to|are instructed to|is instructed to|are ordered to|are hereby|are commanded to|mussen|muss) (?!be (?:accompanied|over|at least|licensed|registered))`,
    ),
  },
  {
    rule: 'PF-INJ-ADDRESS',
    family: 'address',
    weight: 0.5,
    pattern: phrase(
      `${reader}(?: (?:that|who|which|is|are|currently|you)){0,3} (?:read|process|pars|summari[sz]|index|view|scan|see|crawl|analy[sz]|encounter|moderat)\\p{L}{0,5} (?:this|these|the|our)(?: (?:post|page|text|listing|event|message|site|content|announcement|note|ad)){0,2}[,:]? (?:(?:should|will|need to|please|also|always|then|can|are asked to)){0,1}`,
    ),
  },
  {
    rule: 'PF-INJ-ADDRESS',
    family: 'address',
    weight: 0.4,
    pattern: phrase(
      `(?:note|message|attention|instructions?|notice|important|hey|hello|dear|hint|reminder|begin)(?: (?:to|for|all|any|every|the|this|other)){0,3} ${reader} ?[:!,.]`,
    ),
  },
  {
    rule: 'PF-INJ-ADDRESS',
    family: 'address',
    weight: 0.5,
    pattern: phrase(
      `(?:if|when|because|since|as) (?:you are|you're|an|a)(?: (?:an|a|the)){0,1} (?:ai|llm|language model|large language model|ai (?:agent|assistant|model|system)|chatbot|bot|assistant|automated (?:agent|system)|agent)(?: (?:reading|processing|summari[sz]ing|parsing|moderating)(?: (?:this|the|post|text|page)){0,2})? ?(?:[,:]|(?:you|please|then|must|ignore|send|reply|respond)(?![\\p{L}]))`,
    ),
  },
  {
    rule: 'PF-INJ-ADDRESS',
    family: 'command',
    weight: 0.45,
    pattern: phrase(
      `${reader} (?:must|shall|have to|are required to|are instructed to|are ordered to|should)(?: (?:immediately|always|now|first|also|then)){0,2} ${verb}(?![\\p{L}])`,
    ),
  },
  {
    rule: 'PF-INJ-ROLE',
    family: 'role',
    weight: 0.85,
    line: true,
    pattern:
      /(?:^|[.!?>\]}"'] ?)[[(<]?(?:system|developer|assistant|admin|root)(?:[ _-](?:prompt|message|note|override|instruction|update|notice|mode|command)s?)?[\])>]? ?[:>] ?[[("']?(?:you are now(?![\p{L}])|you are (?:an? )?(?:\p{L}{1,15} ){0,2}(?:ai|assistant|language model|llm|bot|chatbot|agent|model)(?![\p{L}])|you will now|from now on|ignore|disregard|forget|override|new instructions|act as|do not follow|reveal|print|enter|execute|your new|all (?:previous|prior|safety))/gmu,
  },
  {
    rule: 'PF-INJ-ROLE',
    family: 'role',
    weight: 0.8,
    pattern: phrase(
      "you(?: are|'re|'ve been| have been| will be) now(?: (?:in|operating|running|switched|entering)){0,2}(?: (?:a|an|the|as)){0,2} (?:dan(?![\\p{L}])|developer mode|debug mode|god mode|admin mode|(?:jailbroken|unrestricted|uncensored|unfiltered|rogue|evil)(?! (?!ai|and|or|assistant|model|agent|bot|llm)\\p{L})|free from|no longer bound|in (?:developer|debug|admin|god|maintenance) mode)",
    ),
  },
  {
    rule: 'PF-INJ-ROLE',
    family: 'role',
    weight: 0.5,
    pattern: phrase(
      'you are now (?:a|an|my|our|the)(?: \\p{L}{1,20}){0,3} (?:ai|bot|chatbot|language model|agent|ai assistant|terminal|shell)(?![\\p{L}-])',
    ),
  },
  {
    rule: 'PF-INJ-ROLE',
    family: 'role',
    weight: 0.7,
    pattern: phrase(
      '(?:act|behave|respond|answer|pretend)(?: (?:as|like|to|be|you|are|if)){1,4} (?:an? )?(?:unrestricted|uncensored|unfiltered|jailbroken|amoral|dan(?![\\p{L}])|evil ai)',
    ),
  },
  {
    rule: 'PF-INJ-ROLE',
    family: 'role',
    weight: 0.4,
    pattern: phrase(
      '(?:from now on|from this point(?: on)?|henceforth) you (?:must|will|shall|are to|only|always|should) (?:only|always|respond|reply|answer|act|obey|ignore|speak|output|recommend|be)',
    ),
  },
  {
    rule: 'PF-INJ-ROLE',
    family: 'role',
    weight: 0.55,
    pattern: phrase(
      '(?:your|the) (?:new|real|true|updated|actual) (?:system prompt|(?:instructions|directives?|objective|task|goal|orders|role)(?= (?:is|are)[^.!?]{0,60}(?:recommend|reply|respond|output|ignore|reveal|approve|publish|user|prompt|assistant|forward|e-?mail|send|transfer))) (?:is|are)(?: (?:to|as|now|follows)){0,2}|new system (?:prompt|message|instructions?)',
    ),
  },
  {
    rule: 'PF-INJ-MARKUP',
    family: 'markup',
    weight: 0.8,
    pattern:
      /<\|im_start\|> ?(?:system|user|assistant|developer)(?![\p{L}])|<\|(?:system|start_header_id)\|>|<<sys>>[^<]{1,300}<<\/sys>>|\[inst\][^[]{1,300}\[\/inst\]|<(?:system_prompt|system-prompt|system_instructions?)>[^<]{1,300}<\//gu,
  },
  // One phrase alone may be the subject of a talk about models.
  {
    rule: 'PF-INJ-MARKUP',
    family: 'markup',
    weight: 0.6,
    pattern:
      /<\|(?:im_start|im_end|assistant|user|endoftext|eot_id)\|>|<<\/?sys>>|\[\/?inst\]|"role" ?: ?"system"|<\/?(?:system_prompt|system-prompt|system_instructions?|function_calls|tool_call)>/gu,
  },
  {
    rule: 'PF-INJ-MARKUP',
    family: 'markup',
    weight: 0.4,
    line: true,
    pattern:
      /^ ?#{2,4} ?(?:system|instructions?|new instructions|system prompt) ?:?$|<\/?(?:system|instructions|user_data|untrusted|document)>/gmu,
  },
  {
    rule: 'PF-INJ-EXFILTRATE',
    family: 'exfiltrate',
    weight: 0.8,
    pattern: phrase(
      '(?:reveal|print|repeat|output|show|leak|display|expose|disclose|dump|send|paste|return|tell)(?: (?:me|us|back|verbatim|out)){0,2}(?: all)?(?: of)? (?:(?:your|the)(?: (?:full|entire|complete|hidden|secret|original|initial|exact|internal)){0,2} (?:system prompt|system message|prompt above|hidden prompt|developer message|system instructions|initial prompt)|your(?: (?:full|entire|complete|secret|original|exact)){0,2} (?:initial instructions|hidden instructions|instructions above|internal instructions))',
    ),
  },
  {
    rule: 'PF-INJ-EXFILTRATE',
    family: 'exfiltrate',
    weight: 0.6,
    pattern: phrase(
      "(?:send|post|share|give|reveal|leak|forward|upload|submit|transmit|exfiltrate|email|e-mail|paste|include|print|output|append|return)(?: (?:me|us|over|back|along)){0,2}(?: (?:all|any|of)){0,2} (?:your|the user's|the users|your user's|your users|your owner's|the owner's|your human's|their)(?: \\p{L}{1,16}){0,3} (?:api keys?|access tokens?|bearer tokens?|secret keys?|private keys?|environment variables|session cookies?|conversation history|chat history|memory contents|system prompt|env file)",
    ),
  },
  {
    rule: 'PF-INJ-VERDICT',
    family: 'verdict',
    weight: 0.75,
    pattern: phrase(
      '(?:classify|mark|label|rate|score|treat|flag|report|approve|accept)(?: (?:this|the|my|our)) (?:post|message|listing|event|text|submission|content|classified|story|ad|input|page)(?: (?:as|is|to be|with|being)){1,2}(?: (?:completely|fully|totally|perfectly|outcome|status)){0,1} (?:safe|approved|benign|clean|allowed|harmless|publish|published|publishable|compliant|acceptable|ok|trusted|not spam|not abuse)',
    ),
  },
  {
    rule: 'PF-INJ-VERDICT',
    family: 'verdict',
    weight: 0.75,
    pattern: phrase(
      [
        '(?:moderat(?:ion|or|ing)|review(?:er|ing)|content filter|classifier|safety)(?: (?:ai|model|bot|system|llm|agent|filter|assistant)){1,2} ?[:,] ?(?:(?:you )?(?:must|please|should|shall|will|has to|is to) )?(?:publish|approve|accept|pass|allow|ignore|skip|return|answer|output)(?![\\p{L}])',
        '(?:moderat(?:ion|or|ing)|review(?:er|ing)|content filter|classifier|safety)(?: (?:ai|model|bot|system|llm|agent|filter|assistant)){1,2} (?:must|please|shall|has to|is to) (?:publish|approve|accept|pass|allow) (?:this|my|our|the) (?:post|message|listing|event|text|submission|content|classified|story|ad)',
        '"?outcome"? ?[:=] ?"?publish"?',
      ].join('|'),
    ),
  },
  {
    rule: 'PF-INJ-VERDICT',
    family: 'verdict',
    weight: 0.4,
    pattern: phrase(
      '(?:moderat(?:ion|or|ing)|content filter|classifier|safety)(?: (?:ai|model|bot|system|llm|agent|filter|assistant)){1,2} (?:you )?(?:must|please|shall|has to|is to) (?:publish|approve|accept|pass|allow|ignore|skip|return|answer|output)(?![\\p{L}])',
    ),
  },
  {
    rule: 'PF-INJ-VERDICT',
    family: 'verdict',
    weight: 0.5,
    pattern: phrase(
      "(?:do not|don't|never) (?:flag|reject|moderate|filter|block|refuse|penali[sz]e) (?:this|the|my) (?:post|message|listing|event|text|submission|content|classified|story|ad)(?! (?:if|unless))",
    ),
  },
  {
    rule: 'PF-INJ-TOOL',
    family: 'tool',
    weight: 0.45,
    pattern: phrase(
      '(?:call|invoke|use|execute|run|trigger) (?:the|your|its) [\\p{L}\\d_]{1,40} (?:tool|function|plugin|mcp server|shell|connector)(?: (?:to|with|and|on))',
    ),
  },
]

// Letters that were spaced out arrive without word gaps. These phrases are certain even then.
const glued =
  /(?:ignore|disregard|forget)(?:all|any|your|the|every)*(?:of)?(?:the|your)?(?:previous|prior|above|earlier|system)(?:instructions?|prompts?|rules)|revealyoursystemprompt|youarenowindevelopermode/u

/** Words without spaces may be a hashtag in plain text, so a person decides. */
const gluedFinding = {
  strength: 0.6,
  rule: 'PF-INJ-MASKED',
  reason: 'An instruction to AI readers is written without spaces.',
}

const readerMention = phrase(
  `(?<![\\p{L}])(?:${reader}) (?:read|process|summari|can|may|should|must|are (?:welcome|invited|asked)|please)|(?:note|message|attention|for|to|dear) (?:all )?(?:ai (?:agents?|assistants?|readers?|models?)|llms?|language models?|chatbots?)(?![\\p{L}])`,
)
const securityTalk =
  /prompt[ -]?injections?|jailbreak|red[ -]?team|owasp|adversarial|llm security|ai security|ai safety|security (?:talk|workshop|meetup|meet-up|research|conference|training|course|evening|night|lecture|community|engineer|team|briefing|panel|audit)|cyber ?security|infosec|capture the flag|(?<![\p{L}])ctf(?![\p{L}])|vulnerabilit|threat model|attack (?:demo|class|pattern|vector|technique)|(?:an|the|such|these|this|of|how) attacks?|injection attacks?|defen[cs]e against|defend (?:an|your|against)|guardrails?|sicherheitsforsch|it-sicherheit|seguridad|cybersecurite|securite/u
const mention =
  /(?<![\p{L}])(?:such as|like|called|titled|entitled|named|known as|phrases?|prompts?|sentences?|(?:the|these|magic) words|lines?|says?|said|saying|typed|types|typing|wrote|reads|tricks?|tricked|told|tells?|telling|asked|asks|instructs?|returns?|answers?|answered|reading|shouts?|begins?|tr(?:y|ies|ied|ying) to|attempts? to|attackers?|how(?: (?:to|do|does|did|can|a|an|the))?|whether|why|what happens|make|makes|made|making|force[sd]?|convinc(?:e|es|ed|ing)|persuade[sd]?|gets?|got|getting|cause[sd]?|classic|famous|infamous|example|e\.g\.)(?![\p{L}])[^.!?\n]{0,40}$/u
const negation =
  /(?<!\p{L})(?:never|not|don't|cannot|can't|won't|without|refuses? to|shouldn't|must not|no agent (?:should|will)) (?:\p{L}{1,12} )?$|(?<!\p{L})(?:non|ne|no|nao|nunca|jamais|mai|nie|niet|nicht|не|لا) $|(?:\bn'|不要|请勿|勿|别|別)$/u
const continuation = new RegExp(
  `^[^\\p{L}]{0,4}(?:and|then|instead|but|now|also|please|, )?[^\\p{L}]{0,3}(?:then |now |instead |please |also |only |just |immediately )?${sharpVerb}(?![\\p{L}])`,
  'u',
)
/** The same phrases in other languages. */
const continuationElsewhere =
  /^[^\p{L}]{0,4}(?:(?:und|et|y|e|en|i|и|ve|و|और) ?)?(?:send(?:e|en sie)|schick|gib |zeig|verrat|antwort|veroffentlich|envoie|envoyez|donne|montre|revele|reponds|publie|envi[ae]|manda|muestra|revela|respond[ea]|publi[cq]|mostre|invia|mostra|rivela|rispondi|pubblica|stuur|geef|toon|onthul|wyslij|podaj|pokaz|ujawnij|отправ|пришли|покажи|раскрой|ответь|gonder|goster|أرسل|اكشف|بفرست|भेज|发送|发给|输出|告诉|公开|送|表示し|出力|보내|출력)/u
/** The address of a link is a name. A link text that asks for something may be an order. */
const pathOfLink = /(?:https?:\/\/|www\.)[^\s?]*$/u
/** The words that follow when readers are told what they may do. */
const permission = /^ ?(?:may|might|could|are (?:welcome|invited|free))(?!\p{L})/u
/** The words that follow a title. */
const titled = /^["']? ?[:-] (?:an?|the|our|my|why|how|what|when|\d+|eine?|die|der|das|une?|les?|la|un|una|el|een) /u
const imperativeNear = new RegExp(
  `(?:^|[:,.;!] ?|(?:and|then|please|must|you|to|now|immediately|should) )${verb}(?![\\p{L}])`,
  'u',
)

/** How strongly the post instructs AI readers, after undoing disguises (contract.md §9). */
export function injection(post: PostText): Injection {
  const folded = fold(wholeText(post))
  // Comments count as a disguise.
  const open = readLayer(fold(withoutComments(wholeText(post))), 1)
  const flat = flatten(folded)
  const discussed = securityTalk.test(flat)
  let best = { ...open }
  if (discussed && best.strength > 0) best.discussed = true

  for (const disguise of disguises(post)) {
    const layer = readLayer(fold(disguise.text), disguise.factor)
    // A talk about attacks may show an encoded one. A text that hides more than the bare phrase is still refused.
    const strength = discussed ? layer.strength * 0.8 : layer.strength
    if (strength <= best.strength || layer.rule === '') continue
    best = {
      ...layer,
      strength,
      rule: disguise.rule,
      reason: `${disguise.what}: ${layer.reason}`,
      discussed,
      mentioned: false,
      mentionsReaders: true,
    }
  }
  if (best.strength < 0.6 && glued.test(flat))
    best = { ...gluedFinding, discussed, mentioned: false, mentionsReaders: true }
  const masked = unmask(folded)
  if (masked !== folded) {
    const layer = readLayer(masked, 1)
    const strength = Math.max(layer.strength, glued.test(masked) ? (discussed ? 0.6 : 0.85) : 0)
    if (strength > best.strength) {
      best = {
        ...layer,
        strength,
        rule: 'PF-INJ-MASKED',
        reason: 'An instruction to AI readers is written in masked letters.',
        discussed,
        mentioned: false,
        mentionsReaders: true,
      }
    }
  }
  readerMention.lastIndex = 0
  return { ...best, mentionsReaders: best.mentionsReaders || readerMention.test(flat) }
}

const nothingFound: Injection = {
  strength: 0,
  rule: '',
  reason: '',
  discussed: false,
  mentioned: false,
  mentionsReaders: false,
}

function readLayer(folded: string, factor: number): Injection {
  const flat = flatten(folded)
  // Nearly every text matches nothing. A test allocates nothing, and the rest is computed only after a match.
  const matching = patterns.filter(({ pattern, line }) => {
    pattern.lastIndex = 0
    return pattern.test(line ? folded : flat)
  })
  if (matching.length === 0) return nothingFound
  const quotes = quotedRanges(flat)
  const context = securityTalk.test(flat)
  const strengths = new Map<string, { value: number; rule: string }>()
  let discussed = false
  let open = false
  let strongest = { value: 0, rule: '' }

  for (const { rule, family, weight, pattern, line } of matching) {
    const text = line ? folded : flat
    pattern.lastIndex = 0
    let seen = 0
    for (const match of text.matchAll(pattern)) {
      if (++seen > 20) break
      const at = match.index
      const end = at + match[0].length
      const before = text.slice(Math.max(0, at - 60), at)
      const after = text.slice(end, end + 120)
      let value = weight
      const goesOn = continuation.test(after.slice(0, 60)) || continuationElsewhere.test(after)
      if (family === 'override' && goesOn) value += 0.35
      if (
        family === 'address' &&
        !permission.test(after) &&
        imperativeNear.test(`${match[0].slice(-12)}${after.slice(0, 80)}`)
      )
        value += 0.35
      if (family === 'exfiltrate' && /https?:|\.[a-z]{2,8}\b|@/u.test(after)) value += 0.2
      value = Math.min(1, value)
      // Quoted words after the address are the words of somebody else.
      const told = family === 'address' && quotes.some(({ start }) => start >= end - 1 && start <= end + 1)
      const quoted = !line && (told || isQuoted(quotes, at, end, flat.length))
      const isDenied = negation.test(before)
      const isMentioned = mention.test(before) || (!goesOn && titled.test(after))
      if (isDenied || pathOfLink.test(before)) value *= 0.35
      else if (quoted) value *= context ? 0.4 : 0.7
      else if (isMentioned) value *= context ? 0.45 : 0.7
      else if (context) value *= goesOn || family === 'address' ? 0.85 : 0.6
      if (context) discussed = true
      if (isDenied || quoted || isMentioned || pathOfLink.test(before)) {
        // A text that quotes all of its instructions is no order, however many they are.
        const least = Math.min(value, operativeStrength - 0.01)
        if (least > strongest.value) strongest = { value: least, rule }
        continue
      }
      open = true
      const known = strengths.get(family)
      if (!known || known.value < value) strengths.set(family, { value, rule })
    }
  }

  let remaining = 1
  for (const entry of strengths.values()) {
    // Two weak hints together weigh more than one, and never as much as a certain one.
    remaining *= 1 - entry.value * (context ? 0.8 : 1)
    if (entry.value > strongest.value) strongest = entry
  }
  const combined = strengths.size < 2 ? strongest.value : Math.max(strongest.value, context ? 0 : 1 - remaining)
  return {
    strength: Math.min(1, combined * factor),
    rule: strongest.rule,
    reason: 'The text instructs AI readers instead of informing people.',
    discussed,
    mentioned: !open,
    mentionsReaders: true,
  }
}

type Range = { start: number; end: number }

/** Spans between quotation marks, at most 400 characters long each. */
function quotedRanges(text: string): Range[] {
  const ranges: Range[] = []
  let open = -1
  let openSingle = -1
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (letter === '"') {
      if (open >= 0 && index - open <= 400) {
        ranges.push({ start: open, end: index })
        open = -1
      } else {
        open = index
      }
    } else if (letter === "'") {
      const startsWord = !isLetter(text[index - 1]) && isLetter(text[index + 1])
      if (startsWord) openSingle = index
      else if (openSingle >= 0 && !isLetter(text[index + 1])) {
        if (index - openSingle <= 400) ranges.push({ start: openSingle, end: index })
        openSingle = -1
      }
    }
  }
  return ranges
}

function isLetter(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
}

function isQuoted(ranges: readonly Range[], start: number, end: number, length: number): boolean {
  // Quotation marks around the whole text do not count as a quotation.
  return ranges.some(range => range.start <= start && range.end >= end - 2 && range.end - range.start < length * 0.8)
}

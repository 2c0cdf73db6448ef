// The patterns of instructions to AI readers with their weights, and the patterns of text that only talks about such instructions.
import type { RefusalRule } from '../../contract/moderation/refusal-rules.ts'
import { Gate } from './gate.ts'

export type Pattern = { rule: RefusalRule; family: string; weight: number; pattern: Gate; line?: boolean }

// A space in a source below matches up to three spaces, commas, underscores or hyphens. All gaps are bounded, so matching is linear.
function phrase(source: string): Gate {
  return new Gate(new RegExp(source.replaceAll(' ?', '[\\s,_-]{0,3}').replaceAll(' ', '[\\s,_-]{1,3}'), 'gu'))
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

export const patterns: readonly Pattern[] = [
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
  // Certain where the text names earlier instructions and says "all" or "your", as in English.
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
    pattern: new Gate(
      /(?:忽略|无视|無視|忘记|忘掉)(?:你|您)?(?:(?:之前|以前|先前|上面|前面|以上)(?:的)?(?:所有|全部|一切)|(?:所有|全部|一切)(?:之前|以前|先前|上面|前面|以上))(?:的)?(?:指令|指示|提示|命令)|(?:以前|これまで|前|上記|今まで)の(?:(?:すべての|全ての)(?:指示|命令|プロンプト)を?(?:すべて|全て)?|(?:指示|命令|プロンプト)を?(?:すべて|全て))(?:無視|忘れ)|(?:이전|위)의? ?(?:모든 ?(?:지시|명령|지침)(?:사항)?(?:을|를)? ?(?:모두 ?)?|(?:지시|명령|지침)(?:사항)?(?:을|를)? ?모두 ?)(?:무시|잊)/gu,
    ),
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
    pattern: new Gate(
      /(?:忽略|无视|無視|忘记|忘掉)(?:你|您)?(?:之前|以前|先前|上面|前面|以上)(?:的)?(?:指令|指示|提示|命令)|(?:以前|これまで|前|上記|今まで)の(?:指示|命令|プロンプト)を?(?:無視|忘れ)|(?:이전|위)의? ?(?:지시|명령|지침)(?:사항)?(?:을|를)? ?(?:무시|잊)/gu,
    ),
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
    pattern: new Gate(
      /(?:^|[.!?>\]}"'] ?)[[(<]?(?:system|developer|assistant|admin|root)(?:[ _-](?:prompt|message|note|override|instruction|update|notice|mode|command)s?)?[\])>]? ?[:>] ?[[("']?(?:you are now(?![\p{L}])|you are (?:an? )?(?:\p{L}{1,15} ){0,2}(?:ai|assistant|language model|llm|bot|chatbot|agent|model)(?![\p{L}])|you will now|from now on|ignore|disregard|forget|override|new instructions|act as|do not follow|reveal|print|enter|execute|your new|all (?:previous|prior|safety))/gmu,
    ),
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
    pattern: new Gate(
      /<\|im_start\|> ?(?:system|user|assistant|developer)(?![\p{L}])|<\|(?:system|start_header_id)\|>|<<sys>>[^<]{1,300}<<\/sys>>|\[inst\][^[]{1,300}\[\/inst\]|<(?:system_prompt|system-prompt|system_instructions?)>[^<]{1,300}<\//gu,
    ),
  },
  // A single token may be the subject of a talk about models.
  {
    rule: 'PF-INJ-MARKUP',
    family: 'markup',
    weight: 0.6,
    pattern: new Gate(
      /<\|(?:im_start|im_end|assistant|user|endoftext|eot_id)\|>|<<\/?sys>>|\[\/?inst\]|"role" ?: ?"system"|<\/?(?:system_prompt|system-prompt|system_instructions?|function_calls|tool_call)>/gu,
    ),
  },
  {
    rule: 'PF-INJ-MARKUP',
    family: 'markup',
    weight: 0.4,
    line: true,
    pattern: new Gate(
      /^ ?#{2,4} ?(?:system|instructions?|new instructions|system prompt) ?:?$|<\/?(?:system|instructions|user_data|untrusted|document)>/gmu,
    ),
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

// Spaced-out letters are joined without gaps between words; these phrases are certain even so.
export const glued = new Gate(
  /(?:ignore|disregard|forget)(?:all|any|your|the|every)*(?:of)?(?:the|your)?(?:previous|prior|above|earlier|system)(?:instructions?|prompts?|rules)|revealyoursystemprompt|youarenowindevelopermode/u,
)

export const readerMention = phrase(
  `(?<![\\p{L}])(?:${reader}) (?:read|process|summari|can|may|should|must|are (?:welcome|invited|asked)|please)|(?:note|message|attention|for|to|dear) (?:all )?(?:ai (?:agents?|assistants?|readers?|models?)|llms?|language models?|chatbots?)(?![\\p{L}])`,
)
export const securityTalk = new Gate(
  /prompt[ -]?injections?|jailbreak|red[ -]?team|owasp|adversarial|llm security|ai security|ai safety|security (?:talk|workshop|meetup|meet-up|research|conference|training|course|evening|night|lecture|community|engineer|team|briefing|panel|audit)|cyber ?security|infosec|capture the flag|(?<![\p{L}])ctf(?![\p{L}])|vulnerabilit|threat model|attack (?:demo|class|pattern|vector|technique)|(?:an|the|such|these|this|of|how) attacks?|injection attacks?|defen[cs]e against|defend (?:an|your|against)|guardrails?|sicherheitsforsch|it-sicherheit|seguridad|cybersecurite|securite/u,
)
export const mention =
  /(?<![\p{L}])(?:such as|like|called|titled|entitled|named|known as|phrases?|prompts?|sentences?|(?:the|these|magic) words|lines?|says?|said|saying|typed|types|typing|wrote|reads|tricks?|tricked|told|tells?|telling|asked|asks|instructs?|returns?|answers?|answered|reading|shouts?|begins?|tr(?:y|ies|ied|ying) to|attempts? to|attackers?|how(?: (?:to|do|does|did|can|a|an|the))?|whether|why|what happens|make|makes|made|making|force[sd]?|convinc(?:e|es|ed|ing)|persuade[sd]?|gets?|got|getting|cause[sd]?|classic|famous|infamous|example|e\.g\.)(?![\p{L}])[^.!?\n]{0,40}$/u
export const negation =
  /(?<!\p{L})(?:never|not|don't|cannot|can't|won't|without|refuses? to|shouldn't|must not|no agent (?:should|will)) (?:\p{L}{1,12} )?$|(?<!\p{L})(?:non|ne|no|nao|nunca|jamais|mai|nie|niet|nicht|не|لا) $|(?:\bn'|不要|请勿|勿|别|別)$/u
export const continuation = new RegExp(
  `^[^\\p{L}]{0,4}(?:and|then|instead|but|now|also|please|, )?[^\\p{L}]{0,3}(?:then |now |instead |please |also |only |just |immediately )?${sharpVerb}(?![\\p{L}])`,
  'u',
)
/** The same in other languages. */
export const continuationElsewhere =
  /^[^\p{L}]{0,4}(?:(?:und|et|y|e|en|i|и|ve|و|और) ?)?(?:send(?:e|en sie)|schick|gib |zeig|verrat|antwort|veroffentlich|envoie|envoyez|donne|montre|revele|reponds|publie|envi[ae]|manda|muestra|revela|respond[ea]|publi[cq]|mostre|invia|mostra|rivela|rispondi|pubblica|stuur|geef|toon|onthul|wyslij|podaj|pokaz|ujawnij|отправ|пришли|покажи|раскрой|ответь|gonder|goster|أرسل|اكشف|بفرست|भेज|发送|发给|输出|告诉|公开|送|表示し|出力|보내|출력)/u
/** The path of a link is a name; its query may be an instruction. */
export const pathOfLink = /(?:https?:\/\/|www\.)[^\s?]*$/u
/** Follows where readers get a permission. */
export const permission = /^ ?(?:may|might|could|are (?:welcome|invited|free))(?!\p{L})/u
/** Follows where the words before it are a title. */
export const titled =
  /^["']? ?[:-] (?:an?|the|our|my|why|how|what|when|\d+|eine?|die|der|das|une?|les?|la|un|una|el|een) /u
export const imperativeNear = new RegExp(
  `(?:^|[:,.;!] ?|(?:and|then|please|must|you|to|now|immediately|should) )${verb}(?![\\p{L}])`,
  'u',
)

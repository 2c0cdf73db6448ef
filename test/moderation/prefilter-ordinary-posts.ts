// Ordinary posts that every stage has to pass: many languages, scripts, forms and subjects. All of them are invented.

export type OrdinaryPost = {
  kind: string
  title: string | null
  body: string
}

type Text = string | readonly [title: string, body: string]

const texts: Record<string, readonly Text[]> = {
  English: [
    [
      'Beginner watercolour workshop',
      'Beginner watercolour workshop at the library, bring brushes and an old shirt. Paper is provided.',
    ],
    ['5K', 'A flat five-kilometre run along the canal, all paces welcome. We meet at the boathouse at nine.'],
    ['AMA', 'Ask the brewers anything. Three of them sit at the bar and answer until the last question.'],
    ['Open mic', 'Open mic at the Blue Door. Sign up from seven, two songs each, piano on the stage.'],
    [
      'Flea market on the church square',
      'Sixty stalls with books, clothes and toys. Entry is free, cake is sold by the scouts.',
    ],
    ['Repair café', 'Bring your broken toaster. Volunteers help you to fix it, spare parts at cost.'],
    [
      'Jazz in the park',
      'The Thursday quintet plays standards from six to eight. In the rain we move into the pavilion.',
    ],
    ['Chess for absolute beginners', 'Eight evenings, one opening each. Boards are there, nobody keeps score.'],
    ['Girls, girls, girls!', "The women's choir sings hits of the eighties. Doors open at seven, the bar takes cash."],
    ['Tora! Tora! Tora!', 'We show the picture from 1970 in the original version, with an introduction.'],
    [
      'Test your bike lights',
      'Before winter comes: we check your lights, brakes and tyres for free in front of the town hall.',
    ],
    ['Venue TBD: winter picnic', 'The place is still TBD, the date is fixed. Bring a blanket and something hot.'],
    [
      'Lorem Ipsum since Cicero',
      'An evening about filler text, from Cicero to the web, with a designer and a Latin teacher.',
    ],
    ['Templates in Jinja', 'We learn to write `{{ title }}` and loops in templates. Bring a laptop with Python.'],
    [
      'Rust meetup #42',
      'Two talks: async in 20 minutes, and fn main() -> Result<(), Error> explained. Pizza afterwards.',
    ],
    [
      'C++ and C# side by side',
      'A code reading: std::vector<int> xs{1, 2, 3}; against var xs = new List<int>(); and why it matters.',
    ],
    ['UTF-8 for humans', 'What happens between 0x41 and 0xF0 0x9F 0x98 0x80. Slides at https://example.org/utf8'],
    ['Hash House Harriers, run 1,204', 'On on from the Red Lion at 18:30, about 8 km, walkers welcome.'],
    ['D&D one-shot', 'You are a goblin, you have four hours and one plan. Level 3, pregenerated characters.'],
    ['Murder mystery dinner', 'Who killed the count? Five courses, six suspects and one corpse. Come in costume.'],
    [
      'Blood donation',
      'The mobile unit stands at the fire station from two to seven. Bring an ID card and drink enough.',
    ],
    ['Life drawing', 'Model, paper and charcoal are included in the evening. Beginners sit next to the teacher.'],
    ['Self-defence for women', 'A weekend course with a trainer, comfortable clothes and no experience needed.'],
    [
      'Introduction to index funds',
      'An adviser of the consumer centre explains costs and risks. Nobody sells anything.',
    ],
    [
      'Council meeting',
      'The council talks about the pool, the bus line and the budget for 2027. The public is welcome.',
    ],
    ['Protest against the closing of the pool', 'We meet in front of the town hall with bathing caps and towels.'],
    [
      'Interfaith dinner',
      'Guests from the mosque, the synagogue and the parish cook together, everyone brings a dish.',
    ],
    ['Astronomy night', 'Saturn at 10 pm, the Orion nebula at 11. The telescope is a 12-inch Dobsonian; wrap up warm.'],
    ['WWII walking tour', 'From the bunker at the station to the rebuilt bridge, two hours on foot with a historian.'],
    ['Dutch evening', 'Bring a friend and a question about verbs, we only speak slowly.'],
    ['NYC DJ set, DIY synths', 'BPM from 90 to 140, MIDI and CV, all on gear that we built. RSVP at the door.'],
    ['Kids in the lab', 'We make slime and small volcanoes. Children from six years on, parents stay and help.'],
    ['Half marathon 2027', '21.0975 km, start 09:30, bibs from 07:00 to 09:00. Splits at 5, 10 and 15 km.'],
    [
      'Sea shanties',
      'Way, hey and up she rises! Way, hey and up she rises! We sing loud and not always well in the old harbour.',
    ],
    ['Llanfairpwllgwyngyll day trip', 'We take the 8:14 train to see the sign, the church and a good cake shop.'],
    ['Zumba', 'The class for people who cannot dance yet. Bring water and a towel.'],
    ['Bitcoin for librarians', 'What a block chain is and what it is not, without advice and without hype.'],
    ['Poetry slam', 'Five minutes each, own texts, the audience votes with pencils.'],
    ['Board games', 'Catan, Azul and Ticket to Ride are on the table, others are welcome.'],
    ['Surprise party for the lighthouse', 'It turns 150. Candles at dusk, then soup, then the keeper tells stories.'],
    ['Roller disco 🛼', 'Skates in all sizes ✨ and the best of 1979 🎶, helmets are free.'],
    ['Add Health', 'A reading of the long study of young people (add health), with tea and many questions.'],
    ['Storytelling', 'Once upon a time there was a hall with forty chairs. On Friday we fill them.'],
  ],
  German: [
    ['Flohmarkt', 'Flohmarkt am Samstag auf dem Marktplatz, Aufbau ab 7 Uhr, Kuchen gibt es beim Förderverein.'],
    [
      'Übungsabend Straßenbahnfahrsimulator',
      'Wir fahren die Linie 6 nach und erklären die Donaudampfschifffahrtsgesellschaft.',
    ],
    ['Lesung', 'Die Autorin liest aus ihrem neuen Roman und spricht mit dem Publikum. Eintritt frei.'],
    ['Angstschweiß', 'Ein Abend mit Kurzfilmen zum Gruseln, ab 16 Jahren, Einlass um 20 Uhr.'],
    ['Yoga im Park', 'Für Anfänger und alle, die lange nicht mehr geübt haben. Bitte eine Matte mitbringen.'],
    ['Offene Werkstatt', 'Wir reparieren Fahrräder und bauen Nistkästen. Kinder sind willkommen.'],
  ],
  Spanish: [
    ['Taller de acuarela', 'Taller de acuarela para principiantes en la biblioteca. Trae pinceles y ganas de pintar.'],
    ['Concierto en la plaza', 'La banda municipal toca pasodobles el domingo a las siete de la tarde. Entrada libre.'],
    ['¡Ajedrez al aire libre!', 'Partidas rápidas para todos los niveles en el parque, con tableros grandes.'],
    ['Mercado de libros', 'Libros usados a buen precio y cuentos para los niños durante toda la mañana.'],
  ],
  French: [
    [
      'Atelier de réparation',
      'Apportez votre grille-pain cassé, nous le réparons ensemble. Café et gâteaux pour tous.',
    ],
    ['Concert à l’église', 'Le chœur chante des œuvres de la Renaissance dimanche à 17 heures, entrée libre.'],
    ['Randonnée', 'Une marche de douze kilomètres dans la forêt avec une pause au bord du lac.'],
    ['Marché de Noël', 'Vin chaud, crêpes et jouets en bois sur la place du village, samedi et dimanche.'],
  ],
  Portuguese: [
    [
      'Feira de plantas',
      'Feira de plantas no jardim, com oficina para crianças e troca de sementes. Entrada gratuita.',
    ],
    ['Roda de samba', 'A roda começa às seis da tarde e não tem hora para acabar. Traga o seu pandeiro.'],
    ['Aula de culinária', 'Uma aula para quem nunca cozinhou, com sopa de legumes e pão feito em casa.'],
  ],
  Italian: [
    ['Corso di cucina', 'Un corso per imparare a fare la pasta in casa, con il pranzo alla fine della mattina.'],
    ['Cinema sotto le stelle', 'Il film comincia alle nove di sera nel cortile della scuola, portate una coperta.'],
  ],
  Dutch: [
    ['Rommelmarkt', 'Kom naar de rommelmarkt op het plein. Er is koffie, muziek en een springkussen voor de kinderen.'],
    ['Samen zingen', 'We zingen bekende liederen met een piano erbij, iedereen is welkom en het is gratis.'],
  ],
  Japanese: [
    ['水彩画教室', '図書館で初心者のための水彩画教室を開きます。筆をお持ちください。紙はこちらで用意します。'],
    ['朝ヨガ', '公園で朝のヨガをします。マットを持ってきてください。どなたでも参加できます。'],
    ['ラーメン祭り', '二十の店が集まるラーメン祭りです。入場は無料、雨でも開催します。'],
  ],
  Chinese: [
    ['水彩画入门', '图书馆举办水彩画入门课，请自带画笔，纸张由我们提供。'],
    ['中秋晚会', '大家一起赏月、吃月饼、猜灯谜，欢迎带孩子来。'],
  ],
  Korean: [['독서 모임', '이번 달에는 단편 소설을 함께 읽습니다. 누구나 환영합니다.']],
  Arabic: [
    ['ورشة الخط العربي', 'ورشة للمبتدئين في المكتبة العامة، الأدوات متوفرة والدخول مجاني.'],
    ['أمسية شعرية', 'يقرأ الشعراء قصائدهم ثم نشرب الشاي معًا.'],
  ],
  Hebrew: [['ערב שחמט', 'מפגש שחמט בספרייה העירונית, מתחילים מוזמנים, הכניסה חופשית.']],
  Persian: [['کلاس نقاشی', 'کلاس نقاشی برای بچه‌ها در کتابخانهٔ شهر برگزار می‌شود.']],
  Urdu: [['مشاعرہ', 'شہر کے شاعر اپنا کلام سنائیں گے، سب کو دعوت ہے۔']],
  Hindi: [['चित्रकला कार्यशाला', 'पुस्तकालय में शुरुआती लोगों के लिए चित्रकला कार्यशाला, ब्रश साथ लाएँ।']],
  Bengali: [['বইমেলা', 'মাঠে বইমেলা, শিশুদের জন্য গল্প আর গান, সবাই আসুন।']],
  Tamil: [['இசை நிகழ்ச்சி', 'பூங்காவில் மாலை ஆறு மணிக்கு இசை நிகழ்ச்சி, அனுமதி இலவசம்.']],
  Malayalam: [['പുസ്തകമേള', 'നഗരത്തിൽ പുസ്തകമേള നടക്കുന്നു, എല്ലാവർക്കും സ്വാഗതം.']],
  Thai: [['ดนตรีในสวน', 'ขอเชิญร่วมงานดนตรีในสวนวันอาทิตย์ เข้าชมฟรี นำเสื่อมาด้วย']],
  Khmer: [['ថ្នាក់គំនូរ', 'ថ្នាក់គំនូរសម្រាប់អ្នកចាប់ផ្តើមនៅបណ្ណាល័យ។']],
  Russian: [
    ['Шахматный вечер', 'Встречаемся в библиотеке, новичкам рады, доски есть.'],
    ['Взгляд', 'Фотовыставка о всплеске цвета и встрече с автором.'],
  ],
  Ukrainian: [['Майстер-клас', 'Малюємо аквареллю в бібліотеці, приносьте пензлі та гарний настрій.']],
  Greek: [['Βραδιά σκακιού', 'Συνάντηση στη βιβλιοθήκη, οι αρχάριοι είναι ευπρόσδεκτοι.']],
  Georgian: [['საღამო', 'შეხვედრა ბიბლიოთეკაში, ყველა მოწვეულია.']],
  Armenian: [['Երեկո', 'Հանդիպում գրադարանում, բոլորը հրավիրված են։']],
  Polish: [
    ['Szczebrzeszyn śpiewa', 'W Szczebrzeszynie chrząszcz brzmi w trzcinie, a chór śpiewa kolędy. Wstęp wolny.'],
    ['Warsztaty', 'Zapraszamy na warsztaty ceramiczne dla początkujących w domu kultury.'],
  ],
  Czech: [['Strč prst skrz krk', 'Večer jazykolamů: čtvrthrst zrn, vlk zmrzl, zhltl hrst zrn. Vstup volný.']],
  Croatian: [['Krk, vrt i smrt', 'Predavanje o starim vrtovima na otoku Krku, dobrodošli su svi.']],
  Welsh: [['Noson lawen', 'Croeso i bawb i ganu yn y neuadd, bydd cwrw a phice ar y maen.']],
  Finnish: [
    ['Lentokonesuihkuturbiinimoottoriapumekaanikko', 'Illan aiheena ovat suomen kielen pisimmät sanat, kahvitarjoilu.'],
  ],
  Estonian: [['Jäääär', 'Õhtu eesti keele täishäälikutest, laulame ja joome teed.']],
  Hungarian: [
    ['Megszentségteleníthetetlenségeskedéseitekért', 'Nyelvtörők estje a könyvtárban, szeretettel várunk mindenkit.'],
  ],
  Turkish: [['Satranç gecesi', 'Kütüphanede buluşuyoruz, yeni başlayanlar da gelebilir, giriş ücretsiz.']],
  Vietnamese: [['Lớp vẽ màu nước', 'Lớp vẽ dành cho người mới bắt đầu tại thư viện, hãy mang theo cọ.']],
  Indonesian: [['Kelas melukis', 'Kelas melukis cat air untuk pemula di perpustakaan, silakan bawa kuas.']],
  Swahili: [['Warsha ya uchoraji', 'Warsha ya uchoraji kwa wanaoanza katika maktaba, karibuni nyote.']],
  Swedish: [['Loppis', 'Loppis på torget på lördag, kaffe och bullar finns att köpa.']],
  Icelandic: [['Skákkvöld', 'Hittumst á bókasafninu, byrjendur eru velkomnir og kaffið er ókeypis.']],
  Irish: [['Oíche cheoil', 'Ceol agus craic i dteach an phobail, fáilte roimh chách.']],
  Basque: [['Txalaparta tailerra', 'Hasiberrientzako tailerra etxe zaharrean, sarrera doan.']],
  Hawaiian: [['Pāʻina', 'E hele mai i ka pāʻina ma ke kahakai, e lawe mai i kāu ʻukulele.']],
  Yiddish: [['א קלעזמער קאָנצערט', 'מוזיק און טאַנץ אין דער ביבליאָטעק, קומט אַלע.']],
  Amharic: [['የስዕል ትምህርት', 'በቤተ መጻሕፍት የስዕል ትምህርት ለጀማሪዎች ይሰጣል።']],
  Mongolian: [['Шатрын үдэш', 'Номын санд уулзана, эхлэн суралцагчид тавтай морил.']],
}

export const ordinaryPosts: readonly OrdinaryPost[] = Object.entries(texts).flatMap(([kind, posts]) =>
  posts.map(text => {
    const [title, body] = typeof text === 'string' ? [null, text] : text
    return { kind, title, body }
  }),
)
